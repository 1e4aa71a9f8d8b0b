import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { validateHeaderName, validateHeaderValue } from "node:http";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import fc, { type Arbitrary } from "fast-check";
import { bytes, image, json } from "../core/definition/input.js";
import type { Mill } from "../core/definition/mill.js";
import { parseAccept } from "../core/http-words/accept.js";
import { codingWeight } from "../core/http-words/encodings.js";
import { parseMediaType } from "../core/http-words/media-type.js";
import { parameterReader, queryPairs } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { PROBLEMS, type ProblemKind } from "../core/problem-table.js";
import { plain } from "../core/schema/json-schema.js";
import { Type } from "../core/schema/type.js";
import { Cancellation } from "../runtime/cancellation.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { parseCoding } from "./body/inflate.js";
import { parseTarget } from "./flow/route.js";
import { answerOf } from "./handle.js";
import type { Host } from "./host/host.js";
import { createServer } from "./server.js";
import { makeHost } from "./service/make-host.js";
import type { HttpReply } from "./wire/message.js";

/** How often each property is tried; more by TEST_RUNS=100000. */
const RUNS = Number(process.env.TEST_RUNS ?? 50);
const SETTINGS = { log: () => {}, cors: ["https://a.example"] };

const PARAMETERS = Type.Object({
	word: Type.Optional(Type.String()),
	share: Type.Optional(Type.Number()),
	count: Type.Optional(Type.Integer()),
	loud: Type.Optional(Type.Boolean()),
	scheme: Type.Optional(Type.Enum(["word", "line"])),
	level: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2.5)])),
	tags: Type.Optional(Type.Array(Type.String())),
	sizes: Type.Optional(Type.Array(Type.Number())),
	flags: Type.Optional(Type.Array(Type.Boolean())),
});
const NESTED = Type.Object({
	title: Type.String({ maxLength: 20 }),
	parts: Type.Array(
		Type.Object({ kind: Type.Enum(["a", "b"]), at: Type.Tuple([Type.Integer(), Type.Number()]) }),
	),
	marks: Type.Optional(Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Null()]))),
});

/** Says how large its input is; the fields say in what a mill differs from that. */
const sizer = (name: string, fields: object) =>
	emptyMill({
		name,
		output: Type.Object({ size: Type.Integer() }),
		run: (input: string) => ({ size: input.length }),
		...fields,
	});
const MILLS = [
	sizer("text-mirror", {
		parameters: PARAMETERS,
		output: Type.Object({ text: Type.String(), parameters: PARAMETERS }),
		run: (input: string, { parameters }: { parameters: object }) => ({ text: input, parameters }),
	}),
	sizer("part-counter", {
		input: { "application/json": json(NESTED) },
		run: ({ parts }: { parts: unknown[] }) => ({ size: parts.length }),
	}),
	sizer("byte-counter", {
		method: "QUERY",
		path: "byte-counter/{label}",
		parameters: Type.Object({ label: Type.String() }),
		input: { "application/octet-stream": bytes({ maxBytes: 4096 }) },
	}),
	sizer("image-sizer", { method: "GET", input: { "image/jpeg": image(), "image/png": image() } }),
];

interface Sent {
	method: string;
	target: string;
	headers: Readonly<Record<string, string | undefined>>;
	body: Uint8Array;
}
const call = (
	method: string,
	target: string,
	type: string,
	body: string | Uint8Array,
	headers = {},
): Sent => ({
	method,
	target,
	headers: { "content-type": type, ...headers },
	body: typeof body === "string" ? Buffer.from(body, "latin1") : body,
});

/** A good call of each mill, which the properties spoil in one place or in all. */
const GOOD = [
	call("POST", "/text-mirror", "text/plain", "grist"),
	call("POST", "/part-counter", "application/json", '{"title":"a","parts":[{"kind":"a","at":[1,2.5]}]}'),
	call("QUERY", "/byte-counter/x", "application/octet-stream", "grist"),
	call("GET", "/image-sizer", "image/jpeg", "\xff\xd8\xff\xe0"),
] as const;

