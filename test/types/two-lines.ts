// The smallest mill. tools/type-cost.mjs measures what it costs the compiler.
import { defineMill, Type, text } from "gristmill";
// biome-ignore format: two lines
export default defineMill({ name: "vowel-counter", version: "1.0.0", summary: "Counts the vowels of a text.", input: { "text/plain": text() }, output: Type.Object({ vowels: Type.Integer() }), run: (input) => ({ vowels: input.match(/[aeiou]/gi)?.length ?? 0 }) });
