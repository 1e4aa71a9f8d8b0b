import { asCall, asks, type BrokenRow, spoilt, when } from "./ways.js";

export const ADDRESSES: readonly BrokenRow[] = [
	{ row: "R1", what: "answers with a slash behind it", answer: when(asks("/v1/shouter/", "POST"), asCall) },
	{ row: "R2", what: "answers in capitals", answer: when(asks("/v1/SHOUTER", "POST"), asCall) },
	{
		row: "R3",
		what: "changes its mind by a parameter",
		answer: when(
			(call) => call.query === "unknown=1",
			(correct, call) => spoilt(() => correct({ ...call, query: "" })),
		),
	},
	{ row: "R4", what: "needs no Host", options: { requireHostHeader: false } },
	{
		row: "R5",
		what: "takes two framings",
		options: { insecureHTTPParser: true },
		settings: { closing: 300 },
	},
];
