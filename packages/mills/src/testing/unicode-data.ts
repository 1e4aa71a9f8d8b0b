import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { ROOT } from "../../../gristmill/dist/testing/command.js";

function lines(name: string): string[][] {
	const file = readFileSync(`${ROOT}test/fixtures/unicode/${name}.txt.br`);
	return String(brotliDecompressSync(file))
		.trimEnd()
		.split("\n")
		.map((line) => line.split(";"));
}

/** The text that a list of code points in hexadecimal stands for. */
function written(list: string): string {
	const codes = list.split(" ").filter((code) => code !== "");
	return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)));
}

/** Whether this Node knows all characters of a text: an older one has an older Unicode. */
export function isAssigned(text: string): boolean {
	return !/\p{Unassigned}/u.test(text);
}

/** Every line of Unicode's NormalizationTest that this Node can know: source, NFC, NFD, NFKC, NFKD. */
export function normalizationTest(): string[][] {
	return lines("normalization-test")
		.map((fields) => fields.map(written))
		.filter((fields) => fields.every(isAssigned));
}

/** Unicode's NFKC_CF of every character that it changes. */
export function nfkcCasefold(): Map<string, string> {
	const map = new Map<string, string>();
	for (const [range = "", mapping = ""] of lines("nfkc-casefold")) {
		const [first = 0, last = first] = range.split("..").map((code) => Number.parseInt(code, 16));
		for (let code = first; code <= last; code++) map.set(String.fromCodePoint(code), written(mapping));
	}
	return map;
}

/** Every code point but the surrogates, as text. */
export function* everyCharacter(): Generator<string> {
	for (let code = 0; code <= 0x10ffff; code++)
		if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}
