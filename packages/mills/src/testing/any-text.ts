import fc, { type Arbitrary } from "fast-check";

const character = fc
	.integer({ min: 0, max: 0x10f7ff })
	// The surrogates are skipped.
	.map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

/**
 * Texts of any characters. The `binary` strings of fast-check are the same, but take a second to prepare. Some are
 * plain strings of ASCII, among which are names such as `__proto__`.
 */
export function anyText(length: { minLength?: number; maxLength?: number } = {}): Arbitrary<string> {
	return fc.oneof(
		{ weight: 9, arbitrary: fc.array(character, length).map((characters) => characters.join("")) },
		{ weight: 1, arbitrary: fc.string(length) },
	);
}
