// Calls mills by their types. tools/type-cost.mjs measures what it costs the compiler.
import { createClient } from "gristmill/client";
import type textWeigher from "./many-keys.js";
import type vowelCounter from "./two-lines.js";

export type Mills = typeof vowelCounter | typeof textWeigher;

/** The number of vowels of a text, and its weight. */
export async function weigh(base: string, words: string): Promise<string> {
	const mills = createClient<Mills>(base);
	const { output } = await mills.call("vowel-counter", words);
	const weighed = await mills.call(
		"text-weigher/{unit}",
		{ json: { text: words } },
		{ parameters: { unit: "ounce" } },
	);
	const picture: string = weighed.output.picture;
	return `${output.vowels} ${weighed.output.weight} ${weighed.output.unit ?? "-"} ${picture}`;
}
