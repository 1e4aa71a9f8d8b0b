import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { after, describe, test } from "node:test";
import { bytes, json, text } from "../core/definition/input.js";
import { Type } from "../core/schema/type.js";
import { Cancellation } from "../runtime/cancellation.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { answerOf } from "./handle.js";
import type { Host } from "./host/host.js";
import { makeHost } from "./service/make-host.js";
import type { Settings } from "./service/settings.js";
import type { HttpReply } from "./wire/message.js";

/** A mill that mirrors its text; the fields say in what it differs from the plain one. */
const mirror = (name: string, fields: object = {}) =>
	emptyMill({
		name,
		output: Type.Object({ value: Type.String() }),
		run: (input: string) => ({ value: input }),
		...fields,
	});

const MILLS = [
	mirror("poster"),
	mirror("querier", { method: "QUERY" }),
	mirror("getter", { method: "GET" }),
	// Its output can be anything, so XML has no words for it.
	mirror("shapeless", {
		input: { "application/json": json(Type.Unknown()), "text/plain": text() },
		output: Type.Object({ value: Type.Unknown() }),
	}),
	mirror("hasher", {
		path: "hasher/{algorithm}",
		parameters: Type.Object({ algorithm: Type.Enum(["md5", "sha256"]) }),
		input: { "application/octet-stream": bytes() },
		run: () => ({ value: "0" }),
	}),
	mirror("greeter", { path: "greeter/{whom}", parameters: Type.Object({ whom: Type.String() }) }),
];

interface Asked {
	/** Left out: no Accept field. */
	accept?: string;
	/** Content-Type; undefined: no such field. Left out: text/plain. */
	type?: string | undefined;
	body?: string;
	/** What the operator hides. */
	hide?: readonly string[];
	/** Further header fields. */
	fields?: Readonly<Record<string, string>>;
	settings?: Settings;
}

/** One host for each choice of settings. */
const hosts = new Map<string, Promise<Host>>();
function hostWith(settings: Settings): Promise<Host> {
	const key = JSON.stringify(settings);
	const made = hosts.get(key) ?? makeHost(MILLS, settings);
	hosts.set(key, made);
	return made;
}
after(async () => {
	for (const host of hosts.values()) await (await host).close();
});

interface Answer {
	method: string;
	reply: HttpReply;
	/** Whether the body was read. */
	read: boolean;
}

/** Sends one request through the flow. */
async function ask(line: string, asked: Asked = {}): Promise<Answer> {
	const [method = "", target = ""] = line.split(" ");
	const host = await hostWith({ log: () => {}, hide: asked.hide ?? [], ...asked.settings });
	const type = "type" in asked ? asked.type : "text/plain";
	let read = false;
	const reply = await answerOf(host, {
		id: "test",
		method,
		target,
		headers: {
			...asked.fields,
			...(asked.accept !== undefined && { accept: asked.accept }),
			...(type !== undefined && { "content-type": type }),
		},
		read: async () => {
			read = true;
			return Buffer.from(asked.body ?? "grist");
		},
		cancellation: new Cancellation(),
	});
	return { method, reply, read };
}

type Outcome = (answer: Answer) => void;

/** 200 with the mill's result. */
const result =
	(type: "json" | "hal+json" | "xml"): Outcome =>
	({ method, reply, read }) => {
		assert.equal(reply.status, 200);
		const charset = type === "xml" ? "; charset=utf-8" : "";
		assert.equal(reply.headers["Content-Type"], `application/${type}${charset}`);
		// A cache ignores the body of a POST and of a GET (row 21).
		if (method !== "QUERY") assert.equal(reply.headers["Cache-Control"], "no-store");
		assert.match(reply.headers.Vary ?? "", /\bAccept\b(?!-)/);
		assert.ok(read, "the mill must have seen the body");
	};

/** 200 with a document; its body is never looked at. */
const document =
	(type: string): Outcome =>
	({ reply, read }) => {
		assert.equal(reply.status, 200);
		assert.equal(reply.headers["Content-Type"], type);
		assert.match(reply.headers.ETag ?? "", /^"[^"]+"$/);
		assert.match(reply.headers.Vary ?? "", /\bAccept\b(?!-)/);
		assert.match(reply.headers["Cache-Control"] ?? "", /max-age/);
		assert.ok(!read, "a document does not depend on a body");
	};
