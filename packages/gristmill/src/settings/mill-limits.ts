import type { Deprecation } from "../core/definition/deprecation.js";
import type { SettingValues } from "../core/definition/mill.js";
import { LIMITS } from "./limits.js";
import type { Setting, SettingTable, ValueOf, Values } from "./setting.js";

/** What can be limited for one mill: `--limit tokeniser:max-body=64k`, or `mills: { tokeniser: { maxBody: "64k" } }`. */
export const MILL_LIMITS = {
	maxBody: { ...LIMITS.maxBody, help: "Maximum input size in bytes, after decompression." },
	maxOutput: { ...LIMITS.maxOutput, help: "Maximum result size in bytes, as sent." },
	deadline: { ...LIMITS.deadline, help: "Maximum run time of a call, in milliseconds." },
	concurrency: { kind: "number", least: 1, most: 1_024, help: "Maximum calls that run at the same time." },
	maxBatch: {
		kind: "number",
		least: 1,
		most: 256,
		help: "Maximum calls that a worker computes together; 1 turns batches off.",
	},
	maxWaiting: { ...LIMITS.maxWaiting, help: "Maximum queued calls." },
} as const satisfies SettingTable;

/** The method of one mill: `--method tokeniser:QUERY`, or `mills: { tokeniser: { method: "QUERY" } }`. */
export const MILL_METHOD = {
	kind: "text",
	choices: ["QUERY", "POST"],
	help: "The method of its calls.",
} as const satisfies Setting;

/** Settings for one mill. A limit can only narrow what the mill allows. */
export interface MillSettings extends Values<typeof MILL_LIMITS> {
	/** Serves it with this method, instead of the one that its author chose. Shared caches can keep answers to QUERY. */
	readonly method?: ValueOf<typeof MILL_METHOD>;
	/** Marks it as deprecated. Overrides what its author says. */
	readonly deprecated?: Deprecation;
	/** Values of the settings that the mill declares. Files are given as URLs. */
	readonly settings?: SettingValues;
}

/** Settings for mills, by name. */
export type SettingsByMill = Readonly<Record<string, MillSettings>>;
