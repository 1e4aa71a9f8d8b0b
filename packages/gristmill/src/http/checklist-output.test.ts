import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { validateXML } from "xmllint-wasm";
import { SUBJECTS } from "../testing/mills/mills.js";
import { type Answer, ask, call, each, get, refused, served } from "../testing/server.js";

const site = served();
const RESULT_TYPES = ["application/json", "application/hal+json", "application/xml"];

const echoer = SUBJECTS.find(({ mill }) => mill === "query-echoer");
assert.ok(echoer);

function isPlainResult(answer: Answer): void {
	assert.equal(answer.status, 200, answer.text);
	// RFC 8259 §11 gives application/json no parameter.
	assert.equal(answer.headers.get("content-type"), "application/json");
}

// O4 to O6 speak of the classifier, which does not exist yet.

each(
	"O9: a call without Accept, or with an empty or a malformed one, gets application/json",
	async (subject) => {
		for (const accept of [undefined, "", ",", "json", "text/plain;q=2"])
			isPlainResult(await call(site, subject, { headers: { Accept: accept } }));
	},
);

each("O10: wildcards and a charset parameter get application/json", async (subject) => {
	for (const accept of ["*/*", "application/*", "application/json;charset=UTF-8", "Application/JSON"])
		isPlainResult(await call(site, subject, { headers: { Accept: accept } }));
});

each("O10: among several types the weightiest is sent, and JSON breaks ties", async (subject) => {
	const wanted = {
		"application/xml, application/json": "application/json",
		"application/json;q=0.5, application/xml": "application/xml",
		"application/*;q=0.9, application/json;q=0.1, application/xml;q=0.2": "application/hal+json",
		"text/csv, application/xml;q=0.001": "application/xml",
		"*/*, application/json;q=0, application/hal+json;q=0": "application/xml",
	};
	for (const [accept, type] of Object.entries(wanted))
		assert.equal((await call(site, subject, { headers: { Accept: accept } })).type, type, accept);
});

each("O11: a type that the mill cannot write is refused with 406", async (subject) => {
	for (const accept of ["text/csv", "text/*", "application/json;q=0"])
		refused(await call(site, subject, { headers: { Accept: accept } }), 406, "not-acceptable");
});

each("O12: a 406 lists what there is", async (subject) => {
	const answer = await call(site, subject, { headers: { Accept: "text/csv" } });
	assert.deepEqual(refused(answer, 406, "not-acceptable").available, RESULT_TYPES);
});

each(
	"O15: a result of POST and GET is stored by nobody, and one of QUERY has no heuristic life",
	async (subject) => {
		const { headers } = await call(site, subject);
		if (subject.method === "QUERY") assert.ok(headers.has("cache-control"));
		else assert.equal(headers.get("cache-control"), "no-store");
	},
);

const LARGE = Buffer.from("Mehl und Korn. ".repeat(4000));

test("compression: a large result is compressed for whoever can read that", async () => {
	const plain = await call(site, echoer, { body: LARGE });
	assert.equal(plain.headers.get("content-encoding"), null);
	for (const coding of ["gzip", "br;q=0.1, GZIP", "*"]) {
		const answer = await call(site, echoer, { body: LARGE, headers: { "Accept-Encoding": coding } });
		assert.equal(answer.headers.get("content-encoding"), "gzip", coding);
		assert.ok(answer.list("vary").includes("Accept-Encoding"));
		assert.equal(Number(answer.headers.get("content-length")), answer.bytes.length);
		assert.ok(answer.bytes.length < plain.bytes.length / 10);
		assert.deepEqual(gunzipSync(answer.bytes), plain.bytes);
	}
});

test("compression: a result stays as it is where the caller refuses gzip, or where it is small", async () => {
	for (const coding of ["gzip;q=0", "br", "identity", "*, gzip;q=0"]) {
		const answer = await call(site, echoer, { body: LARGE, headers: { "Accept-Encoding": coding } });
		assert.equal(answer.headers.get("content-encoding"), null, coding);
		assert.equal(answer.json().text, String(LARGE));
	}
	const small = await call(site, echoer, { headers: { "Accept-Encoding": "gzip" } });
	assert.equal(small.headers.get("content-encoding"), null);
	assert.deepEqual(small.json(), echoer.output);
});

test("compression: a document is compressed for whoever can read that, under a tag of its own", async () => {
	const plain = await ask(`${site.url}/word-counter/$schema`);
	const answer = await ask(`${site.url}/word-counter/$schema`, { headers: { "Accept-Encoding": "gzip" } });
	assert.equal(answer.headers.get("content-encoding"), "gzip");
	assert.deepEqual(gunzipSync(answer.bytes), plain.bytes);
	assert.notEqual(answer.headers.get("etag"), plain.headers.get("etag"));
});

each("X2: XML says its encoding in both places, and its root is the mill", async (subject) => {
	const answer = await call(site, subject, { headers: { Accept: "application/xml" } });
	assert.equal(answer.headers.get("content-type"), "application/xml; charset=utf-8");
	const [declaration, root = ""] = answer.text.split("\n", 2);
	assert.equal(declaration, '<?xml version="1.0" encoding="UTF-8"?>');
	assert.ok(root.startsWith(`<${subject.mill}>`), root);
});

each(
	"X3: XML validates against the XML Schema that its Link field leads to, and a stray element does not",
	async (subject) => {
		const answer = await call(site, subject, { headers: { Accept: "application/xml" } });
		const schema = await get(answer.link("describedby") ?? "");
		assert.equal(schema.headers.get("content-type"), "application/schema+xml; charset=utf-8");
		const end = `</${subject.mill}>`;
		const documents = [answer.text, answer.text.replace(end, `<stray/>${end}`)];
		const { rawOutput } = await validateXML({
			schema: [{ fileName: "mill.xsd", contents: schema.text }],
			xml: documents.map((contents, i) => ({ fileName: `${i}.xml`, contents })),
		});
		const lines = rawOutput.split("\n");
		assert.ok(lines.includes("0.xml validates"), rawOutput);
		assert.ok(lines.includes("1.xml fails to validate"), rawOutput);
	},
);

test("a result that XML 1.0 cannot carry is refused with 406, and sent as JSON", async () => {
	const body = Buffer.from("bell \u0007");
	refused(await call(site, echoer, { body, headers: { Accept: "application/xml" } }), 406, "not-acceptable");
	assert.deepEqual((await call(site, echoer, { body })).json(), { text: "bell \u0007", length: 6 });
});
