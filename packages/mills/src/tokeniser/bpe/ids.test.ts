import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileText, random } from "../../testing/hostile-texts.js";
import { digest } from "../../testing/piece-golden.js";
import type { EncodingName } from "./encodings.js";
import { loadEncodings } from "./model.js";

const encodings = loadEncodings(new URL("../../../models/tokeniser/", import.meta.url));

/** How many ids tiktoken gives for a hundred hostile texts, and their digest. */
for (const [name, count, expected] of [
	["r50k_base", 11_818, 1_466_696_465],
	["p50k_base", 11_772, 929_432_435],
	["cl100k_base", 10_082, 3_656_202_882],
	["o200k_base", 8_546, 242_038_903],
] as const satisfies [EncodingName, number, number][])
	test(`hostile texts have the ids in ${name} that tiktoken gives them`, () => {
		const next = random(1);
		const text = Array.from({ length: 100 }, () => hostileText(next)).join("\n");
		const { ids } = encodings.get(name)?.encode(text, false) ?? { ids: [] };
		assert.deepEqual([ids.length, digest(ids)], [count, expected]);
	});
