import assert from "node:assert/strict";
import { test } from "node:test";
import { namedWeight, parseAccept, prefer, weight } from "./accept.js";

const ANYTHING = [{ range: "*/*", q: 1 }];

test("an absent Accept field accepts everything", () => {
	assert.deepEqual(parseAccept(undefined), ANYTHING);
});

test("a field without one good member counts as absent", () => {
	for (const header of ["", " ", ",", ", ,;", "json", "*/json", ";q=1", "a/b;q=2"])
		assert.deepEqual(parseAccept(header), ANYTHING, header);
});

test("members keep their order, in lower case, with weight 1 where none is given", () => {
	assert.deepEqual(parseAccept("Text/HTML, application/*;q=0.5,*/* ; Q=0.1"), [
		{ range: "text/html", q: 1 },
		{ range: "application/*", q: 0.5 },
		{ range: "*/*", q: 0.1 },
	]);
});

test("every form of weight that RFC 9110 §12.4.2 allows is read", () => {
	const weights = {
		"0": 0,
		"0.": 0,
		"0.0": 0,
		"0.000": 0,
		"0.001": 0.001,
		"0.25": 0.25,
		"1": 1,
		"1.": 1,
		"1.000": 1,
	};
	for (const [text, q] of Object.entries(weights))
		assert.deepEqual(parseAccept(`a/b;q=${text}`), [{ range: "a/b", q }], text);
});

test("a member with a bad weight is ignored, its neighbours are not", () => {
	const bad = ["2", "1.1", "-1", "0.1234", "1.0000", "abc", "", ".5", "1e0", "Infinity", "NaN", '"1"', "0x1"];
	for (const q of bad) assert.deepEqual(parseAccept(`a/b;q=${q}, c/d`), [{ range: "c/d", q: 1 }], q);
});

test("a member that is no media range is ignored, its neighbours are not", () => {
	for (const member of ["text", "/", "*", "*/html", "te xt/html", "text/html/x", "", "text/<b>"])
		assert.deepEqual(parseAccept(`${member}, c/d;q=0.5`), [{ range: "c/d", q: 0.5 }], member);
});

test("other parameters are not compared", () => {
	assert.deepEqual(parseAccept("application/json; charset=utf-8; q=0.3; ext=1"), [
		{ range: "application/json", q: 0.3 },
	]);
});

test("commas, semicolons and escaped quotes inside a quoted string separate nothing", () => {
	assert.deepEqual(parseAccept('a/b; p="x, y/z; q=0 \\", e/f"; q=0.4, c/d'), [
		{ range: "a/b", q: 0.4 },
		{ range: "c/d", q: 1 },
	]);
});

test("a type counts as named only where it stands word for word", () => {
	const ranges = parseAccept("application/*, */*, text/html;q=0");
	assert.equal(namedWeight(ranges, "application/json"), undefined);
	assert.equal(namedWeight(ranges, "text/html"), 0);
});

test("the most specific range gives the weight, whatever the order", () => {
	for (const header of [
		"*/*;q=0.1, application/*;q=0.5, application/json;q=0.2",
		"application/json;q=0.2, application/*;q=0.5, */*;q=0.1",
	]) {
		const ranges = parseAccept(header);
		assert.equal(weight(ranges, "application/json"), 0.2);
		assert.equal(weight(ranges, "application/xml"), 0.5);
		assert.equal(weight(ranges, "text/plain"), 0.1);
	}
});

test("weight 0 excludes a type that a wider range admits", () => {
	assert.equal(weight(parseAccept("*/*, application/json;q=0"), "application/json"), 0);
	assert.equal(weight(parseAccept("*/*, application/*;q=0"), "application/json"), 0);
});

test("a type that no range covers has weight 0", () => {
	assert.equal(weight(parseAccept("text/*"), "application/json"), 0);
	// `text/*` must not cover a type that merely begins with the same letters.
	assert.equal(weight(parseAccept("text/*"), "textile/plain"), 0);
});

test("the most wanted type wins, the server's order breaks ties, weight 0 is never chosen", () => {
	const weights: Readonly<Record<string, number>> = { a: 0.5, b: 1, c: 1, d: 0 };
	const weigh = (type: string) => weights[type] ?? 0;
	assert.equal(prefer(["a", "b", "c"], weigh), "b");
	assert.equal(prefer(["a", "c", "b"], weigh), "c");
	assert.equal(prefer(["d"], weigh), undefined);
	assert.equal(prefer([], weigh), undefined);
});
