import assert from "node:assert/strict";
import { test } from "node:test";
import type { Mill } from "../../core/definition/mill.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { millDigest } from "./digest.js";
import { inClass, numericClass } from "./numeric-class.js";

const computing = (...numbers: number[]) => emptyMill({ probe: async () => Uint8Array.from(numbers) });
const digest = (mill: Mill) => millDigest(mill, undefined);

test("mills whose probes return equal bytes have one digest, and others have another", async () => {
	assert.equal(await digest(computing(1, 2)), await digest(computing(1, 2)));
	assert.notEqual(await digest(computing(1, 2)), await digest(computing(1, 3)));
	assert.notEqual(await digest(computing(1, 2)), await digest(emptyMill({})));
});

test("the probe of a mill that another one uses counts for both", async () => {
	const using = (used: Mill) => digest(emptyMill({ uses: { used } }));
	assert.equal(await using(computing(1)), await using(computing(1)));
	assert.notEqual(await using(computing(1)), await using(computing(2)));
});

test("without a probe there is no numeric class, and the digest stays", async () => {
	assert.equal(await numericClass(emptyMill({ uses: { used: emptyMill({}) } })), undefined);
	assert.equal(inClass("digest", undefined), "digest");
	assert.match(inClass("digest", "numbers"), /^[\w-]{22}$/);
});

test("a probe that returns no bytes is an error that names the mill", async () => {
	for (const probe of [() => new Uint8Array(), () => "numbers" as never])
		await assert.rejects(
			numericClass(emptyMill({ probe })),
			/^TypeError: The probe of ".+" returned no bytes\./,
		);
});
