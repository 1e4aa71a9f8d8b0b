import type { UncheckedRow } from "../row.js";

/** The rules that no probe of a few seconds can check. */
export const UNCHECKED_ROWS: readonly UncheckedRow[] = [
	{
		id: "P14",
		level: "SHOULD",
		title: "The result is the same a minute, an hour and a day later",
		why: "it takes a day: run the check again with the same --seed and compare",
	},
	{
		id: "P15",
		level: "SHOULD",
		title: "The result is the same on every replica and after a restart",
		why: "only the operator can reach each replica",
	},
	{
		id: "P16",
		level: "SHOULD",
		title: "An address in the input is not asked",
		why: "it takes a listener under a name of its own",
	},
	{
		id: "P17",
		level: "INFO",
		title: "Inputs are not kept, logged or learnt from; no model is swapped under one version",
		why: "it can only be attested",
	},
];