const SCHEMA = document("application/schema+json; charset=utf-8");
const XML_SCHEMA = document("application/schema+xml; charset=utf-8");
const DOCS = document("x-text/docs; charset=utf-8");
const MARKDOWN = document("text/markdown; charset=utf-8");
const HTML = document("text/html; charset=utf-8");

/** A problem that is found before the body is read. */
const problem =
	(code: string, status: number, fields: object = {}, members: object = {}): Outcome =>
	({ reply, read }) => {
		const body = JSON.parse(Buffer.from(reply.body).toString());
		assert.deepEqual([body.code, body.status, reply.status], [code, status, status]);
		assert.equal(reply.headers["Content-Type"], "application/problem+json");
		// Both 404 and 405 could be stored and then answer the next request for a schema.
		assert.equal(reply.headers["Cache-Control"], "no-store");
		assert.match(reply.headers.Vary ?? "", /\bAccept\b(?!-)/);
		for (const [name, value] of Object.entries(fields)) assert.equal(reply.headers[name], value, name);
		for (const [name, value] of Object.entries(members)) assert.deepEqual(body[name], value, name);
		assert.ok(!read, "this must be settled before the body is read");
	};
/** The same as a page for people. */
const notAllowedPage =
	(allow: string): Outcome =>
	({ reply, read }) => {
		assert.equal(reply.status, 405);
		assert.equal(reply.headers["Content-Type"], "text/html; charset=utf-8");
		assert.equal(reply.headers.Allow, allow);
		assert.equal(reply.headers["Cache-Control"], "no-store");
		assert.equal(reply.headers.Vary, "Accept");
		assert.ok(!read);
	};
const notAllowed = (Allow: string) => problem("method-not-allowed", 405, { Allow });
const notOffered = (...available: string[]) => problem("not-offered", 404, {}, { available });
const notAcceptable = (...types: string[]) =>
	problem("not-acceptable", 406, {}, { available: types.map((type) => `application/${type}`) });
const unsupported = (Accept: string, fields: object = {}) =>
	problem("unsupported-media-type", 415, { Accept, ...fields });
const NOT_FOUND = problem("not-found", 404);
const HIDDEN = problem("not-offered", 404);
const BAD_PARAMETER = problem("bad-parameter", 400);
const ALL_DOCUMENTS = ["application/schema+json", "application/schema+xml", "x-text/docs"] as const;
const DOCUMENT_METHODS = "GET, HEAD, OPTIONS";

/** What Firefox and Chrome send for a page. */
const BROWSER =
	"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8";

