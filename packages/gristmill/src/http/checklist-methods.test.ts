import assert from "node:assert/strict";
import { test } from "node:test";
import { SUBJECTS } from "../testing/mills/mills.js";
import { onRawSocket } from "../testing/raw-socket.js";
import { ask, call, each, get, refused, served } from "../testing/server.js";

const site = served();

function allowOf({ method }: { method: string }): string[] {
	return method === "GET" ? ["GET", "HEAD", "OPTIONS"] : [method, "OPTIONS"];
}

each("M1: the mill's method with good input is answered with 200 and the result", async (subject) => {
	const answer = await call(site, subject, { headers: { Accept: "application/json" } });
	assert.equal(answer.status, 200, answer.text);
	assert.deepEqual(answer.json(), subject.output);
});

each("M2: OPTIONS on a mill is answered with 204 and no content", async (subject) => {
	const answer = await ask(`${site.url}/${subject.path}`, { method: "OPTIONS" });
	assert.equal(answer.status, 204);
	assert.equal(answer.bytes.length, 0);
	// RFC 9110 §8.6.
	assert.equal(answer.headers.get("content-length"), null);
});

for (const [row, method] of [
	["M5", "PUT"],
	["M6", "PATCH"],
	["M7", "DELETE"],
] as const)
	each(`${row}: ${method} on a mill is refused with 405 and Allow`, async (subject) => {
		const answer = await call(site, subject, { method });
		refused(answer, 405, "method-not-allowed");
		assert.deepEqual(answer.list("allow"), allowOf(subject));
	});

each("M10: HEAD on a mill has the status and the fields of GET, and no content", async (subject) => {
	const body = subject.method === "GET" ? {} : { body: undefined };
	const full = await call(site, subject, { ...body, method: "GET", headers: { Accept: "*/*" } });
	const head = await call(site, subject, { ...body, method: "HEAD", headers: { Accept: "*/*" } });
	assert.equal(full.status, subject.method === "GET" ? 200 : 405);
	assert.equal(head.status, full.status);
	assert.equal(head.bytes.length, 0);
	for (const field of ["content-type", "content-length", "allow", "vary", "cache-control", "link"])
		assert.equal(head.headers.get(field), full.headers.get(field), field);
});

each("M12: an unknown method is answered with 501 and the connection is closed", (subject) =>
	onRawSocket(site.url, async (raw) => {
		raw.sendHead(`FOOBAR /${subject.path} HTTP/1.1`);
		const answer = await raw.answer();
		refused(answer, 501, "unknown-method");
		assert.equal(answer.headers.get("connection"), "close");
		assert.equal((await raw.ended()).length, 0);
	}),
);

test("a known method in lower case is an unknown method", () =>
	onRawSocket(site.url, async (raw) => {
		raw.sendHead("post /word-counter HTTP/1.1", "Content-Length: 0");
		refused(await raw.answer(), 501, "unknown-method");
	}));

for (const [what, bytes] of [
	["a TLS greeting", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x20])],
	["an SSH greeting", "SSH-2.0-OpenSSH_9.6\r\n"],
] as const)
	test(`${what} has no method, and is answered with 400`, () =>
		onRawSocket(site.url, async (raw) => {
			raw.send(bytes);
			refused(await raw.answer(), 400, "bad-request");
			assert.equal((await raw.ended()).length, 0);
		}));

test("an unknown method behind a body that could not be one is an unknown method", () =>
	onRawSocket(site.url, async (raw) => {
		raw.sendHead("POST /word-counter HTTP/1.1", "Content-Type: text/plain", "Content-Length: 7");
		raw.send("{a} b c");
		raw.sendHead("FOOBAR /word-counter HTTP/1.1");
		assert.equal((await raw.answer()).status, 200);
		refused(await raw.answer(), 501, "unknown-method");
	}));

each("M13: a mill that does not exist is answered with 404", async (subject) => {
	for (const path of ["no-such-mill-xyz", `no-such-mill-xyz/${subject.path}`, `${subject.path}/more`])
		refused(await ask(`${site.url}/${path}`, { method: subject.method }), 404, "not-found");
});

test("Allow is the same on OPTIONS and on 405 at {mill}?$schema, which is another resource", async () => {
	for (const { path } of SUBJECTS) {
		const [options, refusal] = await Promise.all(
			["OPTIONS", "PUT"].map((method) => ask(`${site.url}/${path}?$schema`, { method })),
		);
		assert.deepEqual(refusal?.list("allow"), ["GET", "HEAD", "OPTIONS"], path);
		assert.deepEqual(options?.list("allow"), refusal?.list("allow"), path);
	}
});

each("M15: Allow is the same on OPTIONS and on 405 at a document", async (subject) => {
	for (const path of ["$list", "$schema", "", "$problems/crashed", `${subject.path}/$schema`]) {
		const [options, refusal] = await Promise.all(
			["OPTIONS", "DELETE"].map((method) => ask(`${site.url}/${path}`, { method })),
		);
		assert.deepEqual(options?.list("allow"), ["GET", "HEAD", "OPTIONS"], path);
		assert.deepEqual(refusal?.list("allow"), ["GET", "HEAD", "OPTIONS"], path);
	}
});

test("OPTIONS * speaks for the whole server", () =>
	onRawSocket(site.url, async (raw) => {
		raw.sendHead("OPTIONS * HTTP/1.1");
		const answer = await raw.answer();
		assert.equal(answer.status, 204);
		assert.deepEqual(answer.list("allow").sort(), ["GET", "HEAD", "OPTIONS", "POST", "QUERY"]);
	}));

test("the asterisk is for OPTIONS alone, whatever else is sent to it", () =>
	onRawSocket(site.url, async (raw) => {
		for (const method of ["GET", "POST"]) {
			raw.sendHead(`${method} * HTTP/1.1`);
			const answer = await raw.answer();
			refused(answer, 400, "bad-request");
			assert.match(String(answer.json().detail), /OPTIONS only/);
		}
	}));

test("the prefix of a path pattern and an invalid id are no mills", async () => {
	const headers = { "Content-Type": "application/octet-stream" };
	for (const path of ["checksum-calculator", "checksum-calculator/md5", "checksum-calculator/SHA256"]) {
		const answer = await ask(`${site.url}/${path}`, { method: "POST", headers, body: Buffer.from("abc") });
		refused(answer, 404, "not-found");
	}
	refused(await get(`${site.url}/checksum-calculator/md5/$schema`), 404, "not-found");
});

each("R3: an unknown parameter is refused with 400 and the list of the known ones", async (subject) => {
	const answer = await call(site, subject, { query: "?unknown=1" });
	const { known } = refused(answer, 400, "bad-parameter") as unknown as { known: string[] };
	assert.deepEqual(known, subject.mill === "checksum-calculator" ? ["encoding"] : []);
});

test("a known parameter is read, and a mistyped one is met with a hint", async () => {
	const [, subject] = SUBJECTS;
	assert.ok(subject);
	const base64 = await call(site, subject, { query: "?encoding=base64" });
	assert.equal(
		base64.json().checksum,
		Buffer.from(String(subject.output.checksum), "hex").toString("base64"),
	);
	const { detail } = refused(await call(site, subject, { query: "?encodign=hex" }), 400, "bad-parameter");
	assert.match(detail, /"encoding"/);
});
