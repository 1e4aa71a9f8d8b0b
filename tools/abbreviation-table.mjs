// Makes packages/mills/src/tokeniser/sentences/abbreviation-table.ts from CLDR's lists: node tools/abbreviation-table.mjs
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const TABLE = new URL("../packages/mills/src/tokeniser/sentences/abbreviation-table.ts", import.meta.url);
const PACKAGE = require.resolve("cldr-segments-full/package.json");

/** Entries of CLDR that end a sentence more often than they abbreviate anything: "It was on the link. OK." */
const WORDS = {
	de: ["Alt.", "am.", "Ben.", "Best.", "led.", "Max.", "PIN.", "Port.", "Test."],
	en: [
		..."AA. AB. Act. All. As. By. Card. Do. Etc. Go. Hat. I. In. Is. Jam. Job. Joe. Link. Long. Mart. OK. Ok. On.".split(
			" ",
		),
		..."Or. PC. Pro. To. Up.".split(" "),
	],
	es: ["All.", "Bien.", "Kit.", "Korn.", "RAM.", "Rol.", "Sol.", "mar.", "may."],
	fr: ["All.", "cam.", "jeu.", "mer."],
	it: ["all.", "int.", "ver."],
	pt: ["cat.", "end.", "mar.", "mat.", "pal."],
};

/** The source of the table. */
export function abbreviationTable() {
	const { version } = JSON.parse(readFileSync(PACKAGE, "utf8"));
	const folder = `${dirname(PACKAGE)}/segments`;
	const rows = readdirSync(folder)
		.sort()
		.map((language) => [
			language,
			entriesOf(`${folder}/${language}/suppressions.json`, WORDS[language] ?? []),
		])
		.filter(([, entries]) => entries.length > 0)
		.map(([language, entries]) => `\t${language}:${written(lines(entries))},\n`);
	return `// Made by tools/abbreviation-table.mjs from CLDR ${version}, under the Unicode License v3. Do not edit by hand.

/** CLDR's abbreviations by language, separated by "|", without those that are also everyday words. */
export const CLDR_ABBREVIATIONS: Readonly<Record<string, string>> = {
${rows.join("")}};
`;
}

/** Only what ends with a full stop: a few entries of CLDR do not, and would suppress nothing. */
function entriesOf(path, words) {
	const { segmentations } = JSON.parse(readFileSync(path, "utf8")).segments;
	const all = (segmentations.SentenceBreak?.standard ?? []).map(({ suppression }) => suppression);
	for (const word of words) if (!all.includes(word)) throw new Error(`CLDR has no ${word} in ${path}.`);
	return all.filter((entry) => entry.endsWith(".") && !words.includes(entry)).sort();
}

/** Entries with a "|" behind each but the last, in lines of about a hundred characters. */
function lines(entries) {
	const result = [""];
	for (const [i, entry] of entries.entries()) {
		const text = i < entries.length - 1 ? `${entry}|` : entry;
		if (result.at(-1).length + text.length > 96) result.push("");
		result[result.length - 1] += text;
	}
	return result;
}

/** As the formatter would write them. */
function written([first, ...more]) {
	if (more.length === 0) return ` "${first}"`;
	return [first, ...more].map((line) => `\n\t\t"${line}"`).join(" +");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const made = abbreviationTable();
	if (readFileSync(TABLE, { encoding: "utf8", flag: "a+" }) === made) console.log("The table is up to date.");
	else writeFileSync(TABLE, made);
}