type Row = readonly [line: string, asked: Asked, outcome: Outcome];
const TABLE: Readonly<Record<string, readonly Row[]>> = {
	"GET where no document is named is not allowed (rows 1, 2, 3, 6, 8)": [
		["GET /poster", {}, notAllowed("POST, OPTIONS")],
		["HEAD /poster", {}, notAllowed("POST, OPTIONS")],
		["GET /poster", { type: undefined }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "*/*" }, notAllowed("POST, OPTIONS")],
		["HEAD /poster", { accept: "*/*" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "application/*" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "application/json" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "application/hal+json, application/xml" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "text/markdown" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "x-text/*" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "text/csv" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: BROWSER }, notAllowedPage("POST, OPTIONS")],
		["GET /poster", { accept: "application/schema+json;q=0" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "application/schema+json;q=0.000, */*" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: 'text/html;a="application/schema+json"' }, notAllowedPage("POST, OPTIONS")],
		["GET /poster", { accept: "text/html;q=0.5, application/json" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: 'a/b;c=", application/schema+json,"' }, notAllowed("POST, OPTIONS")],
		["GET /querier", { accept: "*/*" }, notAllowed("QUERY, OPTIONS")],
		["HEAD /querier", {}, notAllowed("QUERY, OPTIONS")],
	],
	"GET with a document named sends it (rows 4, 5, 11)": [
		["GET /poster", { accept: "application/schema+json" }, SCHEMA],
		["HEAD /poster", { accept: "application/schema+json" }, SCHEMA],
		["GET /poster", { accept: "application/schema+xml" }, XML_SCHEMA],
		["GET /poster", { accept: "x-text/docs" }, DOCS],
		["HEAD /poster", { accept: "x-text/docs" }, DOCS],
		["GET /querier", { accept: "application/schema+json" }, SCHEMA],
		["GET /poster", { accept: "APPLICATION/Schema+JSON" }, SCHEMA],
		["GET /poster", { accept: "application/schema+json; charset=utf-8" }, SCHEMA],
		["GET /poster", { accept: "application/schema+json;charset=UTF-8;q=0.5" }, SCHEMA],
		["GET /poster", { accept: 'application/schema+json;a="b, c;q=0"' }, SCHEMA],
		["GET /poster", { accept: "application/schema+json, */*;q=0.1" }, SCHEMA],
		["GET /poster", { accept: "application/schema+json;q=0.001" }, SCHEMA],
		["GET /poster", { accept: "application/json, application/schema+json;q=0.1" }, SCHEMA],
		["GET /poster", { accept: `${BROWSER}, x-text/docs;q=0.1` }, DOCS],
	],
	"Of several named documents the most wanted is sent, ties in the server's order (row 7)": [
		["GET /poster", { accept: "x-text/docs, application/schema+xml, application/schema+json" }, SCHEMA],
		["GET /poster", { accept: "x-text/docs, application/schema+xml" }, XML_SCHEMA],
		["GET /poster", { accept: "application/schema+json;q=0.5, x-text/docs;q=0.8" }, DOCS],
		["GET /poster", { accept: "application/schema+json;q=0.5, application/schema+xml;q=0.501" }, XML_SCHEMA],
		["GET /poster", { accept: "application/schema+json;q=0, application/schema+xml;q=0.1" }, XML_SCHEMA],
		["GET /shapeless", { accept: "application/schema+xml, application/schema+json;q=0.1" }, SCHEMA],
		["GET /poster", { accept: "application/schema+json, x-text/docs;q=0.1", hide: ["schema"] }, DOCS],
	],
	"A document that is named but not offered is not found (row 9)": [
		[
			"GET /shapeless",
			{ accept: "application/schema+xml" },
			notOffered("application/schema+json", "x-text/docs"),
		],
		["HEAD /shapeless", { accept: "application/schema+xml" }, HIDDEN],
		["GET /shapeless", { accept: "application/schema+xml, */*" }, HIDDEN],
		["GET /poster", { accept: "application/schema+json", hide: ["schema"] }, notOffered("x-text/docs")],
		["GET /poster", { accept: "application/schema+xml", hide: ["schema"] }, notOffered("x-text/docs")],
		[
			"GET /poster",
			{ accept: "application/schema+xml", hide: ["poster:xml-schema"] },
			notOffered("application/schema+json", "x-text/docs"),
		],
		["GET /poster", { accept: "x-text/docs", hide: ["schema", "poster:description"] }, notOffered()],
		["GET /poster", { accept: "x-text/docs", hide: ["querier:description"] }, DOCS],
	],
	"A malformed member of Accept is ignored (row 10)": [
		["GET /poster", { accept: "application/schema+json;q=high, x-text/docs" }, DOCS],
		["GET /poster", { accept: "application/schema+json;q=2, */*" }, notAllowed("POST, OPTIONS")],
		["GET /poster", { accept: "/, json,, */html, application/schema+json" }, SCHEMA],
		["GET /poster", { accept: "application/schema+json application/json" }, notAllowed("POST, OPTIONS")],
		["POST /poster", { accept: "application/json;q=1.5, application/xml" }, result("xml")],
		["POST /poster", { accept: "nonsense" }, result("json")],
		["POST /poster", { accept: ',;,"' }, result("json")],
	],
	"A call gets JSON where it does not say otherwise (rows 11, 14)": [
		["POST /poster", {}, result("json")],
		["POST /poster", { accept: "" }, result("json")],
		["POST /poster", { accept: "*/*" }, result("json")],
		["POST /poster", { accept: "*/*;q=0.001" }, result("json")],
		["POST /poster", { accept: "application/*" }, result("json")],
		["POST /poster", { accept: "application/json" }, result("json")],
		["POST /poster", { accept: "Application/JSON; Charset=UTF-8" }, result("json")],
		["POST /poster", { accept: "application/schema+json, */*;q=0.1" }, result("json")],
		["POST /poster", { accept: "text/html, application/json;q=0.2" }, result("json")],
		["QUERY /querier", {}, result("json")],
		["QUERY /querier", { accept: "application/*;q=0.2" }, result("json")],
	],
	"A call gets the form that it prefers, ties in the server's order": [
		["POST /poster", { accept: "application/hal+json" }, result("hal+json")],
		["POST /poster", { accept: "application/xml" }, result("xml")],
		["POST /poster", { accept: "application/xml, application/hal+json, application/json" }, result("json")],
		["POST /poster", { accept: "application/xml, application/hal+json" }, result("hal+json")],
		["POST /poster", { accept: "application/json;q=0.5, application/xml;q=0.6" }, result("xml")],
		["POST /poster", { accept: "application/hal+json, application/*;q=0.9" }, result("hal+json")],
		["POST /poster", { accept: "application/*, application/json;q=0" }, result("hal+json")],
		["POST /poster", { accept: "application/json;q=0, application/hal+json;q=0, */*" }, result("xml")],
		["POST /poster", { accept: BROWSER }, result("xml")],
		[
			"POST /poster",
			{ accept: 'application/json;p="x, application/xml";q=0.3, application/xml;q=0.2' },
			result("json"),
		],
		["POST /shapeless", { accept: "application/xml, */*;q=0.1" }, result("json")],
		["QUERY /querier", { accept: "application/xml" }, result("xml")],
	],
	"A call whose Accept fits no result is not acceptable, and the mill does not run (rows 12, 13)": [
		["POST /poster", { accept: "application/schema+json" }, notAcceptable("json", "hal+json", "xml")],
		["POST /poster", { accept: ALL_DOCUMENTS.join(", ") }, notAcceptable("json", "hal+json", "xml")],
		["POST /poster", { accept: "text/csv" }, notAcceptable("json", "hal+json", "xml")],
		["POST /poster", { accept: "text/*, image/*" }, notAcceptable("json", "hal+json", "xml")],
		["POST /poster", { accept: "application/json;q=0" }, notAcceptable("json", "hal+json", "xml")],
		["POST /poster", { accept: "*/*;q=0" }, notAcceptable("json", "hal+json", "xml")],
		["POST /poster", { accept: "*/*, application/*;q=0" }, notAcceptable("json", "hal+json", "xml")],
		["POST /shapeless", { accept: "application/xml" }, notAcceptable("json", "hal+json")],
		["POST /poster", { accept: "application/hal+json", hide: ["links"] }, notAcceptable("json", "xml")],
		["POST /poster", { accept: "application/hal+json", hide: ["querier:links"] }, result("hal+json")],
		["POST /poster", { accept: "application/hal+json, */*;q=0.1", hide: ["links"] }, result("json")],
		["QUERY /querier", { accept: "application/schema+json" }, notAcceptable("json", "hal+json", "xml")],
	],
	"A mill whose method is GET sends a document only where it is wanted more than the result (row 15)": [
		["GET /getter", {}, result("json")],
		["HEAD /getter", {}, result("json")],
		["GET /getter", { accept: "*/*" }, result("json")],
		["GET /getter", { accept: "application/xml" }, result("xml")],
		["GET /getter", { accept: BROWSER }, result("xml")],
		["GET /getter", { accept: "application/schema+json" }, SCHEMA],
		["HEAD /getter", { accept: "application/schema+json" }, SCHEMA],
		["GET /getter", { accept: "application/schema+json, application/json" }, result("json")],
		["GET /getter", { accept: "application/schema+json, */*" }, result("json")],
		["GET /getter", { accept: "application/schema+json, application/*;q=0.999" }, SCHEMA],
		["GET /getter", { accept: "application/schema+json;q=0.4, application/json;q=0.5" }, result("json")],
		["GET /getter", { accept: "x-text/docs;q=0.4, application/hal+json;q=0.3" }, DOCS],
		["GET /getter", { accept: "x-text/docs;q=0.4, application/hal+json;q=0.4" }, result("hal+json")],
		["GET /getter", { accept: "application/schema+json;q=0, */*;q=0.1" }, result("json")],
		["GET /getter", { accept: "application/schema+json, application/json;q=0" }, SCHEMA],
		["GET /getter", { accept: "application/schema+xml", hide: ["getter:xml-schema"] }, HIDDEN],
		["GET /getter", { accept: "application/schema+xml, */*;q=0.1", hide: ["xml-schema"] }, result("json")],
		["GET /getter", { accept: "application/schema+xml, x-text/docs;q=0.1", hide: ["xml-schema"] }, DOCS],
		["GET /getter", { accept: "text/csv" }, notAcceptable("json", "hal+json", "xml")],
		["GET /getter", { accept: "*/*;q=0" }, notAcceptable("json", "hal+json", "xml")],
		// It names not only documents, so that row 15 says 406.
		[
			"GET /getter",
			{ accept: "application/schema+xml, text/csv", hide: ["xml-schema"] },
			notAcceptable("json", "hal+json", "xml"),
		],
		["GET /getter", { type: undefined }, unsupported("text/plain")],
		["POST /getter", {}, notAllowed(DOCUMENT_METHODS)],
		["QUERY /getter", {}, notAllowed(DOCUMENT_METHODS)],
	],
	"Every other method is not allowed, whatever the other fields say (row 16)": [
		["PUT /poster", {}, notAllowed("POST, OPTIONS")],
		["PATCH /poster", { accept: "application/schema+json" }, notAllowed("POST, OPTIONS")],
		["DELETE /poster", { accept: "text/csv", type: "a/b" }, notAllowed("POST, OPTIONS")],
		["TRACE /poster", {}, notAllowed("POST, OPTIONS")],
		["QUERY /poster", {}, notAllowed("POST, OPTIONS")],
		["post /poster", {}, notAllowed("POST, OPTIONS")],
		["POST /querier", {}, notAllowed("QUERY, OPTIONS")],
		["POST /poster/$schema", {}, notAllowed(DOCUMENT_METHODS)],
		["PUT /$list", {}, notAllowed(DOCUMENT_METHODS)],
	],
	"Content-Type must name one of the mill's inputs (row 38)": [
		["POST /poster", { type: undefined }, unsupported("text/plain", { "Accept-Post": "text/plain" })],
		["POST /poster", { type: "" }, unsupported("text/plain")],
		["POST /poster", { type: "application/json" }, unsupported("text/plain")],
		["POST /poster", { type: "multipart/form-data; boundary=x" }, unsupported("text/plain")],
		["POST /poster", { type: "text/*" }, unsupported("text/plain")],
		["POST /poster", { type: "*/*" }, unsupported("text/plain")],
		["POST /poster", { type: "text/plain, text/plain" }, unsupported("text/plain")],
		["POST /poster", { type: "text/plain; charset" }, unsupported("text/plain")],
		["POST /poster", { type: "text/plain; charset=klingon" }, unsupported("text/plain")],
		["POST /poster", { type: 'text/plain; charset=""' }, unsupported("text/plain")],
		["POST /poster", { type: "constructor" }, unsupported("text/plain")],
		["POST /shapeless", { type: "text/html" }, unsupported("application/json, text/plain")],
		["QUERY /querier", { type: undefined }, unsupported("text/plain", { "Accept-Query": "text/plain" })],
		["POST /poster", { type: "a/b", accept: "text/csv" }, unsupported("text/plain")],
		["POST /poster", { type: "TEXT/Plain;CHARSET=UTF-8" }, result("json")],
		["POST /poster", { type: 'text/plain; charset="iso-8859-1"; format=flowed;' }, result("json")],
		["POST /poster", { type: 'text/plain; x="a;b, \\"c"' }, result("json")],
		["POST /shapeless", { type: "application/json; charset=klingon", body: "7" }, result("json")],
	],
	"A query parameter names a document at an address of its own (row 29)": [
		["GET /poster?$schema", {}, SCHEMA],
		["HEAD /poster?$schema", {}, SCHEMA],
		["GET /poster?%24schema", {}, SCHEMA],
		["GET /poster?$schema=", {}, SCHEMA],
		["GET /poster?$schema=application/json", {}, SCHEMA],
		["GET /poster?$schema=application/hal%2Bjson", {}, SCHEMA],
		["GET /poster?$schema=application/schema%2Bjson", {}, SCHEMA],
		["GET /poster?$schema=application/schema+json", {}, SCHEMA],
		["GET /poster?$schema=application/schema+xml", {}, XML_SCHEMA],
		["GET /poster?$schema=application/xml", {}, XML_SCHEMA],
		["GET /poster?$schema=application%2Fxml", {}, XML_SCHEMA],
		["GET /poster?$schema=APPLICATION/XML%3B%20charset=utf-8", {}, XML_SCHEMA],
		["GET /poster?$schema", { accept: "application/schema+xml" }, SCHEMA],
		["GET /poster?$schema", { accept: "text/csv" }, SCHEMA],
		["GET /poster?$schema=application/xml", { accept: "application/schema+json" }, XML_SCHEMA],
		["GET /poster?$schema=text/csv", {}, notOffered(...ALL_DOCUMENTS)],
		["GET /poster?$schema=constructor", {}, notOffered(...ALL_DOCUMENTS)],
		["GET /shapeless?$schema=application/xml", {}, notOffered("application/schema+json", "x-text/docs")],
		["GET /poster?$description", {}, MARKDOWN],
		["GET /poster?$description", { accept: BROWSER }, HTML],
		["GET /poster?$description=text/markdown", { accept: BROWSER }, MARKDOWN],
		["GET /poster?$description=text/html", {}, HTML],
		["GET /poster?$description=x-text/docs", {}, DOCS],
		["GET /poster?$description=image/png", {}, notOffered(...ALL_DOCUMENTS)],
		["GET /getter?$schema", {}, SCHEMA],
		["GET /querier?$schema", {}, SCHEMA],
		["POST /poster?$schema", {}, notAllowed(DOCUMENT_METHODS)],
		["QUERY /querier?$description", {}, notAllowed(DOCUMENT_METHODS)],
		["PUT /poster?$schema", {}, notAllowed(DOCUMENT_METHODS)],
		["GET /poster?$schema&$description", {}, BAD_PARAMETER],
		["GET /poster?$schema&$schema", {}, BAD_PARAMETER],
		["GET /poster?$nothing", {}, notAllowed("POST, OPTIONS")],
		["POST /poster?$nothing", {}, BAD_PARAMETER],
		["POST /poster?schema", {}, BAD_PARAMETER],
	],
	"An address under the mill names a document, and `type` which form of the schema (rows 30, 31)": [
		["GET /poster/$schema", {}, SCHEMA],
		["GET /poster/%24schema", { accept: "text/csv" }, SCHEMA],
		["GET /poster/$schema?type=application%2Fjson", {}, SCHEMA],
		["GET /poster/$schema?type=application%2Fhal%2Bjson", {}, SCHEMA],
		["GET /poster/$schema?type=application%2Fxml", {}, XML_SCHEMA],
		["GET /poster/$schema?type=application%2Fjson", { accept: "application/schema+xml" }, SCHEMA],
		["GET /poster/$schema", { accept: "application/schema+xml" }, XML_SCHEMA],
		["GET /poster/$schema", { accept: "application/schema+xml;q=0.5, */*" }, SCHEMA],
		["GET /poster/$schema?type=text%2Fcsv", {}, notOffered(...ALL_DOCUMENTS)],
		["GET /poster/$schema?kind=x", {}, BAD_PARAMETER],
		["GET /shapeless/$schema", { accept: "application/schema+xml" }, HIDDEN],
		["GET /shapeless/$schema", { accept: "application/schema+xml, application/schema+json;q=0.5" }, SCHEMA],
		["GET /poster/$description", {}, MARKDOWN],
		["GET /poster/$description", { accept: BROWSER }, HTML],
		["GET /poster/$description", { accept: "text/html;q=0.5, text/markdown" }, MARKDOWN],
		["GET /poster/$description", { accept: "x-text/docs" }, DOCS],
		["GET /poster/$description", { accept: "text/html, x-text/docs;q=0.1" }, HTML],
		["GET /poster/$list", {}, document("application/json")],
		["GET /poster/$list", { accept: "application/hal+json" }, document("application/hal+json")],
		["GET /poster/$nothing", {}, NOT_FOUND],
		["GET /$schema", {}, document("application/openapi+json")],
		["GET /$list", {}, document("application/json")],
		[
			"GET /$list",
			{ accept: "application/hal+json, application/json;q=0.9" },
			document("application/hal+json"),
		],
		["GET /$list", { accept: "application/hal+json", hide: ["links"] }, document("application/json")],
		["GET /$description", {}, MARKDOWN],
		["GET /", {}, document("application/json")],
		["GET /", { accept: BROWSER, hide: ["page"] }, HTML],
		["GET /$nothing", {}, NOT_FOUND],
	],
	"A path pattern has its documents at the prefix and at every valid address (rows 28, 32)": [
		["GET /hasher/$schema", {}, SCHEMA],
		["GET /hasher/md5/$schema", {}, SCHEMA],
		["GET /hasher", { accept: "application/schema+json" }, SCHEMA],
		["GET /hasher/md5", { accept: "application/schema+json" }, SCHEMA],
		["GET /hasher/md5?$schema", {}, SCHEMA],
		["GET /hasher", { accept: "*/*" }, NOT_FOUND],
		["GET /hasher/md5", { accept: "*/*" }, notAllowed("POST, OPTIONS")],
		["POST /hasher", { type: "application/octet-stream" }, NOT_FOUND],
		["POST /hasher/md5", { type: "application/octet-stream" }, result("json")],
		["POST /hasher/%6D%645", { type: "application/octet-stream" }, result("json")],
		["POST /hasher/crc", { type: "application/octet-stream" }, NOT_FOUND],
		["GET /hasher/crc", { accept: "application/schema+json" }, NOT_FOUND],
		["GET /hasher/crc/$schema", {}, NOT_FOUND],
		["POST /hasher/md5/md5", { type: "application/octet-stream" }, NOT_FOUND],
		["POST /hasher/md5/", { type: "application/octet-stream" }, NOT_FOUND],
		["POST /poster/", {}, NOT_FOUND],
		["GET /poster/", { accept: "application/schema+json" }, NOT_FOUND],
		["POST /greeter/Ada", {}, result("json")],
		["POST /greeter/", {}, NOT_FOUND],
		["GET /greeter//$schema", {}, NOT_FOUND],
	],
	"What the operator hides is gone from all answers (row 47)": [
		["GET /poster", { accept: "application/schema+json", hide: ["negotiation"] }, HIDDEN],
		["GET /poster?$schema", { hide: ["negotiation"] }, HIDDEN],
		["GET /poster?$description", { hide: ["poster:negotiation"] }, HIDDEN],
		["GET /poster", { hide: ["negotiation"] }, notAllowed("POST, OPTIONS")],
		["POST /poster", { hide: ["negotiation"] }, result("json")],
		["GET /poster/$schema", { hide: ["negotiation"] }, SCHEMA],
		["GET /querier", { accept: "application/schema+json", hide: ["poster:negotiation"] }, SCHEMA],
		["GET /getter", { accept: "application/schema+json", hide: ["negotiation"] }, HIDDEN],
		["GET /poster/$schema", { hide: ["urls"] }, HIDDEN],
		["GET /poster/$description", { hide: ["poster:urls"] }, HIDDEN],
		["GET /$list", { hide: ["urls"] }, HIDDEN],
		["GET /$schema", { hide: ["schema"] }, HIDDEN],
		["GET /poster", { accept: "application/schema+json", hide: ["urls"] }, SCHEMA],
		["GET /poster?$schema", { hide: ["urls"] }, SCHEMA],
		["GET /poster/$schema", { hide: ["poster:schema"] }, HIDDEN],
		["GET /poster?$schema=application/xml", { hide: ["xml-schema"] }, HIDDEN],
		["GET /poster/$schema?type=application%2Fxml", { hide: ["xml-schema"] }, HIDDEN],
		["GET /poster?$description", { hide: ["description"] }, HIDDEN],
		["GET /poster/$list", { hide: ["list"] }, HIDDEN],
		// Neither by Accept nor by address: then nothing is there to be had.
		["GET /poster", { accept: "x-text/docs", hide: ["negotiation", "urls"] }, notOffered()],
	],
};

