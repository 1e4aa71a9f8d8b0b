import { CLOCK, type Clock } from "../../core/clock.js";

/** An input from the user. */
export interface GivenInput {
	readonly body: Uint8Array;
	/** Its origin, for the report. */
	readonly origin: string;
	/** If undefined, the mill's own type is used. */
	readonly mediaType?: string;
}

/** How large the purity probes are. */
interface ProbeSizes {
	/** P1: calls with the same input. */
	readonly repeats: number;
	/** P3: random orders. */
	readonly orders: number;
	/** P4: calls at a time. */
	readonly parallel: number;
	/** P5: calls between two looks at the canary. */
	readonly load: number;
	/** P12: inputs whose first and later calls are timed. */
	readonly timed: number;
}

/** The settings of a check. */
export interface CheckSettings {
	readonly url: URL;
	readonly inputs: readonly GivenInput[];
	/** The mill's method, to override its documents. */
	readonly method?: string;
	/** The URL above the mill, if the checker does not find it. */
	readonly base?: URL;
	/** Header fields for every request, except those that test missing credentials. */
	readonly headers: Readonly<Record<string, string>>;
	/** The rows or groups to run; all if empty. */
	readonly only: readonly string[];
	readonly skip: readonly string[];
	/** Milliseconds for the whole check. */
	readonly budget: number;
	/** Milliseconds for one answer. */
	readonly patience: number;
	/** Milliseconds for what needs no computing: a refusal before the body is sent, a value that is validated. */
	readonly briefPatience: number;
	/** Milliseconds to wait for the end of a connection, if a row checks it. */
	readonly closing: number;
	/** Requests per second. */
	readonly rate: number;
	readonly seed: number;
	readonly sizes: ProbeSizes;
	readonly userAgent: string;
	readonly clock: Clock;
}

/** Maximum number of open connections. P4 needs this many. */
export const PARALLEL = 32;

const SIZES: ProbeSizes = { repeats: 20, orders: 4, parallel: PARALLEL, load: 200, timed: 3 };

/** The defaults. */
export const DEFAULTS = {
	inputs: [],
	headers: {},
	only: [],
	skip: [],
	budget: 40_000,
	patience: 10_000,
	briefPatience: 3_000,
	closing: 300,
	rate: 60,
	sizes: SIZES,
	userAgent: "gristmill-check",
	clock: CLOCK,
} as const satisfies Omit<CheckSettings, "url" | "seed">;
