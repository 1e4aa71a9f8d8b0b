import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "gristmill";
import { hostileText, random } from "./hostile-texts.js";
import { TEXTS } from "./many-scripts.js";

/** What one engine on one processor answers: for each mill its digest, or hashes of the answers to the same calls. */
export type Told<What> = Readonly<Record<string, What>>;

const next = random(7);
const texts = [...TEXTS, ...Array.from({ length: 200 }, () => hostileText(next))];
/** Real lines of messages, news, manuals and more, each with its language. */
const LINES = new URL("../../../../training/translator/everyday-600.tsv", import.meta.url);
const lines = readFileSync(LINES, "utf8")
	.split("\n")
	.map((line) => line.split("\t"))
	.filter((_, i) => i % 2 === 0)
	.flatMap(([, from, , text]) => (text === undefined ? [] : { from, text }));
const pictures = (folder: string) => readdirSync(folder).map((file) => readFileSync(join(folder, file)));
const each = (inputs: readonly unknown[], ...choices: Record<string, unknown>[]) =>
	choices.flatMap((parameters) => inputs.map((input) => [input, parameters] as const));

/** The calls of each mill. `folder` has the pictures. */
const CALLS: Readonly<Record<string, (folder: string) => (readonly [unknown, Record<string, unknown>])[]>> = {
	tokeniser: () =>
		each(
			texts,
			...["word", "sentence", "grapheme"].flatMap((scheme) => [{ scheme }, { scheme, locale: "th" }]),
			{ scheme: "o200k_base" },
			{ scheme: "cl100k_base", format: "ids" },
		),
	normaliser: () => each(texts, ...["clean", "search", "ascii"].map((preset) => ({ preset }))),
	classifier: (folder) => each(pictures(folder), { detail: true }),
	translator: () =>
		lines.map(({ from, text }) => [
			text,
			{ from, to: from === "en" ? "es" : "en", confidence: true, alternatives: 3 },
		]),
};

const [what, folder = "", ...names] = process.argv.slice(2);
const told: Record<string, string | string[]> = {};
for (const name of names) {
	const mill = await open(new URL(`../${name}/${name}.js`, import.meta.url));
	const answers: string[] = [];
	for (const [input, parameters] of (what === "answers" && CALLS[name]?.(folder)) || []) {
		const answer = await mill(input as never, parameters).catch(String);
		answers.push(createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 8));
	}
	told[name] = what === "answers" ? answers : mill.digest;
	await mill.close();
}
process.stdout.write(JSON.stringify(told), () => process.exit());
