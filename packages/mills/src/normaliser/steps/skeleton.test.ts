import assert from "node:assert/strict";
import { test } from "node:test";
import { skeleton } from "./skeleton.js";

test("names that look alike have one skeleton", () => {
	for (const [one, other] of [
		["paypal", "pаypаl"],
		["paypal", "𝔭𝒶ỿ𝕡𝕒ℓ"],
		["Scope", "Ѕсоре"],
		["mom", "rnorn"],
		["Michael", "Michae1"],
		["ΑΒΕ", "ABE"],
		["google", "goo\u200bgle"],
		["é", "e\u0301"],
	] as const)
		assert.equal(skeleton(one), skeleton(other), `${one} ${other}`);
});

test("names that look different have different skeletons", () => {
	for (const [one, other] of [
		["paypal", "paypals"],
		["Anna", "anna"],
		["e", "é"],
		["東京", "京東"],
	] as const)
		assert.notEqual(skeleton(one), skeleton(other));
});
