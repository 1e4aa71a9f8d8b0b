import { asks, type BrokenRow, edit, fields, isCall, isPreflight, status, when } from "./ways.js";

export const DISCOVERY: readonly BrokenRow[] = [
	{
		row: "D1",
		what: "offers no discovery at all",
		facts: () => ({ offers: { negotiation: false, links: false, urls: false } }),
		answer: when(isCall, fields({ Link: undefined })),
	},
	{ row: "D2", what: "has a description that says nothing", facts: () => ({ description: "Hello.\n" }) },
	{
		row: "D3",
		what: "has a list that counts",
		answer: () => {
			let count = 0;
			return (call, correct) =>
				asks("/v1/$list")(call) ? edit((value) => ({ ...value, count: count++ }))(correct) : correct();
		},
	},
	{
		row: "D4",
		what: "wants credentials for a preflight",
		answer: when(isPreflight, status(401, { "WWW-Authenticate": "Basic" })),
	},
	{
		row: "D5",
		what: "has half of CORS",
		answer: when(isPreflight, fields({ "Access-Control-Allow-Headers": undefined })),
	},
];
