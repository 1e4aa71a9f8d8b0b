import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { command, RedisError, type Reply, ReplyReader } from "./resp.js";

function read(pieces: readonly Buffer[], most = 1_000): Reply[] {
	const replies: Reply[] = [];
	const reader = new ReplyReader(most, (reply) => replies.push(reply));
	for (const piece of pieces) reader.push(piece);
	return replies;
}

test("a command is a list of words with their lengths in bytes", () => {
	const sent = command(["SET", "key", Buffer.from("größe\r\n")]);
	assert.equal(sent.toString(), "*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$9\r\ngröße\r\n\r\n");
});

test("answers are the same however they are cut into pieces", () => {
	const all = Buffer.from("+OK\r\n:42\r\n$-1\r\n$0\r\n\r\n$7\r\na\r\nb+\r\n\r\n-ERR no\r\n+last\r\n");
	const expected = read([all]);
	assert.deepEqual(expected.slice(0, 5), ["OK", 42, undefined, Buffer.from(""), Buffer.from("a\r\nb+\r\n")]);
	assert.ok(expected[5] instanceof RedisError && expected[5].message === "ERR no");
	assert.equal(expected[6], "last");
	fc.assert(
		fc.property(fc.array(fc.nat({ max: all.length })), (cuts) => {
			const at = [0, ...cuts.toSorted((a, b) => a - b), all.length];
			const pieces = at.slice(1).map((end, i) => all.subarray(at[i], end));
			assert.deepEqual(read(pieces), expected);
		}),
	);
});

test("what a server repeats of a command that it refuses is left out", () => {
	for (const [line, message] of [
		["-ERR unknown command `AUTH`, with args beginning with: `me`, `secret`", "ERR unknown command `AUTH`"],
		["-ERR unknown command 'SET', with args beginning with: 'key' 'GMK1", "ERR unknown command 'SET'"],
		[
			"-OOM command not allowed when used memory > 'maxmemory'.",
			"OOM command not allowed when used memory > 'maxmemory'.",
		],
	] as const) {
		const [reply] = read([Buffer.from(`${line}\r\n`)]);
		assert.equal((reply as RedisError).message, message);
	}
});

for (const [what, bytes] of [
	["HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n"],
	["a list", "*1\r\n$1\r\na\r\n"],
	["a value that is too long", "$1001\r\n"],
	["a length that is no number", "$x\r\n"],
	["a value without its end", "$2\r\nabcd"],
	["a line without an end", `+${"x".repeat(20_000)}`],
] as const)
	test(`${what} is refused`, () => {
		assert.throws(() => read([Buffer.from(bytes)]), RangeError);
	});
