import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuGrowth } from "../../testing/growth.js";
import { ALL, unlessAll } from "../../testing/size.js";
import { loadEncodings } from "./model.js";

const encodings = loadEncodings(new URL("../../../models/tokeniser/", import.meta.url));
const TRAPS = {
	letter: "a",
	capital: "A",
	blank: " ",
	mark: "\u0301",
	newline: "\n",
	caseless: "ªA",
	digit: "1",
	ideograph: "中",
};

for (const [trap, unit] of Object.entries(TRAPS))
	test(`a run of one ${trap} costs in proportion to its length`, { skip: unlessAll }, async () => {
		for (const name of ALL ? ["o200k_base", "cl100k_base", "r50k_base"] : ["o200k_base"]) {
			const encoding = encodings.get(name);
			const task = (size: number) => encoding?.encode(unit.repeat(size / unit.length), false);
			// Quadratic growth would be 16.
			const growth = await cpuGrowth(task, 30_000, { factor: 4, most: 9 });
			assert.ok(growth <= 9, `${name}: four times the text took ${growth.toFixed(1)} times the work`);
		}
	});
