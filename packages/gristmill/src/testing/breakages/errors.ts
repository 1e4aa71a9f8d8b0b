import { type BrokenRow, edit, fields, isCall, isPlain, type Match, status, when } from "./ways.js";

const isNonsense: Match = (call) =>
	isPlain(call) && call.headers["content-type"] === "application/x-nonsense";

export const ERRORS: readonly BrokenRow[] = [
	{
		row: "E1",
		what: "has errors in plain text",
		answer: when(isNonsense, fields({ "Content-Type": "text/plain" })),
	},
	{
		row: "E2",
		what: "has errors with two statuses",
		answer: when(
			isNonsense,
			edit((value) => ({ ...value, status: 400 })),
		),
	},
	{
		row: "E3",
		what: "shows its stack",
		answer: when(
			isNonsense,
			edit((value) => ({ ...value, detail: "Error: no\n    at parse (/srv/app/parse.js:12:3)" })),
		),
	},
	{
		row: "E4",
		what: "says that it wants credentials and does not",
		facts: ({ schema }) => ({ schema: { ...schema, security: [{ basic: [] }] } }),
	},
	{
		row: "E5",
		what: "crashes on a type that nobody has heard of",
		answer: when(
			(call) => isCall(call) && call.headers["content-type"] === "application/x-garbage",
			status(500),
		),
	},
];
