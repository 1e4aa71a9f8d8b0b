import { boundUnits } from "../characters/bound.js";
import { characterBefore, isAscii } from "../characters/repertoire.js";
import { characterClass, readTable } from "../tables/table.js";
import { TABLES } from "../tables/tables.js";

const spellings = readTable(TABLES.spellings);
const raised = readTable(TABLES.superscripts);
const lowered = readTable(TABLES.subscripts);

const ABOVE = characterClass(raised.keys());
const BELOW = characterClass(lowered.keys());
/** A fraction or a superscript run, a subscript run, or one sign. */
const SIGNS = new RegExp(
	`(?<above>${ABOVE}+)(?:[\\u2044/](?<denominator>${BELOW}+))?|(?<below>${BELOW}+)|` +
		`(?<sign>${characterClass(spellings.keys())})`,
	"gu",
);

const NUMBER = /\p{N}/u;
const DIGIT = /\p{Nd}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const LETTER = /\p{L}/u;
/** What `^` binds to without parentheses: a number with a sign, the charge of an ion, one letter. */
const SIMPLE = /^(?:[-+]?\d+|\d*[-+]|[a-z])$/i;
/** Single letters that are exponents. Others, such as the e of the French 2ᵉ, belong to the word. */
const EXPONENT = /^[abcikmnpqxyz]$/;
const ABOVE_ONE = new RegExp(ABOVE, "u");

/**
 * Spells signs in plain characters, so that compatibility forms lose no meaning: 10² is 10^2, 1½ is 1 1/2, ① is (1) and
 * ㎡ is m^2. A space separates a resulting digit from a digit next to it.
 */
export function spellSymbols(text: string): string {
	if (isAscii(text)) return text;
	let units = text.length;
	return text.replace(SIGNS, (found, ...rest: unknown[]) => {
		const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
		const at = rest.at(-3) as number;
		const before = characterBefore(text, at);
		const after = String.fromCodePoint(text.codePointAt(at + found.length) ?? 0);
		const spelt = spell(groups, before, after);
		const spaced = /^\d/.test(spelt) && NUMBER.test(before) ? ` ${spelt}` : spelt;
		const made = /\d$/.test(spelt) && DIGIT.test(after) ? `${spaced} ` : spaced;
		units += made.length - found.length;
		boundUnits(units);
		return made;
	});
}

function spell(
	{ above, denominator, below, sign = "" }: Readonly<Record<string, string | undefined>>,
	before: string,
	after: string,
): string {
	if (above && denominator) return fraction(`${plain(above)}/${plain(denominator)}`, before, after);
	if (above) return power(plain(above), before, after);
	if (below) return index(plain(below), before);
	const spelt = spellings.get(sign) ?? sign;
	return /^\d+\/\d/.test(spelt) ? fraction(spelt, before, after) : spelt;
}

function fraction(spelt: string, before: string, after: string): string {
	// The power of a fraction must not become the power of its denominator.
	const whole = ABOVE_ONE.test(after) ? `(${spelt})` : spelt;
	return LETTER_OR_NUMBER.test(before) ? ` ${whole}` : whole;
}

function power(exponent: string, before: string, after: string): string {
	if (/^[a-z]+$/i.test(exponent)) {
		const isExponent =
			EXPONENT.test(exponent) && (LETTER_OR_NUMBER.test(before) || before === ")") && !LETTER.test(after);
		return isExponent ? `^${exponent}` : exponent;
	}
	return SIMPLE.test(exponent) ? `^${exponent}` : `^(${exponent})`;
}

function index(subscript: string, before: string): string {
	if (/^\d+$/.test(subscript) && (LETTER.test(before) || before === ")" || before === "]")) return subscript;
	return SIMPLE.test(subscript) ? `_${subscript}` : `_(${subscript})`;
}

function plain(run: string): string {
	let result = "";
	for (const character of run) result += raised.get(character) ?? lowered.get(character) ?? character;
	return result;
}
