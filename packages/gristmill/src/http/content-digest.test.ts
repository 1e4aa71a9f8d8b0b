import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { bytes, Type } from "../index.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import partTeller from "../testing/mills/part-teller.js";
import { ask, refused, served } from "../testing/server.js";

const meter = emptyMill({
	name: "byte-meter",
	input: { "application/octet-stream": bytes({ maxBytes: 20_000_000 }) },
	output: Type.Object({ size: Type.Integer() }),
	run: (input: Uint8Array) => ({ size: input.byteLength }),
});
const site = served({}, { mills: [meter, partTeller] });

const digest = (body: Uint8Array, algorithm = "sha256") =>
	createHash(algorithm).update(body).digest("base64");
const SMALL = Buffer.from("grist");
const GOOD = `sha-256=:${digest(SMALL)}:`;
const WRONG = `sha-256=:${digest(Buffer.from("bran"))}:`;

function send(body: Uint8Array, field: string, headers: Record<string, string> = {}, mill = "byte-meter") {
	const fields = { "Content-Type": "application/octet-stream", "Content-Digest": field, ...headers };
	return ask(`${site.url}/${mill}`, { method: "POST", headers: fields, body });
}

for (const size of [0, 5, 100_000, 10_000_000])
	test(`Content-Digest of a body of ${size} bytes is verified`, async () => {
		const body = Buffer.alloc(size, "grist");
		assert.equal((await send(body, `sha-256=:${digest(body)}:`)).json().size, size);
		assert.equal((await send(body, `sha-512=:${digest(body, "sha512")}:`)).json().size, size);
		const { detail } = refused(await send(body, WRONG), 400, "unreadable-input");
		assert.ok(detail.includes(digest(body)) && detail.includes(digest(Buffer.from("bran"))), detail);
	});

for (const field of [
	GOOD,
	`SHA-256=:${digest(SMALL)}:`,
	`unixsum=:AAA=:, ${GOOD}`,
	`${GOOD};a=1, crc32c=:AAAA:`,
	"md5=:nonsense",
	"nonsense",
	"",
])
	test(`the Content-Digest ${JSON.stringify(field)} is no mistake`, async () => {
		assert.equal((await send(SMALL, field)).json().size, 5);
	});

for (const field of [
	"sha-256",
	"sha-256=",
	"sha-256=::",
	`sha-256=${digest(SMALL)}`,
	`sha-256=:${digest(SMALL).slice(0, -1)}:`,
	`sha-256=:${digest(SMALL, "sha512")}:`,
	`sha-256="${digest(SMALL)}"`,
	`${GOOD}, sha-256=:AA==:`,
	"sha-512=:AA==:",
])
	test(`the Content-Digest ${JSON.stringify(field)} is malformed`, async () => {
		const { detail } = refused(await send(SMALL, field), 400, "bad-request");
		assert.match(detail, /^The sha-(?:256|512) in Content-Digest is not (?:32|64) bytes/);
	});

test("each of several digests must be right, whichever a cache looks at", async () => {
	for (const field of [
		`${WRONG}, ${GOOD}`,
		`${GOOD}, ${WRONG}`,
		`${GOOD}, sha-512=:${digest(SMALL, "sha512").replace(/^./, (c) => (c === "A" ? "B" : "A"))}:`,
	])
		refused(await send(SMALL, field), 400, "unreadable-input");
});

test("the digest is that of the bytes as they were sent, compressed or not", async () => {
	const sent = gzipSync(SMALL);
	const headers = { "Content-Encoding": "gzip" };
	assert.equal((await send(sent, `sha-256=:${digest(sent)}:`, headers)).json().size, 5);
	refused(await send(sent, GOOD, headers), 400, "unreadable-input");
});

test("it is verified for a request of many lines too", async () => {
	const lines = Buffer.from('"a"\n"b"\n');
	const headers = { "Content-Type": "application/jsonl" };
	const good = await send(lines, `sha-256=:${digest(lines)}:`, headers, "part-teller");
	assert.equal(good.text.trim().split("\n").length, 2);
	refused(await send(lines, WRONG, headers, "part-teller"), 400, "unreadable-input");
});
