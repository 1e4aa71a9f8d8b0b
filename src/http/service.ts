import type { Site } from "../documents/site.js";
import type { Runner } from "../runtime/runner.js";
import type { Log } from "./log.js";
import type { RateLimit } from "./rate-limit.js";
import type { Router } from "./route.js";
import type { ServedMill } from "./served-mill.js";
import type { Shelf } from "./shelf.js";

/** Everything that the flow needs to answer a request. */
export interface Service {
	readonly site: Site;
	readonly mills: readonly ServedMill[];
	readonly route: Router;
	readonly shelf: Shelf;
	readonly runner: Runner;
	/** The versions that are served below the base, by their names in the path. */
	readonly versions: ReadonlyMap<string, Service>;
	/** How often one caller may call; undefined where that is not limited. */
	readonly rateLimit: RateLimit | undefined;
	/** The origins that browsers may call from: "*", a list, or none. */
	readonly cors: "*" | readonly string[];
	/** True from the signal to end on: readiness fails, and connections are closed behind their answers. */
	draining: boolean;
	readonly log: Log;
}
