/** An input that was given, not found in the mill's documents. */
export interface GivenInput {
	readonly body: Uint8Array;
	/** Where it comes from, for the report. */
	readonly origin: string;
	/** Undefined where nothing says it: the mill's own type is taken. */
	readonly mediaType?: string;
}

/** How large the purity probes are. */
export interface ProbeSizes {
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

/** What a check is told. */
export interface CheckSettings {
	readonly url: URL;
	readonly inputs: readonly GivenInput[];
	/** The mill's one method, where its documents must not be asked. */
	readonly method?: string;
	/** The address above the mill, where it is not found by itself. */
	readonly base?: URL;
	/** Fields for every question but those that ask what happens without credentials. */
	readonly headers: Readonly<Record<string, string>>;
	/** Rows or groups that are run; all where it is empty. */
	readonly only: readonly string[];
	readonly skip: readonly string[];
	/** Milliseconds for the whole check. */
	readonly budget: number;
	/** Milliseconds for one answer. */
	readonly patience: number;
	/** Questions a second. */
	readonly rate: number;
	readonly seed: number;
	readonly sizes: ProbeSizes;
	readonly userAgent: string;
}

/** Connections open at a time: what P4 asks for, and no more. */
export const PARALLEL = 32;

export const SIZES: ProbeSizes = { repeats: 20, orders: 4, parallel: PARALLEL, load: 200, timed: 3 };

/** What is taken where nothing is said. */
export const DEFAULTS = {
	inputs: [],
	headers: {},
	only: [],
	skip: [],
	budget: 40_000,
	patience: 10_000,
	rate: 60,
	sizes: SIZES,
	userAgent: "gristmill-check",
} as const satisfies Omit<CheckSettings, "url" | "seed">;
