import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { MOST_BODY, ReplyReader } from "./reply-reader.js";

/** Feeds bytes in pieces of this size, then closes. */
function read(bytes: string | Buffer, { method = "POST", piece = 1 } = {}): ReplyReader {
	const reader = new ReplyReader(method);
	const all = Buffer.from(bytes as string, "latin1");
	for (let i = 0; i < all.length; i += piece) reader.feed(all.subarray(i, i + piece));
	reader.close();
	return reader;
}

const CHUNKED =
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nA: 1\r\n\r\n5;x=y\r\nmill \r\n6\r\nstones\r\n0\r\nTrailer: t\r\n\r\n";

const GOOD: readonly [what: string, bytes: string, status: number, body: string][] = [
	["counted", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ngrist", 200, "grist"],
	["without content", "HTTP/1.1 204 No Content\r\nAllow: POST\r\n\r\n", 204, ""],
	["without a reason", "HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n", 404, ""],
	["up to the end", "HTTP/1.0 200 OK\r\n\r\nall that comes", 200, "all that comes"],
	["chunked", CHUNKED, 200, "mill stones"],
	["behind 100", `HTTP/1.1 100 Continue\r\n\r\n${CHUNKED}`, 200, "mill stones"],
];

for (const [what, bytes, status, body] of GOOD)
	test(`an answer ${what} is read, however its bytes are cut`, () => {
		for (const piece of [1, 2, 3, 7, 1000]) {
			const reader = read(bytes, { piece });
			assert.equal(reader.ending, "whole", `${piece}`);
			assert.equal(reader.status, status);
			assert.equal(reader.body.toString(), body);
			assert.equal(reader.stray, 0);
		}
	});

test("1xx answers are kept apart", () => {
	assert.deepEqual(
		read(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\n\r\n${CHUNKED}`).interim,
		[100, 103],
	);
});

test("content behind an answer to HEAD is counted, not taken", () => {
	const reader = read("HTTP/1.1 405 No\r\nContent-Length: 5\r\n\r\ngrist", { method: "HEAD" });
	assert.equal(reader.stray, 5);
	assert.equal(reader.body.length, 0);
});

const BAD: readonly [what: string, bytes: string, ending: string][] = [
	["is no HTTP", "SSH-2.0-OpenSSH\r\n", "garbage"],
	["is HTTP/2", "HTTP/2 200\r\n\r\n", "garbage"],
	["has a space in a field name", "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "garbage"],
	["has a folded field", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", "garbage"],
	["has a bare line feed in a field", "HTTP/1.1 200 OK\r\nA: b\nC: d\r\n\r\n", "garbage"],
	["has two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx", "garbage"],
	["has a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "garbage"],
	["has an unknown framing", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "garbage"],
	["has a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", "garbage"],
	[
		"has a chunk longer than it says",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n",
		"garbage",
	],
	[
		"has a trailer without end",
		`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ${"x".repeat(70_000)}`,
		"garbage",
	],
	["ends in its head", "HTTP/1.1 200 OK\r\nA: b", "closed"],
	["ends in its body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ngri", "closed"],
	["ends in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ngri", "closed"],
	["has a head without end", `HTTP/1.1 200 OK\r\nA: ${"x".repeat(70_000)}`, "too-long"],
	["has a body without end", `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(MOST_BODY + 1)}`, "too-long"],
];

for (const [what, bytes, ending] of BAD)
	test(`an answer that ${what} is ${ending}`, () => {
		for (const piece of [100, 1_000_000]) {
			const reader = read(bytes, { piece });
			assert.equal(reader.ending, ending);
			assert.ok(reader.body.length <= MOST_BODY);
		}
	});