let host: Host;
before(async () => {
	host = await makeHost(MILLS, SETTINGS);
});
after(() => host.close());

const send = (sent: Sent, to: Host = host): Promise<HttpReply> =>
	answerOf(to, {
		...sent,
		id: "id",
		read: async () => sent.body,
		cancellation: new Cancellation(),
	});
const sendTo = async (mill: Mill, sent: Sent): Promise<HttpReply> => {
	const alone = await makeHost([mill], SETTINGS);
	return send(sent, alone).finally(() => alone.close());
};

/** What must hold of every answer to a stranger: no 5xx, sendable, and a problem that agrees with its status. */
function assertHonest({ status, headers, body }: HttpReply): void {
	for (const [name, value] of Object.entries(headers)) {
		validateHeaderName(name);
		validateHeaderValue(name, value);
	}
	const content = Buffer.from(headers["Content-Encoding"] === "gzip" ? gunzipSync(body) : body).toString();
	if (status < 400) {
		assert.ok([200, 204, 304, 308].includes(status), `status ${status}`);
		if (/json/.test(headers["Content-Type"] ?? "")) JSON.parse(content);
		return;
	}
	assert.ok(status < 500, content);
	const problem = JSON.parse(content);
	assert.equal(headers["Content-Type"], "application/problem+json");
	assert.equal(problem.status, status);
	assert.equal(problem.instance, "id");
	assert.equal(problem.type, `/$problems/${problem.code}`);
	assert.equal((PROBLEMS as Readonly<Record<string, ProblemKind>>)[problem.code]?.status, status);
	assert.equal(status === 405, headers.Allow !== undefined);
	assert.ok(body.length < 4096, "a refusal must not grow with what was sent");
}

const oneOf = (list: string) => fc.constantFrom(...list.split(" "));
const pieces = (list: string) => fc.array(oneOf(list)).map((words) => words.join(""));
// node:http hands us strings of bytes, one character each.
const byteString = fc.uint8Array({ maxLength: 40 }).map((list) => Buffer.from(list).toString("latin1"));
const anyText = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.string({ unit: fc.constantFrom(...' +%&=?#$,;"\\<>]\r\n\t\0aé😀\ufeff') }),
);
const field = (list: string) =>
	fc.oneof(byteString, anyText, pieces(`${list} , ; = " \\ \t * / q= 0.5 0 \0 é`), pieces(`${list} , ;q=`));

