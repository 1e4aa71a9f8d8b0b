import anyAscii from "any-ascii";
import { boundUnits } from "../characters/bound.js";
import { characterBefore, isAscii } from "../characters/repertoire.js";
import { readTable } from "../tables/table.js";
import { TABLES } from "../tables/tables.js";
import { ASCII_SIGNS, GREEK_NAMES } from "./ascii-symbols.js";
import { foldLetters } from "./letters.js";
import type { Locale } from "./settings.js";
import { spellSymbols } from "./symbols.js";

const FOREIGN = /\P{ASCII}/gu;
/** The micro sign, or a mu before a unit or after a number, with an optional ohm sign after it. */
const MICRO =
	/\u00b5(?!\p{Script=Greek})|(?<![\p{L}\p{M}])\u03bc(?=[A-Za-z\u03a9\u2126])|(?<=\d ?)\u03bc(?!\p{L})/gu;
/** An omega after a number or a metric prefix. */
const OHM = /(?<=\d ?|(?<!\p{L})[kMGTmun])\u03a9(?!\p{L})/gu;
const NUMERO = /(?<=\b[Nn])\u00b0(?= ?\d)/gu;
/** The letter that engineers write for the diameter sign. */
const DIAMETER = /(?<!\p{L})[Øø](?= ?\d)/gu;
const MIDDLE_DOT = /(?<=l)\u00b7(?=l)/giu;
const LONE_GREEK = /(?<![\p{Script=Greek}\p{M}])\p{Script=Greek}(?![\p{Script=Greek}\p{M}'’])/gu;
const GREEK_WORD = /\p{Script=Greek}\p{M}*\p{Script=Greek}/u;
/** A sign that is struck out. */
const NEGATED = /(\p{S})[\u0337\u0338\u20d2\u20e5]+/gu;
const KEYCAP = /([0-9#*])\ufe0f?\u20e3/gu;
const KANJI = /\p{Script=Han}/u;

const SYMBOL = /[\p{Sm}\p{Sc}\p{So}]/u;
/** Box drawings, blocks and shapes look like their ASCII. Braille patterns and the letters of flags are letters. */
const DRAWING = /[\u2500-\u25ff\u2800-\u28ff\p{Regional_Indicator}]/u;
const LETTERLIKE_NUMBER = /[\p{No}\p{Nl}]/u;
/** Characters that are invisible by themselves, and letters without a sound. They are removed. */
const SILENT =
	/[\p{M}\p{Cc}\p{Cf}\p{Z}\p{Emoji_Modifier}\u0640\u06e5\u06e6\u0787\u07d1\u0a72\u0a73\u0e45\u0ead\u0f68\u110b\u1147\u115f\u1160\u1843\u1900\u1970-\u1974\u1980\u1981\u19c8\u19c9\u1a15\u1a4b\u1bc0\u1bc1\u1c23\u1c79\u1c7b\u1c7c\u30fc\u3147\u3164\u3180\ua4fa\uaaae\uaaaf\uaac0\uaac2\uff70\uffa0\uffb7]/u;
const WORD_BEFORE = /[\p{L}\p{N})\]]/u;
const WORD_AFTER = /[\p{L}\p{N}]/u;

interface Spelling {
	readonly text: string;
	/** Whether the spelling may need a space to separate it from its neighbours. */
	readonly mayJoin: boolean;
}

const known = new Map<string, Spelling>();
let names: Map<string, string> | undefined;

/** Spells every character in ASCII, by its meaning, sound or look. Japanese kanji stay, because readings need a dictionary. */
export function toAscii(text: string, locale: Locale): string {
	if (isAscii(text)) return text;
	const plain = foldLetters(unambiguous(spellSymbols(text)), locale);
	let units = plain.length;
	return plain.replace(FOREIGN, (character, at: number) => {
		if (locale === "ja" && KANJI.test(character)) return character;
		const { text: alone, mayJoin } = spelling(character);
		const spelt = mayJoin ? spacedOut(character, alone, plain, at) : alone;
		units += spelt.length - character.length;
		boundUnits(units);
		return spelt;
	});
}

/** Replaces letters that are units or symbols of mathematics in their context. */
function unambiguous(text: string): string {
	const units = text
		.replaceAll("\u2126", "Ohm")
		.replaceAll("§§", "sections")
		.replace(MICRO, "u")
		.replace(OHM, "Ohm")
		.replace(NUMERO, "o")
		.replace(DIAMETER, "\u2300")
		.replace(MIDDLE_DOT, ".")
		.replace(NEGATED, "!$1")
		.replace(KEYCAP, "($1)");
	const isGreek = GREEK_WORD.test(units);
	return units.replace(LONE_GREEK, (letter, at: number) => {
		// The articles of Greek are single letters.
		const name = isGreek && (letter === "η" || letter === "ο") ? undefined : GREEK_NAMES.get(letter);
		return name ? spaced(`~${name}~`, units, at, letter.length) : letter;
	});
}

/** Returns a spelling with the spaces that separate it from its neighbours. */
function spacedOut(character: string, spelt: string, text: string, at: number): string {
	if (isWord(spelt)) return spaced(spelt, text, at, character.length);
	return /^\d/.test(spelt) && /\p{N}/u.test(characterBefore(text, at)) ? ` ${spelt}` : spelt;
}

function spaced(spelt: string, text: string, at: number, length: number): string {
	const start = WORD_BEFORE.test(characterBefore(text, at)) ? " " : "";
	const end = WORD_AFTER.test(String.fromCodePoint(text.codePointAt(at + length) ?? 0)) ? " " : "";
	return start + spelt.slice(1, -1) + end;
}

/** Words are enclosed in `~`. */
const isWord = (spelt: string) => /^~.+~$/.test(spelt);

const partSpelling = (part: string) => (isAscii(part) ? part : spelling(part).text);

function spelling(character: string): Spelling {
	const found = known.get(character);
	if (found) return found;
	const text = spellOne(character);
	const mayJoin = isWord(text) || (LETTERLIKE_NUMBER.test(character) && /\d/.test(text));
	const spelt = { text, mayJoin };
	// A hostile text may contain a million code points without a name, so these are not cached.
	if (!text.startsWith(":u+")) known.set(character, spelt);
	return spelt;
}

/** Returns the sign's own spelling, any-ascii's if it is reliable, the sign's name, or its code point. */
function spellOne(character: string): string {
	const sign = ASCII_SIGNS.get(character);
	if (sign !== undefined) return sign;
	const parts = character.normalize("NFKC");
	const plain = SYMBOL.test(character) && parts !== character ? [...parts].map(partSpelling).join("") : "";
	if (plain !== "") return plain;
	const sound = anyAscii(character);
	const isTrusted = !SYMBOL.test(character) || DRAWING.test(character) || /^:.*:$|^\([A-Z]\)$/.test(sound);
	if (isTrusted && sound !== "") return sound;
	if (SILENT.test(character)) return sound;
	names ??= readTable(TABLES.names);
	const code = (character.codePointAt(0) ?? 0).toString(16);
	return `:${names.get(code) ?? `u+${code.padStart(4, "0")}`}:`;
}
