import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, splitWords } from "./addresses.js";

test("addresses come first, inputs behind them", () => {
	assert.deepEqual(splitWords(["http://a/x", "HTTPS://b/x", "photos", "http://c/x"]), {
		mills: ["http://a/x", "HTTPS://b/x"],
		inputs: ["photos", "http://c/x"],
	});
	assert.deepEqual(splitWords(["http://a/x"]), { mills: ["http://a/x"], inputs: [] });
	assert.deepEqual(splitWords(["http://a/x", "./http:file"]), {
		mills: ["http://a/x"],
		inputs: ["./http:file"],
	});
	assert.deepEqual(splitWords(["tokeniser", "http:file"]), { mills: ["tokeniser"], inputs: ["http:file"] });
	assert.deepEqual(splitWords([]), { mills: [], inputs: [] });
});

for (const [urls, bases, mill] of [
	[["http://a/v1/meter"], [], "http://a/v1/meter"],
	[["http://a/v1/meter", "http://b:81/meter"], ["http://a/v1/", "http://b:81/"], "meter"],
	[["http://a/sum/{kind}", "http://b/v/sum/{kind}"], ["http://a/", "http://b/v/"], "sum/{kind}"],
	[["http://a/meter?x=1/2", "http://b/meter?x=1/2"], ["http://a/", "http://b/"], "meter?x=1/2"],
	[["http://a/v/meter/", "http://b/meter/"], ["http://a/v/", "http://b/"], "meter/"],
] as const)
	test(`${urls.join(" and ")} are one mill`, () => {
		assert.deepEqual(placeOf(urls), { bases, mill });
	});

test("several addresses must name one mill, and name it at all", () => {
	assert.throws(() => placeOf([]), /The mill is missing/);
	assert.throws(
		() => placeOf(["http://a/one", "http://b/two"]),
		/"one" and "two" are different mills\. Give URLs of the same mill\./,
	);
	assert.throws(() => placeOf(["http://a/one", "http://b"]), /http:\/\/b has no name of a mill/);
	assert.throws(() => placeOf(["http://a/one", "http://b/?one"]), /has no name of a mill/);
});
