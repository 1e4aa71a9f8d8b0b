import { allMatches } from "../all-matches.js";
import type { Pair } from "../pair.js";

const TENS = {
	en: "twenties thirties forties fifties sixties seventies eighties nineties".split(" "),
	es: "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" "),
} as const;
const CARDINALS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const EN_DIGITS = /(?<![\p{L}\p{N}])['’]?((?:1\d|20)?[2-9]0)['’]?s(?!\p{L})/giu;
const ES_DIGITS = /(?<!\p{L})(?:años|década de(?: los)?(?: años)?) ['’]?((?:1\d|20)?[2-9]0)(?!\p{N})/giu;
const ES_WORDS = new RegExp(
	`(?<!\\p{L})(?:años|los|década de los) (${TENS.es.join("|")})(?! y |\\p{L})`,
	"giu",
);

/**
 * Writes the decades of an answer as the target language does. Undefined if one is missing.
 *
 * @example mendDecades("music of the '80s", "música de los '80s", { from: "en", to: "es" }) // "música de los años 80"
 */
export function mendDecades(source: string, answer: string, { from, to }: Pair): string | undefined {
	if (from === "en" && to === "es") return fromEnglish(source, answer);
	if (from === "es" && to === "en") return fromSpanish(source, answer);
	return answer;
}

function fromEnglish(source: string, answer: string): string | undefined {
	let mended = answer;
	for (const [, digits = ""] of allMatches(source, EN_DIGITS)) {
		// "los '80s", "1990s", "la década de los 90's".
		const english = new RegExp(
			`(?<!\\p{L})(años |décadas? de (?:los )?(?:años )?|los )?["'’]?(?<!\\d)${digits}['’]?s(?!\\p{L})`,
			"giu",
		);
		// "los 80", but not "los 80 euros".
		const bare = new RegExp(`(?<!\\p{L})(los )["'’]?${digits}(?![\\d.,]\\d|\\d| \\p{L}+s(?!\\p{L}))`, "giu");
		mended = mended
			.replace(english, (_, before = "los ") => (/^los $/i.test(before) ? `${before}años ` : before) + digits)
			.replace(bare, `$1años ${digits}`);
		if (!hasTens(mended, digits)) return undefined;
	}
	return mended;
}

function hasTens(answer: string, digits: string): boolean {
	const word = TENS.es[Number(digits.at(-2)) - 2];
	return new RegExp(`(?<!\\d)(?:1\\d|20)?${digits.slice(-2)}(?!\\d)|${word}`, "iu").test(answer);
}

function fromSpanish(source: string, answer: string): string | undefined {
	let mended = answer;
	for (const [, digits = ""] of allMatches(source, ES_DIGITS)) {
		const word = TENS.en[Number(digits.at(-2)) - 2];
		mended = mended.replace(
			new RegExp(
				`(?<!\\p{L})(?:the )?years ${digits}(?!\\d)|(?<!\\p{L})the ${digits}(?: years)?(?![\\d\\p{L}])`,
				"giu",
			),
			`the ${digits}s`,
		);
		if (!new RegExp(`${digits.slice(-2)}['’]?s|${digits}|${word}`, "iu").test(mended)) return undefined;
	}
	for (const [, tens = ""] of allMatches(source, ES_WORDS)) {
		const place = TENS.es.indexOf(tens.toLowerCase() as (typeof TENS.es)[number]);
		mended = mended.replace(
			new RegExp(`(?<!\\p{L})the ${CARDINALS[place]}(?![\\p{L}-]| \\p{L}{3,}s(?!\\p{L}))`, "iu"),
			`the ${TENS.en[place]}`,
		);
	}
	return mended;
}
