import type { Site } from "../documents/site.js";
import type { HttpDoor } from "../mcp/http-door.js";
import type { Runner } from "../runtime/runner.js";
import type { ProcessWatch } from "../telemetry/process-metrics.js";
import type { Telemetry } from "../telemetry/telemetry.js";
import type { Guard } from "./auth/guard.js";
import type { Intake } from "./intake.js";
import type { Log } from "./log.js";
import type { RateLimit } from "./rate-limit.js";
import type { Router } from "./route.js";
import type { ServedMill } from "./served-mill.js";
import type { Shelf } from "./shelf.js";

/** Everything that the flow needs to answer a request. */
export interface Service {
	readonly site: Site;
	readonly mills: readonly ServedMill[];
	/** What stands before the names of its mills where they are counted: "v2/" of a version, else nothing. */
	readonly label: string;
	readonly route: Router;
	readonly shelf: Shelf;
	readonly runner: Runner;
	/** The door for agents, made when the first of them comes: nobody else waits for its library. */
	readonly mcp: () => Promise<HttpDoor>;
	readonly intake: Intake;
	/** The versions that are served below the base, by their names in the path. */
	readonly versions: ReadonlyMap<string, Service>;
	/** How often one caller may call; undefined where that is not limited. */
	readonly rateLimit: RateLimit | undefined;
	/** The origins that browsers may call from: "*", a list, or none. */
	readonly cors: "*" | readonly string[];
	/** Who may call; undefined where everybody may. */
	readonly guard: Guard | undefined;
	/** True from the signal to end on: readiness fails, and connections are closed behind their answers. */
	draining: boolean;
	readonly log: Log;
	readonly telemetry: ServiceTelemetry;
	/** Whether results say in `Server-Timing` how long they took. */
	readonly serverTiming: boolean;
}

/** What is recorded, and where metrics are to be had. */
export interface ServiceTelemetry extends Telemetry {
	readonly watch: ProcessWatch | undefined;
	/** True where metrics have a port of their own. */
	readonly elsewhere: boolean;
}
