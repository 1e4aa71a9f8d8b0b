import type { Row } from "./probe/row.js";
import { ADDRESS_ROWS } from "./rows/addresses.js";
import { ANSWER_ROWS } from "./rows/answers.js";
import { BYTES_PURITY_ROWS, BYTES_ROWS } from "./rows/bytes.js";
import { DISCOVERY_ROWS } from "./rows/discovery.js";
import { ERROR_ROWS } from "./rows/errors.js";
import { INPUT_ROWS } from "./rows/input.js";
import { LINK_ROWS } from "./rows/links.js";
import { LOAD_ROWS } from "./rows/load.js";
import { METHOD_ROWS } from "./rows/methods.js";
import { NOVELTY_ROWS } from "./rows/novelty.js";
import { OUTPUT_ROWS } from "./rows/output.js";
import { PINNED_ROWS } from "./rows/pinned.js";
import { PURITY_ROWS } from "./rows/purity.js";
import { SCHEMA_ROWS } from "./rows/schema.js";
import { SCHEMA_REQUEST_ROWS } from "./rows/schema-requests.js";
import { STREAM_ROWS } from "./rows/streams.js";
import { TUNNEL_ROWS } from "./rows/tunnels.js";
import { TWIN_ROWS } from "./rows/twins.js";
import { URL_ROWS } from "./rows/urls.js";
import { XML_ROWS } from "./rows/xml.js";

/** Every row that requests can check. The purity rows are last, so that they are skipped if the time is up. */
export const ROWS: readonly Row[] = [
	...METHOD_ROWS,
	...TUNNEL_ROWS,
	...OUTPUT_ROWS,
	...ANSWER_ROWS,
	...BYTES_ROWS,
	...STREAM_ROWS,
	...INPUT_ROWS,
	...SCHEMA_ROWS,
	...SCHEMA_REQUEST_ROWS,
	...LINK_ROWS,
	...URL_ROWS,
	...DISCOVERY_ROWS,
	...XML_ROWS,
	...ERROR_ROWS,
	...ADDRESS_ROWS,
	...PINNED_ROWS,
	...PURITY_ROWS,
	...NOVELTY_ROWS,
	...TWIN_ROWS,
	...LOAD_ROWS,
	...BYTES_PURITY_ROWS,
];