for (const [situation, rows] of Object.entries(TABLE))
	describe(situation, () => {
		for (const [line, asked, outcome] of rows)
			test(`${line} ${JSON.stringify(asked)}`, async () => outcome(await ask(line, asked)));
	});

test("a 405 at a mill links to its documents, anchored at the mill", async () => {
	const { reply } = await ask("GET /poster");
	assert.match(
		reply.headers.Link ?? "",
		/<poster\/\$schema>; rel="describedby"; type="application\/schema\+json"; anchor="poster"/,
	);
	assert.match(reply.headers.Link ?? "", /<poster\/\$description>; rel="service-doc"/);
});

test("the schema of a path pattern is the same, bytes and tag, wherever it is asked for", async () => {
	const named = { accept: "application/schema+json" };
	const replies = await Promise.all([
		ask("GET /hasher/$schema"),
		ask("GET /hasher/sha256/$schema"),
		ask("GET /hasher", named),
		ask("GET /hasher/md5", named),
		ask("GET /hasher/md5?$schema"),
	]);
	const seen = replies.map(({ reply }) => `${reply.headers.ETag} ${Buffer.from(reply.body)}`);
	assert.equal(new Set(seen).size, 1);
});

test("a document is compressed for those who can read that, and for nobody else", async () => {
	for (const [accepted, coding] of [
		["gzip", "gzip"],
		["br, GZIP;q=0.1", "gzip"],
		["*", "gzip"],
		["*;q=0, gzip", "gzip"],
		["gzip;q=0", undefined],
		["gzip;q=0.000, *", undefined],
		["*;q=0", undefined],
		["br", undefined],
		["identity", undefined],
		["", undefined],
	] as const) {
		const { reply } = await ask("GET /poster/$schema", { fields: { "accept-encoding": accepted } });
		assert.equal(reply.headers["Content-Encoding"], coding, accepted);
		assert.match(reply.headers.Vary ?? "", /\bAccept-Encoding\b/);
	}
});

