import type { Change, Changed } from "../numbers/changes.js";
import type { Language } from "../pair.js";
import { DOUBLED } from "./doubled.js";
import { ENGLISH_WORDS } from "./english.js";
import { SPANISH_WORDS } from "./spanish.js";

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

// Words with several meanings. The words beside them decide.
const BESIDE: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
	en: [
		[
			String.raw`(?<=(?<!\p{L})(?:you|u|we|they|how|where|what|who|why|y|there|ppl|people) )r|r(?= (?:u|you|we|they|there)(?!\p{L}))`,
			"are",
		],
		[
			String.raw`ur(?= (?:so|not|a|an|the|gonna|going|coming|welcome|right|wrong|late|early|too|very|already|always|still|my|here|there|in|on|at|being|mad|sad|angry|happy|tired|busy|sick|cute|awesome|amazing|crazy|kidding|joking|funny|lying)(?!\p{L}))`,
			"you're",
		],
		[String.raw`(?<=(?:idk|know|wonder|see|tell me|understand) )y(?= \p{L})`, "why"],
		[
			String.raw`(?<!x and |the )y(?= (?:ur|you're|do|did|does|r|are|is|was|were|not|u|would|wouldn['’]t|didn['’]?t|don['’]?t|can['’]?t|isn['’]?t|isn['’]t|can['’]t)(?!\p{L}))`,
			"why",
		],
		["(?<=^|[.!?…] )k(?=[,.!]|$)", "okay"],
		[
			String.raw`(?<=(?:me|you|u|him|her|them|us|it) )2(?= (?:go|come|see|do|be|get|call|buy|know|eat|the|my)(?!\p{L}))`,
			"to",
		],
		[String.raw`(?<=\p{L} )n(?= [\p{L}\ue000])`, "and"],
		[String.raw`nvmd?(?= \p{L})`, "never mind,"],
	].map(([from, to]) => [new RegExp(`${START}(?:${from})${END}`, "giu"), to as string] as const),
	es: [
		[
			String.raw`(?<=(?:[¿]|(?:y|pero|por|sabes|dime|sé|se) |^))(?:xq|pq|porq|xk|pk|xke|porke|porque)(?=[^.!¡]*\?)`,
			"por qué",
		],
		["xq|pq|porq|xk|pk|xke|porke", "porque"],
		[String.raw`(?:q|k)(?= tal(?!\p{L}))`, "qué"],
		["(?<!letra |vitamina |la )(?:q|k)", "que"],
		[
			String.raw`x(?= (?:eso|fin|si|la|las|el|los|lo|mi|tu|su|ti|q|que|ahora|aquí|aqui|ahí|ahi|un|una|cierto|ejemplo|todo|todos|día|dia|hoy|ciento|nada|favor|supuesto|suerte|lo)(?!\p{L}))`,
			"por",
		],
		[String.raw`(?<=\p{L} )d(?= [\p{L}\ue000])`, "de"],
		[
			String.raw`m(?= (?:voy|gusta|dijo|dices|dice|da|dan|parece|llamas|llama|avisas|dejas|puedes|pasas|encanta|quedo|falta|duele|alegro|mandas)(?!\p{L}))`,
			"me",
		],
		[
			String.raw`t(?= (?:quiero|amo|llamo|aviso|digo|veo|parece|espero|mando|gusta|apetece|extraño|echo|va|vienes|vas)(?!\p{L}))`,
			"te",
		],
		[String.raw`pa(?= (?:que|q|mi|mí|ti|el|la|los|las|eso|ir|comer|casa|todos|mañana|ver)(?!\p{L}))`, "para"],
		[
			String.raw`(?<=(?:mi|tu|su|el|de|feliz) )cumple(?! con| los| las| la | el | su| años|\p{L})`,
			"cumpleaños",
		],
		["ola(?=,? (?:que|q|k|qué|como|cómo|buen|amig|guap|a tod))", "hola"],
		[String.raw`\p{Ll}{3,20}cion`, "ción"],
	].map(
		([from, to]) =>
			[new RegExp(`${START}(?:${from})${to === "hola" ? "(?!\\p{L})" : END}`, "giu"), to as string] as const,
	),
};

/** Acronyms of chats, which are as often in capitals. */
const CAPITALS =
	/^(?:IDK|IDC|IMO|IMHO|BTW|OMW|BRB|TTYL|TBH|NGL|LMK|NVM|HBU|WBU|WYD|IKR|FYI|AFAIK|IIRC|IRL|BFF|TYSM|ILY|HMU|THX|PLZ|TQM|NTP|XQ|XFA|PORFA)$/;
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
	const put = (rule: Change["rule"], before: string, after: string, at: number, whole: string) => {
		const first = at === 0 || /(?:^|[.!?…¿¡] ?)["'“«(¿¡]?$/u.test(whole.slice(Math.max(0, at - 3), at));
		// A capital within a sentence is a name or an abbreviation.
		if (before !== before.toLowerCase() && !first && !capitals && !CAPITALS.test(before)) return before;
		if (capitals && before.length < 3 && !CAPITALS.test(before)) return before;
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
	let mended = text.replace(DOUBLED[language], (whole, word: string) => {
		changes.push({ rule: "doubles", in: "source", before: whole, after: word });
		return word;
	});
	for (const [from, to] of BESIDE[language])
		mended = mended.replace(from, (before: string, at: number, whole: string) =>
			put("spelling", before, to === "ción" ? before.replace(/cion$/iu, to) : to, at, whole),
		);
	mended = mended.replace(FOUND[language], (before, at: number, whole: string) =>
		put("spelling", before, WORDS[language].get(before.toLowerCase()) as string, at, whole),
	);
	return { text: mended, changes };
}
