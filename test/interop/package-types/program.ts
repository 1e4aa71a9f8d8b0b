// What a stranger writes against the types of the packages. Each `@ts-expect-error` is a mistake that the types must catch; where
// they do not, the compiler complains.
import { modules } from "@gristmill/mills";
import type classifier from "@gristmill/mills/classifier";
import type normaliser from "@gristmill/mills/normaliser";
import type tokeniser from "@gristmill/mills/tokeniser";
import type translator from "@gristmill/mills/translator";
import { createServer, defineConfig, defineMill, type Static, Type, text } from "gristmill";
import { createClient } from "gristmill/client";

const Output = Type.Object({ vowels: Type.Integer(), first: Type.Optional(Type.String()) });
const counter = defineMill({
	name: "vowel-counter",
	version: "1.0.0",
	summary: "Counts the vowels of a text.",
	input: { "text/plain": text() },
	output: Output,
	run: (input): Static<typeof Output> => ({ vowels: input.match(/[aeiou]/g)?.length ?? 0 }),
});

// @ts-expect-error: run returns what the output says.
defineMill({ ...counter, input: { "text/plain": text() }, output: Output, run: () => ({ vowels: "two" }) });

export const configuration = defineConfig({ port: 8080, mills: { translator: { deadline: 10_000 } } });
// @ts-expect-error: a port is a number.
defineConfig({ port: "8080" });

const server = await createServer([counter, modules.tokeniser], { workers: 1 });
const url: string = await server.listen(0);

type Mills = typeof counter | typeof classifier | typeof normaliser | typeof tokeniser | typeof translator;
const mills = createClient<Mills>(url);
const { output } = await mills.call("vowel-counter", "grist");
export const vowels: number = output.vowels;
// @ts-expect-error: no such mill.
await mills.call("vowel-countr", "grist");
// @ts-expect-error: no such format.
await mills.call("tokeniser", "grist", { parameters: { scheme: "word", format: "sum" } });
const translated = await mills.call("translator", "The cat sleeps.", { parameters: { to: "es" } });
export const spanish: string = translated.output.text;
await server.close();
