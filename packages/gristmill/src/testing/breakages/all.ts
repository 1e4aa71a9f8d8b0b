import { ADDRESSES } from "./addresses.js";
import { BYTES } from "./bytes.js";
import { DISCOVERY } from "./discovery.js";
import { ERRORS } from "./errors.js";
import { INPUT } from "./input.js";
import { LINKS } from "./links.js";
import { METHODS } from "./methods.js";
import { OUTPUT } from "./output.js";
import { PINNED } from "./pinned.js";
import { PURITY } from "./purity.js";
import { SCHEMAS } from "./schemas.js";
import { STREAMS } from "./streams.js";
import { URLS } from "./urls.js";
import type { BrokenRow } from "./ways.js";
import { XML } from "./xml.js";

/** At least one breakage for each row that can be checked. */
export const BROKEN_ROWS: readonly BrokenRow[] = [
	...METHODS,
	...OUTPUT,
	...BYTES,
	...STREAMS,
	...INPUT,
	...SCHEMAS,
	...LINKS,
	...URLS,
	...DISCOVERY,
	...XML,
	...ERRORS,
	...ADDRESSES,
	...PINNED,
	...PURITY,
];
