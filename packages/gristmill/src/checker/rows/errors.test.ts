import assert from "node:assert/strict";
import { test } from "node:test";
import { LEAKS } from "./errors.js";

const leaks = (text: string) => LEAKS.some((leak) => leak.test(text));

for (const text of [
	"Error: no\n    at parse (parse.js:12:3)",
	"Error: no\n\tat Main.run(12)",
	'File "<stdin>", line 1',
	"cannot open /srv/mills/secret.bin",
	"cannot open C:\\Mills\\secret.bin",
	"java.lang.NullPointerException",
	"org.springframework.web.servlet.NoHandlerFoundException: x",
])
	test(`an error reveals internals: ${JSON.stringify(text)}`, () => assert.ok(leaks(text)));

test("a plain sentence reveals nothing", () => {
	for (const text of ["Look at line 12.", "Send text/plain, at most 64k.", '{"instance":"/v1/shouter"}'])
		assert.ok(!leaks(text), text);
});
