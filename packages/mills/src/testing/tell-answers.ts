import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "gristmill";
import { hostileText, random } from "./hostile-texts.js";
import { TEXTS } from "./many-scripts.js";

/** What one engine on one processor answers: for each mill its digest, and hashes of the answers to the same calls. */
export type Told = Readonly<Record<string, { readonly digest: string; readonly answers: readonly string[] }>>;

const next = random(7);
const texts = [...TEXTS, ...Array.from({ length: 200 }, () => hostileText(next))];
const sentences = ["The old miller", "My youngest sister", "Nobody in the village", "A tired doctor"].flatMap(
	(who) =>
		["has never seen", "was looking for", "would rather sell", "forgot about"].flatMap((does) =>
			["the river in winter.", "a letter from Madrid, did they?", "two horses and 3.5 tons of wheat."].map(
				(what) => `${who} ${does} ${what}`,
			),
		),
);
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
	translator: () => each(sentences, { from: "en", to: "es" }),
};

async function tell(names: readonly string[], folder: string): Promise<Told> {
	const told: Record<string, Told[string]> = {};
	for (const name of names) {
		const mill = await open(new URL(`../${name}/${name}.js`, import.meta.url));
		const answers: string[] = [];
		for (const [input, parameters] of CALLS[name]?.(folder) ?? []) {
			const answer = await mill(input as never, parameters).catch(String);
			answers.push(createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 8));
		}
		told[name] = { digest: mill.digest, answers };
		await mill.close();
	}
	return told;
}

const [folder = "", ...names] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await tell(names, folder)), () => process.exit());
