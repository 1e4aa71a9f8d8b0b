import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { tokenBook } from "./token-book.js";
import { readToken, readTokenLines, tokenLine } from "./token-lines.js";

const token = () => randomBytes(32).toString("base64url");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("a token may have a name and a list of mills", () => {
	const secret = token();
	assert.equal(readToken(`alice:${secret}`, "token 1").name, "alice");
	assert.equal(readToken(`alice:${secret}`, "token 1").mills, undefined);
	assert.deepEqual([...(readToken(`alice:${secret}:one+two`, "token 1").mills ?? [])], ["one", "two"]);
});

test("a token without a name is named by its hash, so that the order does not matter", () => {
	const secret = token();
	assert.equal(readToken(secret, "token 1").name, `token-${sha256(secret).slice(0, 8)}`);
});

for (const [word, message] of [
	["hunter2", /has 7 characters, and fewer than 22/],
	["alice:0123456789abcdef01234", /has 21 characters/],
	["abababababababababababababab", /repeats a few characters/],
	["alice:0123456789 abcdefghijklmnop", /not allowed after Bearer/],
	["alice:0123456789abcdefghijklm:mill:more", /NAME:TOKEN or NAME:TOKEN:MILL\+MILL/],
	["a b:0123456789abcdefghijklm", /the name of a token must have/],
] as const)
	test(`"${word}" is refused as a token, and the message does not quote it`, () => {
		assert.throws(
			() => readToken(word, "token 3"),
			(error: Error) => {
				assert.ok(error instanceof RangeError);
				assert.match(error.message, message);
				assert.match(error.message, /token 3/);
				for (const part of word.split(":").slice(1)) assert.ok(!error.message.includes(part));
				return true;
			},
		);
	});

test("a file holds a JSON object a line, with comments and empty lines between, and perhaps a byte order mark before", () => {
	const text = `\ufeff# callers\n\n${tokenLine("alice", token())}\r\n  \n${tokenLine("bob", token(), { mills: ["one"], rate: "10/min", burst: 3, concurrency: 2, secondsPerDay: 600 })}\n`;
	const entries = readTokenLines(text, "tokens.jsonl");
	assert.deepEqual(
		entries.map(({ name }) => name),
		["alice", "bob"],
	);
	assert.deepEqual([...(entries[1]?.mills ?? [])], ["one"]);
	assert.equal(entries[0]?.limits, undefined);
	assert.deepEqual(entries[1]?.limits, {
		rate: { text: "10/min", of: { interval: 6_000, burst: 3 } },
		concurrency: 2,
		secondsPerDay: 600,
	});
});

for (const [line, message] of [
	["alice secret-secret-secret", /tokens, line 2 is not a JSON object/],
	["[1]", /tokens, line 2 is not a JSON object/],
	[`{"name":"alice","token":"secret-secret-secret"}`, /has a token, and must have its hash/],
	[`{"name":"alice","sha256":"secret-secret-secret"}`, /64 hexadecimal digits/],
	[`{"sha256":"${"0".repeat(64)}"}`, /the name of a token must have/],
	[`{"name":"alice","sha256":"${"0".repeat(64)}","mills":"secret-secret"}`, /a list of names/],
	[
		`{"name":"alice","sha256":"${"0".repeat(64)}","mill":["secret-secret"]}`,
		/Known keys: name, sha256, mills, rate, burst, concurrency, secondsPerDay/,
	],
	[
		`{"name":"alice","sha256":"${"0".repeat(64)}","rate":"secret"}`,
		/"rate" must be a number of calls per time/,
	],
	[
		`{"name":"alice","sha256":"${"0".repeat(64)}","concurrency":"secret"}`,
		/"concurrency" must be a whole number/,
	],
	[`{"name":"alice","sha256":"${"0".repeat(64)}","concurrency":0}`, /"concurrency" must be a whole number/],
	[`{"name":"alice","sha256":"${"0".repeat(64)}","secondsPerDay":0.5}`, /"secondsPerDay" must be a whole/],
	[`{"name":"alice","sha256":"${"0".repeat(64)}","burst":3}`, /"burst" needs a "rate"/],
] as const)
	test(`the line ${line.slice(0, 40)} is refused with its number and not quoted`, () => {
		assert.throws(
			() => readTokenLines(`# first\n${line}\n`, "tokens"),
			(error: Error) => {
				assert.match(error.message, message);
				assert.match(error.message, /tokens, line 2/);
				assert.ok(!error.message.includes("secret"), error.message);
				return true;
			},
		);
	});

test("a book finds each of many tokens, and nobody for any other", () => {
	const tokens = Array.from({ length: 500 }, token);
	const find = tokenBook(tokens.map((secret, i) => readToken(`caller-${i}:${secret}`, "token")));
	for (const [i, secret] of tokens.entries()) assert.equal(find(secret)?.name, `caller-${i}`);
	for (const other of ["", token(), `${tokens[0]}x`, tokens[0]?.slice(0, -1) ?? "", sha256(tokens[0] ?? "")])
		assert.equal(find(other), undefined);
});

test("two callers with one token are refused: nobody could tell them apart", () => {
	const secret = token();
	const entries = [readToken(`alice:${secret}`, "token 1"), readToken(`bob:${secret}`, "token 2")];
	assert.throws(() => tokenBook(entries), /alice and bob have the same token/);
});
