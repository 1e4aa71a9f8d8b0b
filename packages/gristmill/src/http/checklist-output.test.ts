import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { validateXML } from "xmllint-wasm";
import { SUBJECTS } from "../testing/mills/mills.js";
import { ask, call, each, get, served } from "../testing/server.js";

const site = served();
const echoer = SUBJECTS.find(({ mill }) => mill === "query-echoer");
assert.ok(echoer);

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
