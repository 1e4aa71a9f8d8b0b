import { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import { type Breakage, problem, type TinyCall, type TinyReply } from "./tiny-server.js";

/** A correct server with one thing broken, and the one row that must notice. */
export interface BrokenRow extends Breakage {
	readonly row: string;
	readonly what: string;
	readonly mill?: "shouter" | "classifier";
}

type Correct = (call?: TinyCall) => TinyReply;
type Match = (call: TinyCall) => boolean;

const isMill = ({ path }: TinyCall) => !path.includes("$") && /^\/v1\/(?:shouter|classifier)$/.test(path);
const isCall: Match = (call) => isMill(call) && call.method === "POST";
const isPlain: Match = (call) => isCall(call) && call.headers.accept === "application/json";
/** The plain call, in the type that the mill takes. */
const isGood: Match = (call) =>
	isPlain(call) &&
	call.headers["content-type"] === "text/plain" &&
	call.headers["content-encoding"] === undefined;
const isOptions: Match = (call) => isMill(call) && call.method === "OPTIONS";
const isPreflight: Match = (call) => isOptions(call) && call.headers.origin !== undefined;
const accepts =
	(accept: string, method = "POST"): Match =>
	(call) =>
		isMill(call) && call.method === method && call.headers.accept === accept;
const asks =
	(path: string, method = "GET"): Match =>
	(call) =>
		call.path === path && call.method === method;
const both =
	(...matches: readonly Match[]): Match =>
	(call) =>
		matches.every((match) => match(call));

/** Answers what matches in another way. */
function when(
	match: Match,
	change: (correct: Correct, call: TinyCall) => TinyReply,
): NonNullable<Breakage["answer"]> {
	return () => (call, correct) => (match(call) ? change(correct, call) : correct());
}

/** Changes some fields of the answer. */
function fields(headers: TinyReply["headers"]): (correct: Correct) => TinyReply {
	return (correct) => {
		const reply = correct();
		return { ...reply, headers: { ...reply.headers, ...headers } };
	};
}

/** Changes the JSON of an answer. */
function edit(change: (value: Record<string, unknown>) => unknown): (correct: Correct) => TinyReply {
	return (correct) => {
		const reply = correct();
		return { ...reply, body: JSON.stringify(change(JSON.parse(String(reply.body)))) };
	};
}

const status = (code: number, headers?: TinyReply["headers"]) => () => problem(code, headers);
/** As the mill's own call would be answered. */
const asCall = (correct: Correct, call: TinyCall) =>
	correct({ ...call, method: "POST", path: "/v1/shouter" });
const stored = (): TinyReply => ({
	status: 200,
	headers: { "Content-Type": "application/json", Vary: "Accept" },
	body: '{"text":"STORED","length":6}',
});
const SCHEMA = "application/schema+json";
const HAL = "application/hal+json";
const GET_ANY = accepts("*/*", "GET");
const spoilt = edit((value) => ({ ...value, length: -1 }));

/** Answers by what was asked before: `remember` sees every call of the mill and says whether to spoil its answer. */
function remembering(remember: () => (call: TinyCall) => boolean): NonNullable<Breakage["answer"]> {
	return () => {
		const spoils = remember();
		return (call, correct) => {
			const spoil = spoils(call);
			const reply = correct();
			return spoil && reply.status === 200 ? spoilt(() => reply) : reply;
		};
	};
}

/** Counts the uploads that broke off. */
const afterAborts = (then: (call: TinyCall) => boolean) =>
	remembering(() => {
		let aborted = 0;
		return (call) => {
			if (call.method === "ABORTED") aborted++;
			return aborted > 0 && then(call);
		};
	});

const METHODS: readonly BrokenRow[] = [
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
];

const OUTPUT: readonly BrokenRow[] = [
	{
		row: "O1",
		what: "labels results text/json",
		answer: when(isGood, (correct) =>
			correct().status === 200 ? fields({ "Content-Type": "text/json" })(correct) : correct(),
		),
	},
	{
		row: "O2",
		what: "gives lists",
		facts: ({ schema }) => ({ schema: { ...schema, type: ["object", "array"] } }),
		answer: when(isCall, (correct, call) => (isPlain(call) ? edit((value) => [value])(correct) : correct())),
	},
	{
		row: "O3",
		what: "begins with a byte order mark",
		answer: when(isPlain, (correct) => {
			const reply = correct();
			return { ...reply, body: `\ufeff${reply.body}` };
		}),
	},
	{
		row: "O4",
		what: "spells the gender out",
		mill: "classifier",
		facts: ({ run }) => ({ run: (input) => run(input) && { ...run(input), gender: "male" } }),
	},
	{
		row: "O5",
		what: "gives half years",
		mill: "classifier",
		facts: ({ run, schema, xmlSchema }) => ({
			run: (input) => run(input) && { ...run(input), age: 33.5 },
			schema: { ...schema, properties: { age: { type: "number" } } },
			xmlSchema: xmlSchema.replace("xs:integer", "xs:decimal"),
		}),
	},
	{
		row: "O6",
		what: "sees Methuselah",
		mill: "classifier",
		facts: ({ run }) => ({ run: (input) => run(input) && { ...run(input), age: 969 } }),
	},
	{
		row: "O7",
		what: "has no Date on a 405",
		answer: when((call) => call.method === "DELETE", fields({ Date: undefined })),
	},
	{ row: "O8", what: "loses Vary", answer: when(isCall, fields({ Vary: undefined })) },
	{
		row: "O9",
		what: "demands Accept",
		answer: when((call) => isCall(call) && call.headers.accept === undefined, status(406)),
	},
	{ row: "O10", what: "knows no wildcards", answer: when(accepts("application/*"), status(406)) },
	{ row: "O11", what: "answers 400 for 406", answer: when(accepts("text/csv"), status(400)) },
	{ row: "O12", what: "keeps its types to itself", answer: when(accepts("text/csv"), status(406)) },
	{
		row: "O13",
		what: "ignores a weight of 0",
		answer: when(accepts("application/json;q=0, */*;q=0"), (correct, call) =>
			correct({ ...call, headers: { ...call.headers, accept: "*/*" } }),
		),
	},
	{
		row: "O14",
		what: "gives results the mill's address",
		answer: when(isCall, (correct, call) => fields({ "Content-Location": call.path })(correct)),
	},
	{
		row: "O15",
		what: "lets caches keep results",
		answer: when(isCall, fields({ "Cache-Control": "max-age=60" })),
	},
	{
		row: "O16",
		what: "lets browsers sniff its list",
		answer: when(asks("/v1/$list"), fields({ "X-Content-Type-Options": undefined })),
	},
];

const INPUT: readonly BrokenRow[] = [
	{
		row: "I1",
		what: "answers 400 for 415",
		answer: when(
			(call) => isPlain(call) && call.headers["content-type"] === "application/x-nonsense",
			status(400),
		),
	},
	{
		row: "I2",
		what: "does not say what it takes",
		answer: when(
			(call) => isPlain(call) && call.headers["content-type"] === "application/x-nonsense",
			fields({ Accept: undefined }),
		),
	},
	{
		row: "I3",
		what: "answers 404 without Content-Type",
		answer: when((call) => isCall(call) && call.headers["content-type"] === undefined, status(404)),
	},
	{
		row: "I4",
		what: "compares types letter by letter",
		answer: when(
			(call) => isCall(call) && (call.headers["content-type"] ?? "").includes("harmless"),
			status(415, { Accept: "text/plain" }),
		),
	},
	{
		row: "I5",
		what: "crashes on nothing",
		answer: when(
			(call) =>
				isPlain(call) &&
				call.headers["content-length"] === "0" &&
				call.headers["content-type"] === "text/plain",
			// Only the first time: the load of P5 sends nothing too.
			once(status(500)),
		),
	},
	{
		row: "I6",
		what: "crashes on garbage",
		answer: when(
			(call) => isPlain(call) && call.body.subarray(0, 4).equals(Buffer.from("9f8c00ff", "hex")),
			status(500),
		),
	},
	{
		row: "I7",
		what: "crashes on half a picture",
		mill: "classifier",
		answer: when((call) => isPlain(call) && call.body[0] === 0xff && call.body.at(-1) !== 0xd9, status(500)),
	},
	{ row: "I8", what: "wants two gibibytes", onExpect: () => undefined },
	{
		row: "I9",
		what: "reads no chunks",
		answer: when((call) => isCall(call) && call.headers["transfer-encoding"] !== undefined, status(400)),
	},
	{
		row: "I10",
		what: "ignores Content-Encoding",
		answer: when(isCall, (correct, call) =>
			correct({ ...call, headers: { ...call.headers, "content-encoding": undefined } }),
		),
	},
	{
		row: "I10",
		what: "does not say which codings it knows",
		answer: when((call) => call.headers["content-encoding"] !== undefined, status(415)),
	},
	{ row: "I11", what: "expects nothing", onExpect: () => 417 },
];

/** The first time like this, then correctly. */
function once(change: () => TinyReply): (correct: Correct) => TinyReply {
	const used = new WeakSet<object>();
	const key = {};
	return (correct) => {
		if (used.has(key)) return correct();
		used.add(key);
		return change();
	};
}

const bothSchemas: Match = (call) =>
	accepts(SCHEMA, "GET")(call) || asks("/v1/shouter/$schema")(call) || asks("/v1/docs/schema")(call);

const A_PATH: Match = (call) =>
	isMill(call) && /schema\+json/i.test(call.headers.accept ?? "") && call.method !== "POST";

const SCHEMAS: readonly BrokenRow[] = [
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

const halEdit = (change: (value: Record<string, unknown>) => unknown) => when(accepts(HAL), edit(change));

const LINKS: readonly BrokenRow[] = [
	{ row: "B1", what: "answers 400 for HAL", answer: when(accepts(HAL), status(400)) },
	{
		row: "B2",
		what: "has a link without href",
		facts: ({ links }) => ({ links: { ...links, description: { to: 5 } } }),
	},
	{ row: "B2", what: "has links to nothing of it", facts: () => ({ links: { home: { href: "/" } } }) },
	{
		row: "B3",
		what: "links to no schema",
		facts: ({ links }) => ({ links: { ...links, schema: { href: "nowhere" } } }),
	},
	{
		row: "B4",
		what: "links to no text",
		facts: ({ links }) => ({ links: { ...links, description: { href: "nowhere" } } }),
	},
	{ row: "B5", what: "adds to its results in HAL", answer: halEdit((value) => ({ ...value, extra: 1 })) },
	{
		row: "B6",
		what: "labels HAL application/json",
		answer: when(accepts(HAL), fields({ "Content-Type": "application/json" })),
	},
	{
		row: "B7",
		what: "gives results an address",
		facts: ({ links }) => ({ links: { ...links, self: { href: "shouter/1" } } }),
	},
	{
		row: "B7",
		what: "sends Location with HAL",
		answer: when(accepts(HAL), fields({ Location: "/v1/shouter/1" })),
	},
	{
		row: "B8",
		what: "has a Link to nowhere",
		answer: when(isPlain, fields({ Link: '<nowhere>; rel="describedby"' })),
	},
];

const refuses = (row: string, path: string): BrokenRow => ({
	row,
	what: `answers 400 at ${path}`,
	answer: when(asks(path), status(400)),
});

const URLS: readonly BrokenRow[] = [
	refuses("C1", "/v1/$list"),
	refuses("C2", "/v1/shouter/$schema"),
	refuses("C3", "/v1/shouter/$description"),
	refuses("C4", "/v1/$schema"),
	refuses("C5", "/v1/$description"),
	{
		row: "C6",
		what: "is not in its list",
		facts: () => ({ list: { methods: [{ name: "other-tool" }] } }),
	},
	{ row: "C7", what: "does not know %24", answer: when(asks("/v1/shouter/%24schema"), status(404)) },
	{
		row: "C8",
		what: "has two schemas",
		answer: when(
			(call) => /^\/v1\/shouter\/(?:\$|%24)schema$/.test(call.path) && call.method === "GET",
			edit((value) => ({ ...value, description: "Another" })),
		),
	},
	{ row: "C9", what: "runs its schema", answer: when(asks("/v1/shouter/$schema", "POST"), asCall) },
	{ row: "C10", what: "answers $nonsense", answer: when(asks("/v1/shouter/$nonsense"), stored) },
	{ row: "C11", what: "has a catalogue without itself", facts: () => ({ catalogue: { linkset: [] } }) },
	{
		row: "C12",
		what: "describes two operations",
		facts: () => ({ openApi: { openapi: "3.1.1", paths: { "/shouter": { post: {}, put: {} } } } }),
	},
	{
		row: "C12",
		what: "is not in its OpenAPI document",
		facts: () => ({ openApi: { openapi: "3.1.1", paths: {} } }),
	},
];

const DISCOVERY: readonly BrokenRow[] = [
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

const XML: readonly BrokenRow[] = [
	{ row: "X1", what: "answers 400 for XML", answer: when(accepts("application/xml"), status(400)) },
	{
		row: "X2",
		what: "declares another encoding",
		answer: when(accepts("application/xml"), (correct) => {
			const reply = correct();
			return { ...reply, body: String(reply.body).replace("UTF-8", "ISO-8859-1") };
		}),
	},
	{
		row: "X2",
		what: "has no root element",
		facts: ({ offers }) => ({ offers }),
		answer: when(
			(call) => accepts("application/xml")(call) || accepts("application/schema+xml", "GET")(call),
			(correct, call) => (call.method === "GET" ? problem(404) : { ...correct(), body: "nothing" }),
		),
	},
	{
		row: "X3",
		what: "has an XML Schema that lies",
		facts: ({ xmlSchema }) => ({ xmlSchema: xmlSchema.replace('name="length"', 'name="width"') }),
	},
];

const isNonsense: Match = (call) =>
	isPlain(call) && call.headers["content-type"] === "application/x-nonsense";

const ERRORS: readonly BrokenRow[] = [
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

const ADDRESSES: readonly BrokenRow[] = [
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
	{ row: "R5", what: "takes two framings", options: { insecureHTTPParser: true } },
];

/** The text of the input, in short: its first letter. */
const letter = (call: TinyCall) => call.body.toString("latin1", 0, 1);

const PURITY: readonly BrokenRow[] = [
	{
		row: "P1",
		what: "tires of the same input",
		answer: remembering(() => {
			let last = "";
			let times = 0;
			return (call) => {
				if (!isPlain(call)) return false;
				const text = call.body.toString("latin1");
				times = text === last ? times + 1 : 1;
				last = text;
				return text === "Rye grows here" && times === 16;
			};
		}),
	},
	{
		row: "P2",
		what: "remembers what it was asked in turns",
		answer: remembering(() => {
			let past = "";
			return (call) => {
				if (isPlain(call)) past = (past + letter(call)).slice(-7);
				return past === "RWRBROR";
			};
		}),
	},
	{
		row: "P3",
		what: "answers by the order of calls",
		answer: remembering(() => {
			let past = "";
			return (call) => {
				if (isPlain(call)) past = (past + letter(call)).slice(-2);
				return past === "OB" || past === "BW" || past === "OW";
			};
		}),
	},
	{
		row: "P4",
		what: "mixes up calls that come together",
		answer: () => {
			let running = 0;
			let crowded = false;
			return async (call, correct) => {
				if (!isPlain(call)) return correct();
				running++;
				crowded ||= running > 4;
				await sleep(5);
				const reply = correct();
				const spoil = crowded && reply.status === 200;
				if (--running === 0) crowded = false;
				return spoil ? spoilt(() => reply) : reply;
			};
		},
	},
	{
		row: "P5",
		what: "is hurt by broken uploads",
		answer: afterAborts(both(isPlain, (call) => letter(call) === "R")),
	},
	{
		row: "P6",
		what: "answers by who asks",
		answer: when(
			(call) => isPlain(call) && call.headers["accept-language"] !== undefined,
			edit((value) => ({ ...value, text: "NUQNEH" })),
		),
	},
	{ row: "P7", what: "sets cookies", answer: when(isCall, fields({ "Set-Cookie": "visits=1" })) },
	{ row: "P8", what: "sends Location", answer: when(isPlain, fields({ Location: "/v1/shouter/1" })) },
	{ row: "P9", what: "keeps the last result", answer: when(asks("/v1/shouter/last"), stored) },
	{
		row: "P10",
		what: "looks its answers up",
		answer: when(
			(call) =>
				isPlain(call) &&
				!/^[A-Z][a-z]+ grows? [a-z]+$/.test(call.body.toString("latin1")) &&
				call.body.length > 20,
			edit((value) => ({ ...value, text: "UNKNOWN" })),
		),
	},
	{
		row: "P11",
		what: "answers by the framing",
		answer: when((call) => isCall(call) && call.headers["transfer-encoding"] !== undefined, spoilt),
	},
	{
		row: "P12",
		what: "keeps results",
		answer: () => {
			const known = new Set<string>();
			return async (call, correct) => {
				const text = call.body.toString("latin1");
				if (isPlain(call) && !known.has(text)) await sleep(120);
				known.add(text);
				return correct();
			};
		},
	},
	{
		row: "P13",
		what: "has a schema that learns",
		answer: () => {
			let aborted = 0;
			return (call, correct) => {
				if (call.method === "ABORTED") aborted++;
				return aborted > 0 && bothSchemas(call)
					? edit((value) => ({ ...value, description: "Learnt" }))(correct)
					: correct();
			};
		},
	},
	{
		row: "P18",
		what: "judges bytes, not pixels",
		mill: "classifier",
		facts: ({ run }) => ({ run: (input) => run(input) && { gender: "m", age: input.length % 100 } }),
	},
];

/** At least one for each row that can be checked. */
export const BROKEN_ROWS: readonly BrokenRow[] = [
	...METHODS,
	...OUTPUT,
	...INPUT,
	...SCHEMAS,
	...LINKS,
	...URLS,
	...DISCOVERY,
	...XML,
	...ERRORS,
	...ADDRESSES,
	...PURITY,
];
