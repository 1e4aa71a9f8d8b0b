import type { Change, Changed } from "../numbers/changes.js";
import type { Language } from "../pair.js";
import { DOUBLED, isDoubled } from "./doubled.js";
import { ENGLISH_WORDS } from "./english.js";
import { ENGLISH_BESIDE } from "./english-beside.js";
import { isChat, isTechnical } from "./evidence.js";
import { SPANISH_WORDS } from "./spanish.js";
import { SPANISH_BESIDE } from "./spanish-beside.js";

const read = (words: string) =>
	new Map(
		words.split(";").flatMap((entry) => {
			const [keys = "", value = ""] = entry.split("=");
			return keys.split(",").map((key) => [key, value] as const);
		}),
	);
const WORDS: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
	en: read(ENGLISH_WORDS),
	es: read(SPANISH_WORDS),
};

// Not part of a name, an address, a code or an amount, and not a word that the text is about, which stands in quotation marks.
const START = String.raw`(?<![\p{L}\p{M}\p{N}_@#$./\\'’"“«*=-])(?<!\d )`;
const END = String.raw`(?![\p{L}\p{M}\p{N}_@/\\'’"”»*=-]|\.\p{L})`;
const expression = (words: ReadonlyMap<string, string>) =>
	new RegExp(`${START}(?:${[...words.keys()].sort((a, b) => b.length - a.length).join("|")})${END}`, "giu");
const FOUND: Readonly<Record<Language, RegExp>> = { en: expression(WORDS.en), es: expression(WORDS.es) };

// A word before the spelling is a whole word.
const bounded = (pattern: string) => pattern.replaceAll(/(\(\?<[=!])(?=\(\?:\p{Ll})/gu, "$1(?<!\\p{L})");
const compile = (rules: typeof ENGLISH_BESIDE) =>
	rules.map(([from, to, chatOnly]) => ({
		found: new RegExp(`${START}(?:${bounded(from)})${to === "hola" ? "(?!\\p{L})" : END}`, "giu"),
		to,
		chatOnly: chatOnly === true,
	}));
// Words with several meanings. The words beside them decide.
const BESIDE: Readonly<Record<Language, ReturnType<typeof compile>>> = {
	en: compile(ENGLISH_BESIDE),
	es: compile(SPANISH_BESIDE),
};
// These keep their ending.
const ENDINGS: ReadonlyMap<string, (before: string) => string> = new Map([
	["ción", (before) => before.replace(/cion$/iu, "ción")],
	["últim", (before) => before.replace(/^ultim/iu, "últim")],
]);

/** Acronyms of chats, which are as often in capitals. "IMO", "TQM" and "NTP" are organisations and methods. */
const CAPITALS =
	/^(?:IDK|IMHO|BTW|OMW|BRB|TTYL|TBH|LMK|HBU|WBU|WYD|IKR|FYI|AFAIK|IIRC|BFF|TYSM|HMU|XQ|PORFA)$/;
/** With a capital, these are names, also at the start of a sentence. */
const NAMES =
	/^(?:Ive|Tho|Luv|Aki|Toy|Tas|Pal|Kasa|Kosa|Hase|Aser|Nose|Teh|Hte|Nad|Wat|Wot|Gud|Coz|Ise|Komo)$/;
const QUESTION: ReadonlyMap<string, string> = new Map([
	["que", "qué"],
	["donde", "dónde"],
	["cuando", "cuándo"],
	["quien", "quién"],
	["como", "cómo"],
]);

/**
 * Writes chat spellings, common misspellings and doubled words as the model knows them.
 *
 * @example mendSpelling("thx, u r the the best", "en").text // "thanks, u are the best"
 */
export function mendSpelling(text: string, language: Language): Changed {
	const changes: Change[] = [];
	const capitals = !/\p{Ll}/u.test(text);
	const technical = isTechnical(text);
	const chat = !technical && isChat(text, language);
	const put = (rule: Change["rule"], before: string, after: string, at: number, whole: string) => {
		const first = at === 0 || /(?:^|[.!?…¿¡] ?)["'“«(¿¡]?$/u.test(whole.slice(Math.max(0, at - 3), at));
		// A capital within a sentence is a name or an abbreviation.
		if (before !== before.toLowerCase() && !first && !capitals && !CAPITALS.test(before)) return before;
		if (capitals && before.length < 4 && !CAPITALS.test(before) && !chat) return before;
		if (technical && before.length < 3) return before;
		if (NAMES.test(before)) return before;
		// "Spaziergang im Park", "Ústí nad Labem".
		if (/^(?:im|nad)$/.test(before) && /^ \p{Lu}\p{Ll}/u.test(whole.slice(at + before.length, at + 6)))
			return before;
		if (
			before !== before.toLowerCase() &&
			before.slice(1) !== before.slice(1).toLowerCase() &&
			!capitals &&
			!CAPITALS.test(before)
		)
			return before;
		const asked = first && whole.includes("?", at) ? (QUESTION.get(after) ?? after) : after;
		const written = capitals
			? asked.toUpperCase()
			: first && before[0] !== before[0]?.toLowerCase()
				? asked.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
				: asked;
		changes.push({ rule, in: "source", before, after: written });
		return written;
	};
	let mended = text.replace(DOUBLED[language], (whole, word: string, at: number) => {
		if (!isDoubled(whole, at)) return whole;
		changes.push({ rule: "doubles", in: "source", before: whole, after: word });
		return word;
	});
	for (const { found, to, chatOnly } of BESIDE[language]) {
		if (chatOnly && !chat) continue;
		mended = mended.replace(found, (before: string, at: number, whole: string) =>
			put("spelling", before, ENDINGS.get(to)?.(before) ?? to, at, whole),
		);
	}
	mended = mended.replace(FOUND[language], (before, at: number, whole: string) =>
		put("spelling", before, WORDS[language].get(before.toLowerCase()) as string, at, whole),
	);
	return { text: mended, changes };
}
