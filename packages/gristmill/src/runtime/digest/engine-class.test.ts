import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { engineClass, type Facet, measure } from "./engine-class.js";

const FACETS: readonly Facet[] = ["text", "maths", "locale", "processor"];

test("an engine has the same class in each facet whenever it is measured", () => {
	for (const facet of FACETS) {
		assert.match(engineClass(facet), /^[\w-]{22}$/);
		assert.equal(measure(facet), engineClass(facet));
	}
	assert.equal(new Set(FACETS.map(engineClass)).size, FACETS.length);
});

/** The facets whose class changes while the engine answers otherwise. */
function changedBy(t: TestContext, change: () => void): Facet[] {
	const before = new Map(FACETS.map((facet) => [facet, measure(facet)]));
	change();
	const changed = FACETS.filter((facet) => measure(facet) !== before.get(facet));
	t.mock.restoreAll();
	return changed;
}

test("an engine that divides a@b.io or Thai at other places is in another class for texts", (t) => {
	for (const changes of ["a@b.io", "สวัสดี"]) {
		const { segment } = Intl.Segmenter.prototype;
		const changed = changedBy(t, () =>
			t.mock.method(Intl.Segmenter.prototype, "segment", function (this: Intl.Segmenter, text: string) {
				return segment.call(this, text.replace(changes, "x"));
			}),
		);
		assert.deepEqual(changed, ["text"]);
	}
});

test("an engine that lacks one new character is in another class for texts", (t) => {
	const { normalize, toUpperCase } = String.prototype;
	const changed = changedBy(t, () =>
		t.mock.method(String.prototype, "toUpperCase", function (this: string) {
			return toUpperCase.call(this).replace("\u1c89", "\u1c8a");
		}),
	);
	assert.deepEqual(changed, ["text"]);
	const composing = changedBy(t, () =>
		t.mock.method(String.prototype, "normalize", function (this: string, form: string) {
			return normalize.call(this, form).replace("\u{105c9}", "\u{105d2}\u0307");
		}),
	);
	assert.ok(composing.includes("text"));
});

test("an engine whose functions differ in the last bit is of another class for mathematics", (t) => {
	for (const name of ["exp", "sin", "cos", "atan2", "log", "tanh", "cbrt", "hypot"] as const) {
		const compute = Math[name] as (...values: number[]) => number;
		const changed = changedBy(t, () =>
			t.mock.method(Math, name, (...values: number[]) => compute(...values) * (1 + Number.EPSILON)),
		);
		assert.deepEqual(changed, ["maths"], name);
	}
});

test("an engine with other rules for dates is of another class for locales", (t) => {
	const changed = changedBy(t, () => t.mock.method(Date, "parse", () => 0));
	assert.deepEqual(changed, ["locale"]);
});
