import {
	accepts,
	type BrokenRow,
	fields,
	GET_ANY,
	isMill,
	type Match,
	SCHEMA,
	status,
	when,
} from "./ways.js";

const A_PATH: Match = (call) =>
	isMill(call) && /schema\+json/i.test(call.headers.accept ?? "") && call.method !== "POST";

export const SCHEMAS: readonly BrokenRow[] = [
	{ row: "A1", what: "answers 400 for its schema", answer: when(accepts(SCHEMA, "GET"), status(400)) },
	{
		row: "A1",
		what: "answers 405 for its schema",
		answer: when(accepts(SCHEMA, "GET"), status(405, { Allow: "POST" })),
	},
	{
		row: "A2",
		what: "labels its schema application/json",
		answer: when(A_PATH, (correct) => {
			const reply = correct();
			return reply.status === 200
				? fields({ "Content-Type": "application/json; charset=utf-8" })(() => reply)
				: reply;
		}),
	},
	{
		row: "A3",
		what: "names no charset",
		answer: when(accepts(SCHEMA, "GET"), fields({ "Content-Type": SCHEMA })),
	},
	{
		row: "A4",
		what: "has a schema that is none",
		facts: ({ schema }) => ({ schema: { ...schema, properties: { length: { minimum: "zero" } } } }),
	},
	{
		row: "A4",
		what: "has a schema that is no JSON",
		facts: ({ offers }) => ({ offers: { ...offers, urls: false } }),
		answer: when(accepts(SCHEMA, "GET"), (correct) => ({ ...correct(), body: "type: object" })),
	},
	{
		row: "A5",
		what: "has a schema that lies",
		facts: ({ schema }) => ({ schema: { ...schema, properties: { length: { type: "string" } } } }),
	},
	{
		row: "A6",
		what: "has a schema that says nothing",
		facts: ({ schema: { $defs, $schema, title } }) => ({ schema: { $schema, title, $defs } }),
	},
	{
		row: "A7",
		what: "does not describe its input",
		facts: ({ schema }) => ({ schema: { ...schema, $defs: { operation: { const: { security: [] } } } } }),
	},
	{
		row: "A8",
		what: "does not say whether credentials are needed",
		facts: ({ schema }) => ({ schema: { ...schema, $defs: { input: { contentMediaType: "text/plain" } } } }),
	},
	{
		row: "A9",
		what: "refuses HEAD for its schema",
		answer: when(accepts(SCHEMA, "HEAD"), status(405, { Allow: "POST" })),
	},
	{
		row: "A10",
		what: "loses Vary on its schema",
		answer: when(accepts(SCHEMA, "GET"), fields({ Vary: undefined })),
	},
	{ row: "A10", what: "loses Vary on its refusal", answer: when(GET_ANY, fields({ Vary: undefined })) },
	{
		row: "A11",
		what: "prefers wildcards",
		answer: when(accepts(`${SCHEMA}, */*;q=0.1`, "GET"), status(405, { Allow: "POST" })),
	},
	{
		row: "A12",
		what: "gives the schema for q=0",
		answer: when(accepts(`${SCHEMA};q=0`, "GET"), (correct, call) =>
			correct({ ...call, headers: { accept: SCHEMA } }),
		),
	},
	{
		row: "A13",
		what: "reads Accept letter by letter",
		answer: when(accepts(SCHEMA.toUpperCase(), "GET"), status(405, { Allow: "POST" })),
	},
	{
		row: "A14",
		what: "stumbles over a charset",
		answer: when(accepts(`${SCHEMA}; charset=utf-8`, "GET"), status(406)),
	},
	{
		row: "A15",
		what: "gives results to who accepts only the schema",
		answer: when(accepts(SCHEMA), (correct, call) =>
			correct({ ...call, headers: { ...call.headers, accept: "*/*" } }),
		),
	},
	{
		row: "A16",
		what: "has an XML Schema that is none",
		facts: () => ({ xmlSchema: "<no/>" }),
		answer: when(accepts("application/xml"), status(406)),
	},
	{
		row: "A17",
		what: "has an empty description on its address",
		answer: when(accepts("x-text/docs", "GET"), (correct) => ({ ...correct(), body: "" })),
	},
	{
		row: "A18",
		what: "ignores If-None-Match",
		answer: when(
			(call) => call.headers["if-none-match"] !== undefined,
			(correct, call) => correct({ ...call, headers: { accept: SCHEMA } }),
		),
	},
	{ row: "A19", what: "has one ETag for everything", facts: () => ({ tag: () => '"one"' }) },
	{
		row: "A20",
		what: "lets caches keep its 405",
		facts: ({ offers }) => ({ offers: { ...offers, negotiation: false } }),
		answer: when(GET_ANY, fields({ Vary: undefined, "Cache-Control": undefined })),
	},
	{
		row: "A21",
		what: "has the schema of another",
		facts: ({ schema }) => ({ schema: { ...schema, title: "other-tool" } }),
	},
];
