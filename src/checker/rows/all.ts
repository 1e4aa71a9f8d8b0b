import type { Row } from "../row.js";
import { ADDRESS_ROWS } from "./addresses.js";
import { ANSWER_ROWS } from "./answers.js";
import { DISCOVERY_ROWS } from "./discovery.js";
import { ERROR_ROWS } from "./errors.js";
import { INPUT_ROWS } from "./input.js";
import { LINK_ROWS } from "./links.js";
import { LOAD_ROWS } from "./load.js";
import { METHOD_ROWS } from "./methods.js";
import { NOVELTY_ROWS } from "./novelty.js";
import { OUTPUT_ROWS } from "./output.js";
import { PURITY_ROWS } from "./purity.js";
import { SCHEMA_ROWS } from "./schema.js";
import { SCHEMA_REQUEST_ROWS } from "./schema-requests.js";
import { URL_ROWS } from "./urls.js";
import { XML_ROWS } from "./xml.js";

/** Every row that can be checked by asking. The probes come last: where time runs out, it is they that are cut. */
export const ROWS: readonly Row[] = [
	...METHOD_ROWS,
	...OUTPUT_ROWS,
	...ANSWER_ROWS,
	...INPUT_ROWS,
	...SCHEMA_ROWS,
	...SCHEMA_REQUEST_ROWS,
	...LINK_ROWS,
	...URL_ROWS,
	...DISCOVERY_ROWS,
	...XML_ROWS,
	...ERROR_ROWS,
	...ADDRESS_ROWS,
	...PURITY_ROWS,
	...NOVELTY_ROWS,
	...LOAD_ROWS,
];