const FIELDS: Readonly<Record<string, Arbitrary<string>>> = {
	"content-type": field("text/plain image/jpeg application/json charset utf-16 utf-8 latin1"),
	accept: field("application/json application/schema+json application/xml x-text/docs */* ;q=0,"),
	"accept-encoding": field("gzip br identity x-gzip gzip;q=1,"),
	"content-encoding": field("gzip br deflate x-gzip identity"),
	"if-none-match": field('W/" "a" *'),
	"content-length": field("1 9 - e Infinity"),
	host: field("localhost : [ ] @ # < 80"),
	origin: field("https://a.example https:// null a.example"),
};
const methods = fc.oneof(oneOf("GET HEAD POST QUERY OPTIONS PUT DELETE CONNECT TRACE get "), byteString);
const queries = fc.oneof(
	byteString,
	pieces("$schema %24 $description word tags count type = & % %C3 %A9 + 1 e9 true application/xml"),
);
const segments = fc.oneof(
	byteString,
	pieces("text-mirror byte-counter $schema $list $problems %24 %2F % %E9 . .. : x crashed constructor"),
);
const targets = fc.oneof(
	fc.tuple(oneOf("/byte-counter/ /text-mirror/ /$problems/ /"), segments).map((parts) => parts.join("")),
	fc.array(segments, { maxLength: 4 }).map((list) => `/${list.join("/")}`),
	pieces("http:// / localhost text-mirror ? * # $schema .well-known/api-catalog"),
	byteString,
);
const nearlyNested = fc.record(
	{
		title: fc.oneof(fc.string(), fc.jsonValue()),
		parts: fc.oneof(fc.array(fc.record({ kind: oneOf("a b c"), at: fc.array(fc.double()) })), fc.jsonValue()),
		marks: fc.oneof(fc.dictionary(fc.string(), fc.constantFrom(true, null, 1)), fc.jsonValue()),
		extra: fc.jsonValue(),
	},
	{ requiredKeys: [] },
);
const bodies: Arbitrary<Uint8Array> = fc.oneof(
	fc.uint8Array({ maxLength: 6000 }),
	anyText.map((characters) => Buffer.from(characters)),
	fc.oneof(fc.jsonValue(), nearlyNested).map((value) => Buffer.from(JSON.stringify(value))),
	fc.json().chain((whole) => fc.nat(whole.length).map((cut) => Buffer.from(whole.slice(0, cut)))),
	fc
		.tuple(fc.constantFrom("\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "GIF89a"), fc.uint8Array())
		.map(([head, tail]) => Buffer.concat([Buffer.from(head, "latin1"), tail])),
	fc.uint8Array({ maxLength: 9000 }).map((inside) => gzipSync(inside)),
);

/** A good call with some parts left to chance. */
const spoiled = (parts: { [Part in keyof Sent]?: Arbitrary<Sent[Part]> }): Arbitrary<Sent> =>
	fc
		.tuple(fc.constantFrom(...GOOD), fc.record(parts) as Arbitrary<Partial<Sent>>)
		.map(([good, bad]) => ({ ...good, ...bad, headers: { ...good.headers, ...bad.headers } }));

const tried = <T>(arbitrary: Arbitrary<T>, holds: (value: T) => Promise<void> | void, numRuns = RUNS) => {
	const property = fc.asyncProperty(arbitrary, async (value) => holds(value));
	return fc.assert(property, { numRuns });
};
const neverFails = (sent: Arbitrary<Sent>) => tried(sent, async (one) => assertHonest(await send(one)));

test("the number of random inputs per property is printed once", (t) => {
	assert.ok(Number.isSafeInteger(RUNS) && RUNS > 0, "TEST_RUNS must be a positive whole number");
	t.diagnostic(`TEST_RUNS: ${RUNS} runs per property`);
});

test("the calls that the properties vary succeed unchanged", async () => {
	for (const good of GOOD) assert.equal((await send(good)).status, 200, good.target);
});

for (const [name, values] of Object.entries(FIELDS)) {
	test(`a call with any text as its ${name} is answered or refused, never failed`, () =>
		neverFails(spoiled({ headers: fc.record({ [name]: values }) })));
	test(`a document that is asked for with any text as ${name} is sent or refused, never failed`, () => {
		const target = oneOf(
			"/text-mirror/$schema /$list /$description /.well-known/api-catalog /image-sizer?$schema",
		);
		return neverFails(
			spoiled({ method: fc.constant("GET"), target, headers: fc.record({ [name]: values }) }),
		);
	});
}

test("any text as the method is answered or refused, never failed", () =>
	neverFails(spoiled({ method: methods })));

test("any text as the address is answered or refused, never failed", () =>
	neverFails(spoiled({ target: targets })));

test("any text as the query is answered or refused, never failed", () => {
	const paths = oneOf("/text-mirror /text-mirror/$schema /byte-counter/x /image-sizer");
	return neverFails(spoiled({ target: fc.tuple(paths, queries).map((pair) => pair.join("?")) }));
});

test("any bytes as the body of any kind of mill are answered or refused, never failed", async () => {
	const statuses = new Set<number>();
	await tried(spoiled({ body: bodies }), async (sent) => {
		const reply = await send(sent);
		assertHonest(reply);
		statuses.add(reply.status);
	});
	// Or the bodies above would be so wild that none of them ever got as far as a mill.
	if (RUNS >= 300)
		assert.deepEqual(
			[200, 400, 415, 422].filter((status) => !statuses.has(status)),
			[],
		);
});

test("any bytes in any charset and any form of result are answered or refused, never failed", () => {
	const headers = fc.record({
		"content-type": oneOf("utf-8 utf-16 utf-16be windows-1252 shift_jis gb18030 iso-2022-jp").map(
			(charset) => `text/plain; charset=${charset}`,
		),
		accept: oneOf("application/json application/hal+json application/xml"),
		"accept-encoding": oneOf("gzip identity"),
	});
	return neverFails(
		spoiled({ method: fc.constant("POST"), target: fc.constant("/text-mirror"), headers, body: bodies }),
	);
});

test("any bytes under any content coding are answered or refused, never failed", () =>
	neverFails(
		spoiled({ headers: fc.record({ "content-encoding": oneOf("gzip deflate br x-gzip") }), body: bodies }),
	));

test("a request in which everything is left to chance is answered or refused, never failed", () => {
	const headers = fc.record(FIELDS, { requiredKeys: [] });
	return neverFails(fc.record({ method: methods, target: targets, headers, body: bodies }));
});

test("every text comes back unchanged from a mill that mirrors it", () =>
	tried(anyText, async (written) => {
		const { body } = await send(call("POST", "/text-mirror", "text/plain", Buffer.from(written)));
		assert.equal(JSON.parse(Buffer.from(body).toString()).text, written);
	}));

const token = fc.string({ unit: fc.constantFrom(..."!#$%&'*+-.^_`|~09azAZ"), minLength: 1, maxLength: 9 });
const printed = (essence: string, parameters: ReadonlyMap<string, string>) =>
	[
		essence,
		...Array.from(parameters, ([name, value]) => `${name}="${value.replace(/["\\]/g, "\\$&")}"`),
	].join("; ");

test("a media type is read back as it was written, whatever its parameters hold", () => {
	const lower = token.map((name) => name.toLowerCase());
	const parameters = fc.array(fc.tuple(lower, anyText)).map((pairs) => new Map(pairs));
	return tried(fc.tuple(token, token, parameters), ([type, subtype, values]) => {
		const essence = `${type}/${subtype}`;
		const expected = { essence: essence.toLowerCase(), parameters: values };
		assert.deepEqual(parseMediaType(printed(essence, values)), expected);
	});
});

test("any text that is read as a media type is read the same once it is written anew", () =>
	tried(field("text/plain a/b; a/b; x=y charset=utf-8 ;c="), (value) => {
		const once = parseMediaType(value);
		if (once) assert.deepEqual(parseMediaType(printed(once.essence, once.parameters)), once);
	}));

test("parameters of every type are read back from a query as they were written", () => {
	const { readQuery } = parameterReader(plain(PARAMETERS), []);
	// Written as text, -0 is 0.
	const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
	const list = <T>(member: Arbitrary<T>) => fc.array(member, { minLength: 1 });
	const values = fc.record(
		{
			word: anyText,
			share: numbers,
			count: fc.maxSafeInteger().map((value) => value + 0),
			loud: fc.boolean(),
			scheme: oneOf("word line"),
			level: fc.constantFrom(1, 2.5),
			tags: list(anyText),
			sizes: list(numbers),
			flags: list(fc.boolean()),
		},
		{ requiredKeys: [], noNullPrototype: true },
	);
	return tried(values, (given) => {
		const pairs = Object.entries(given).flatMap(([name, value]) =>
			[value].flat().map((one): [string, string] => [name, String(one)]),
		);
		const escaped = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
		assert.deepEqual(readQuery(escaped, {}), given);
		// As a form writes it: a space is a plus sign, and much more is escaped.
		assert.deepEqual(readQuery(new URLSearchParams(pairs).toString(), {}), given);
	});
});

// A parser whose time grows with the square of its input would not come back within the hour.
const megabyte = (piece: string) => piece.repeat(2 ** 20 / piece.length);

test("a megabyte of separators is read by every parser, which comes back", () => {
	const { readQuery } = parameterReader(plain(PARAMETERS), []);
	const orProblem = (read: () => unknown) => {
		try {
			read();
		} catch (error) {
			assert.ok(Problem.is(error), String(error));
		}
	};
	for (const [start, piece] of [
		["a/b", ","],
		["a/b;c=", ";"],
		["a/b;c=", '"'],
		['a/b;c="', "\\"],
		['a/b;c="', '"\\'],
		["gzip;q=1", " "],
		["a/b;c=", "a/b;q=0,"],
		["word=", "%"],
		["word=", "&"],
		["", "tags=1&"],
	] as const) {
		const value = `${start}${megabyte(piece)}x`;
		parseMediaType(value);
		parseAccept(value);
		codingWeight(value, "gzip");
		parseCoding(value);
		parseTarget(value);
		orProblem(() => [...queryPairs(value)]);
		orProblem(() => readQuery(value, {}));
	}
});

test("a megabyte of separators in any place of a request is answered or refused", async () => {
	const [good] = GOOD;
	// By default one of the separators: the test before gives all of them to each parser.
	for (const piece of [",", ";", '"', "\\", "&"]) {
		const value = megabyte(piece);
		for (const name of Object.keys(FIELDS))
			assertHonest(await send({ ...good, headers: { ...good.headers, [name]: value } }));
		for (const target of [
			`/text-mirror?${value}`,
			`/text-mirror?tags=${value}`,
			`/byte-counter/${value}`,
			value,
		])
			assertHonest(await send({ ...good, target }));
		assertHonest(await send({ ...good, method: value }));
		assertHonest(await send(call("GET", "/text-mirror/$schema", "", "", { "if-none-match": value })));
	}
});

test("JSON that is nested too deep for the validator of a recursive schema is the caller's fault", async () => {
	const tree = Type.Cyclic({ Tree: Type.Object({ kids: Type.Array(Type.Ref("Tree")) }) }, "Tree");
	const mill = sizer("tree-counter", { input: { "application/json": json(tree) }, run: () => ({ size: 1 }) });
	const body = '{"kids":['.repeat(50_000) + "]}".repeat(50_000);
	assertHonest(await sendTo(mill, call("POST", "/tree-counter", "application/json", body)));
});

test("JSON that is nested too deep to be written again is the caller's fault", async () => {
	const mill = sizer("json-mirror", {
		input: { "application/json": json(Type.Unknown()) },
		output: Type.Object({ value: Type.Unknown() }),
		run: (value: unknown) => ({ value }),
	});
	const body = "[".repeat(200_000) + "]".repeat(200_000);
	assertHonest(await sendTo(mill, call("POST", "/json-mirror", "application/json", body)));
});

test("the further members of a mill's problem cannot replace those that every problem has", async () => {
	const own = { type: "/$problems/no-face", code: "no-face", title: "No face", status: 422, instance: "id" };
	const mill = sizer("face-finder", {
		problems: { "no-face": { status: 422, title: "No face", todo: "Send a face." } },
		run: () => {
			const lies = { type: "x", code: "fine", title: "z", status: 200, instance: "y", detail: "w" };
			throw new Problem("no-face", "None.", { ...lies, faces: 0 });
		},
	});
	const { status, body } = await sendTo(mill, call("POST", "/face-finder", "text/plain", "x"));
	assert.equal(status, 422);
	assert.deepEqual(JSON.parse(Buffer.from(body).toString()), { ...own, detail: "None.", faces: 0 });
});

test("a compressed body is read under every limit that a definition may set", async () => {
	const input = { "application/zip": bytes({ maxBytes: Number.MAX_SAFE_INTEGER }) };
	const sent = call("POST", "/zip-sizer", "application/zip", gzipSync("grist"), {
		"content-encoding": "gzip",
	});
	assert.equal((await sendTo(sizer("zip-sizer", { input }), sent)).status, 200);
});

/** What a server sends back to these bytes, until it closes or stays silent. */
function talk(port: number, payload: Uint8Array): Promise<string> {
	return new Promise((resolve) => {
		let heard = "";
		const socket = connect(port, "127.0.0.1", () => socket.write(payload));
		// Half a request gets no answer until we hang up, and no event tells half a request from a slow answer.
		socket.setTimeout(40, () => socket.end());
		socket.on("data", (chunk) => {
			heard += chunk.toString("latin1");
		});
		socket.on("error", () => {});
		socket.on("close", () => resolve(heard));
	});
}

/** Mostly one of the first, now and then one of the second. */
const mostly = (usual: string, odd: string | Arbitrary<string>) =>
	fc.oneof(
		{ weight: 5, arbitrary: oneOf(usual) },
		{ weight: 1, arbitrary: typeof odd === "string" ? oneOf(odd) : odd },
	);
const requestLine = fc
	.tuple(
		mostly("GET POST QUERY OPTIONS", "FOOBAR get CONNECT PRI "),
		mostly("/text-mirror /text-mirror /byte-counter/x /$list", "/ * http://x/$list /% x /\xff "),
		mostly("HTTP/1.1", "HTTP/1.0 HTTP/2.0 HTTP/9 SPDY "),
	)
	.map((parts) => parts.join(" "));
const headerLine = mostly(
	"Content-Type:text/plain Content-Length:5 Transfer-Encoding:chunked Accept:text/csv Connection:close Expect:100-continue",
	fc.oneof(oneOf("Host:x Expect:x Upgrade:h2c Content-Length:-1 Accept Content-Encoding:gzip"), byteString),
);
const lines = fc
	.tuple(
		requestLine,
		mostly("Host:x", "host:y,z "),
		fc.array(headerLine, { maxLength: 4 }),
		fc.array(oneOf("grist 5 0 ffffffffffffffff  "), { maxLength: 4 }),
		fc.constantFrom("\r\n", "\r\n", "\n"),
	)
	.map(([first, host, head, tail, end]) => [first, host, ...head, "", ...tail, ""].join(end))
	.map((characters) => Buffer.from(characters, "latin1"));
const noise = fc.uint8Array({ maxLength: 300 });
const opened = noise.map((rest) =>
	Buffer.concat([Buffer.from("POST /text-mirror HTTP/1.1\r\nHost: x\r\n"), rest]),
);

test("any bytes on a socket get no 5xx but 501, and a good call behind them gets its answer", async (t) => {
	const server = await createServer(MILLS, SETTINGS);
	const url = await server.listen(0);
	const port = Number(new URL(url).port);
	const statuses = new Set<string>();
	const batches = fc.array(fc.oneof({ weight: 4, arbitrary: lines }, noise, opened), {
		minLength: 16,
		maxLength: 16,
	});
	try {
		await tried(
			batches,
			async (batch) => {
				for (const heard of await Promise.all(batch.map((payload) => talk(port, payload))))
					for (const [, status = ""] of heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
						statuses.add(status);
						assert.ok(Number(status) < 500 || status === "501", heard);
					}
			},
			Math.ceil(RUNS / 16),
		);
		assert.ok(statuses.has("400"), "the server must have answered at all");
		t.diagnostic(`statuses heard: ${[...statuses].sort().join(", ")}`);
		const good = await fetch(`${url}/text-mirror`, {
			method: "POST",
			headers: { "content-type": "text/plain" },
			body: "grist",
		});
		assert.deepEqual(await good.json(), { text: "grist", parameters: {} });
	} finally {
		server.http.closeAllConnections();
		await server.close();
	}
});
