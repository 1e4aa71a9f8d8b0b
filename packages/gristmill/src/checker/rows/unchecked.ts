import type { UncheckedRow } from "../probe/row.js";

/** The rules that requests cannot check within seconds. */
export const UNCHECKED_ROWS: readonly UncheckedRow[] = [
	{
		id: "P14",
		level: "SHOULD",
		title: "The result stays the same after a minute, an hour and a day",
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
		title: "A URL in the input is not requested",
		why: "it needs a listener with its own host name",
	},
	{
		id: "P17",
		level: "INFO",
		title: "Inputs are not stored, logged or used for training; the model does not change within a version",
		why: "only the operator can confirm it",
	},
];
