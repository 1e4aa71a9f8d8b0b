import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { curlCalls } from "./curl-lines.js";

const URL = "http://127.0.0.1:8080/shouter";
const READ: readonly [what: string, line: string, body: string | undefined, type: string | undefined][] = [
	[
		"single quotes",
		`curl -sS '${URL}' -H 'Content-Type: text/plain' --data-raw 'hi there'`,
		"hi there",
		"text/plain",
	],
	["double quotes", `curl ${URL} -H "content-type: text/plain" -d "a \\"b\\" c"`, 'a "b" c', "text/plain"],
	["a prompt", `$ curl ${URL} --data hi`, "hi", undefined],
	["a line that goes on", `curl ${URL} \\\n  -d hi`, "hi", undefined],
	["a body of two lines", `curl ${URL} -d 'a\nb'`, "a\nb", undefined],
	["an apostrophe", `curl ${URL} -d 'it'\\''s'`, "it's", undefined],
	["@ that is raw", `curl ${URL} --data-raw '@home'`, "@home", undefined],
	["printed bytes", `printf '\\141\\000' | curl -sS '${URL}' --data-binary @-`, "a\0", undefined],
	["a method", `curl -X QUERY ${URL} -d hi`, "hi", undefined],
	["a file", `curl ${URL} --data-binary @face.jpg`, undefined, undefined],
	["no body", `curl ${URL}`, undefined, undefined],
	["a quote without end", `curl ${URL} -d 'hi`, undefined, undefined],
];

for (const [what, line, body, type] of READ)
	test(`a curl line with ${what} is ${body === undefined ? "left alone" : "read"}`, () => {
		const [call] = curlCalls(`# Title\n\n\`\`\`sh\n${line}\n\`\`\`\n\nText.\n`);
		if (body === undefined) return assert.equal(call, undefined);
		assert.equal(call?.url, URL);
		assert.equal(Buffer.from(call?.body ?? []).toString("latin1"), body);
		assert.equal(call?.mediaType, type);
	});

test("several lines are read in order, and no more than are needed", () => {
	assert.deepEqual(
		curlCalls(`curl ${URL} -d 1\ncurl ${URL} -d 2\n`).map(({ body }) => String(body)),
		["1", "2"],
	);
	assert.equal(curlCalls(`curl ${URL} -d x\n`.repeat(1000)).length, 20);
});

const bodies = (markdown: string) => curlCalls(markdown).map(({ body }) => String(body));

test("a line inside another command is no command", () => {
	const outer = `curl ${URL} -d 'a\ncurl ${URL} -d b\n'\n`;
	assert.deepEqual(bodies(`${outer}curl ${URL} -d c\n`), [`a\ncurl ${URL} -d b\n`, "c"]);
});

test("an apostrophe in prose hides no command after it", () => {
	assert.deepEqual(bodies(`curl can't do it.\n\ncurl ${URL} -d 'hi'\n`), ["hi"]);
	assert.deepEqual(bodies(`curl can't do it.\n\ncurl ${URL} -d 'hi'\n\nIt's easy.\n`), ["hi"]);
});
