import {
	accepts,
	asCall,
	asks,
	type BrokenRow,
	GET_ANY,
	isGood,
	isMill,
	isOptions,
	isPreflight,
	status,
	stored,
	when,
} from "./ways.js";

export const METHODS: readonly BrokenRow[] = [
	{ row: "M1", what: "refuses its own example", answer: when(isGood, status(422)) },
	{
		row: "M2",
		what: "refuses OPTIONS",
		answer: when((call) => isOptions(call) && !isPreflight(call), status(403)),
	},
	{ row: "M3", what: "leaves OPTIONS out of Allow", facts: () => ({ allow: "POST" }) },
	{ row: "M4", what: "names two methods", facts: () => ({ allow: "POST, PUT, OPTIONS" }) },
	...(["PUT", "PATCH", "DELETE"] as const).map((method, i) => ({
		row: `M${5 + i}`,
		what: `takes ${method} too`,
		answer: when((call) => isMill(call) && call.method === method, asCall),
	})),
	{
		row: "M6",
		what: "refuses PATCH without Allow",
		answer: when((call) => isMill(call) && call.method === "PATCH", status(405)),
	},
	{
		row: "M8",
		what: "answers GET from storage",
		answer: when((call) => GET_ANY(call) || accepts("*/*", "HEAD")(call), stored),
	},
	{
		row: "M9",
		what: "answers GET without Accept from storage",
		answer: when(
			(call) => isMill(call) && call.method === "GET" && call.headers.accept === undefined,
			stored,
		),
	},
	{ row: "M10", what: "answers HEAD otherwise than GET", answer: when(accepts("*/*", "HEAD"), stored) },
	{
		row: "M11",
		what: "echoes TRACE",
		answer: when(
			(call) => call.method === "TRACE",
			() => ({ status: 200, headers: { "Content-Type": "message/http" }, body: "TRACE" }),
		),
	},
	{
		row: "M12",
		what: "likes unknown methods",
		onUnreadable: (code) => (code === "HPE_INVALID_METHOD" ? 204 : 400),
	},
	{
		row: "M13",
		what: "finds mills that are not there",
		answer: when(asks("/v1/no-such-mill-xyz", "POST"), asCall),
	},
	{ row: "M14", what: "takes QUERY beside POST", answer: when((call) => call.method === "QUERY", asCall) },
	{
		row: "M15",
		what: "names other methods in a 405",
		answer: when((call) => isMill(call) && call.method === "PUT", status(405, { Allow: "POST" })),
	},
	{
		row: "M16",
		what: "looks results up by ?id=",
		answer: when((call) => isMill(call) && call.method === "GET" && call.query === "id=1", stored),
	},
	{
		row: "M17",
		what: "computes a GET with X-HTTP-Method-Override: POST",
		answer: when((call) => isMill(call) && call.headers["x-http-method-override"] === "POST", asCall),
	},
	{
		row: "M17",
		what: "deletes on a POST with X-HTTP-Method: DELETE",
		answer: when(
			(call) => isMill(call) && call.headers["x-http-method"] === "DELETE",
			() => ({ status: 204 }),
		),
	},
	{
		row: "M17",
		what: "refuses a POST with X-Method-Override: GET",
		answer: when((call) => isMill(call) && call.headers["x-method-override"] === "GET", status(405)),
	},
];
