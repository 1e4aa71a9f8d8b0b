import assert from "node:assert/strict";
import { test } from "node:test";
import { flagName, variableName } from "./setting.js";
import { DEFAULTS, mustBeBounded, SECTIONS, SETTINGS } from "./table.js";

test("a key has one flag and one variable", () => {
	assert.equal(flagName("publicUrl"), "public-url");
	assert.equal(variableName("maxBody"), "GRISTMILL_MAX_BODY");
	const names = Object.keys(SETTINGS).map(variableName);
	assert.equal(new Set(names).size, names.length);
});

test("the sections of the help have every setting once", () => {
	const keys = Object.values(SECTIONS).flatMap((table) => Object.keys(table));
	assert.deepEqual(keys.toSorted(), Object.keys(SETTINGS).toSorted());
});

test("every default is within its bounds", () => {
	mustBeBounded(DEFAULTS);
	assert.equal(DEFAULTS.port, 8080);
});

for (const [values, message] of [
	[{ workers: 0 }, "workers is 0, and must be a whole number from 1 to 1024."],
	[{ deadline: 1.5 }, "deadline is 1.5, and must be a whole number from 1 to 3600000."],
	[{ maxBuffered: 512 }, "maxBuffered is 512, and must be a whole number from 65536 to 1099511627776."],
	[{ examineEvery: 0 }, "examineEvery is 0, and must be a whole number from 1 to 86400000."],
] as const)
	test(`a program that gives ${JSON.stringify(values)} gets a RangeError with the bounds`, () => {
		assert.throws(() => mustBeBounded(values), { name: "RangeError", message });
	});