test("a body in a coding that we cannot undo is refused, naming those that we can", async () => {
	const { reply, read } = await ask("POST /poster", { fields: { "content-encoding": "zstd" } });
	assert.deepEqual([reply.status, read], [415, false]);
	assert.equal(reply.headers["Accept-Encoding"], "gzip, deflate, br");
});

test("a result that XML cannot carry is not acceptable as XML, and fine as JSON", async () => {
	const xml = await ask("POST /poster", { accept: "application/xml", body: "\u0001" });
	assert.equal(xml.reply.status, 406);
	result("json")(await ask("POST /poster", { body: "\u0001" }));
});

test("OPTIONS names the methods of an address and is never negotiated", async () => {
	for (const [target, allow] of [
		["/poster", "POST, OPTIONS"],
		["/querier", "QUERY, OPTIONS"],
		["/getter", "GET, HEAD, OPTIONS"],
		["/hasher/md5", "POST, OPTIONS"],
		["/hasher", DOCUMENT_METHODS],
		["/poster/$schema", DOCUMENT_METHODS],
		["/$list", DOCUMENT_METHODS],
	] as const) {
		const { reply, read } = await ask(`OPTIONS ${target}`, { accept: "text/csv", type: "a/b" });
		assert.deepEqual([reply.status, reply.headers.Allow, read], [204, allow, false], target);
	}
	assert.equal(
		(await ask("OPTIONS /poster")).reply.headers["Accept-Post"],
		"text/plain, application/jsonl; line=text",
	);
	assert.equal(
		(await ask("OPTIONS /querier")).reply.headers["Accept-Query"],
		"text/plain, application/jsonl; line=text",
	);
});

test("OPTIONS at a document's query address names the methods that this address has", async () => {
	const { reply } = await ask("OPTIONS /poster?$schema");
	assert.deepEqual([reply.status, reply.headers.Allow], [204, DOCUMENT_METHODS]);
});

test("a method that is refused is not among those that the refusal allows", async () => {
	const { reply } = await ask("POST *");
	assert.ok(reply.status !== 405 || !reply.headers.Allow?.split(", ").includes("POST"), reply.headers.Allow);
});
