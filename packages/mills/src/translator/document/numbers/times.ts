import { allMatches } from "../all-matches.js";
import type { Pair } from "../pair.js";
import type { Change, Changed } from "./changes.js";

const CLOCK = String.raw`(?<![\p{L}\p{N}_./:,-])(0?\d|1[0-2])(?:[:.]([0-5]\d))?`;
const HALF = String.raw`([ap])(?:m|\. ?m)(?![\p{L}\p{N}_@])\.?`;
const HALVES = new RegExp(`${CLOCK}[ ]?${HALF}`, "giu");
// "Chapter 4 am I right", "top 5 AM radio stations".
const NUMBERED =
	/(?<!\p{L})(?:chapter|section|part|page|number|no\.|figure|fig\.|level|version|step|question|item|phase|room|grade|article|verse|psalm|line|paragraph|unit|lesson|episode|volume|table|channel|type|row|seat|gate|platform|floor|exercise)s? $/iu;
const VERB = /^ (?:am I|AM (?:radio|stations?|bands?|frequenc|broadcast|transmit|signals?))(?!\p{L})/u;
const PREPOSITION =
	/(?<!\p{L})(?:at|by|around|until|till?|before|after|from|since|about|past|to|between|and|or) $|[-–@(,] ?$/iu;
// "9am-5pm", "9-5 pm": a model takes the first for a word.
const RANGE = new RegExp(
	`(?<![\\p{L}\\p{N}_./:,-])((?:0?\\d|1[0-2])(?:[:.][0-5]\\d)?[ ]?${HALF})[ ]?[-–][ ]?((?:0?\\d|1[0-2])(?:[:.][0-5]\\d)?[ ]?${HALF})`,
	"giu",
);
// "a las 21.15 h", "las 20h", "17:00 horas".
const SPANISH_HOURS =
	/(?<![\p{L}\p{N}_./:,-])([01]?\d|2[0-4])[:.]([0-5]\d)(?:[ {2}]?(?:hs?|hrs)(?![\p{L}\p{N}_/])(?:\.(?=[ ]?[\p{Ll}\d,;)]))?|[ {2}]horas(?!\p{L}))/giu;
// "las 24 h", "a las 2 h de empezar" and "las 3 h finales" are durations.
const SPANISH_FULL =
	/(?<=(?:^|(?<!\p{L})(?:a|de|desde|hasta|sobre|son|hacia|para|entre|y) )las )([01]?\d|2[0-3])[ {2}]?h(?![\p{L}\p{N}_/])/giu;
const HOURS_LONG =
	/^\.? (?:siguientes?|posteriores|previas|anteriores|finales|iniciales|diarias|semanales|restantes|extra|seguidas|libres|que|después|antes)(?!\p{L})/iu;
const PART_OF_DAY =
	/^\.? (?:de la (?:tarde|mañana|noche|madrugada)|de (?:hoy|mañana|ayer|mediodía)|del (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|día|\d+))(?!\p{L})/iu;
// A number before "h" is a time after "las", at the end of a range, or from 13:00; elsewhere it may be a duration.
const AT =
	/(?:(?<!\p{L})(?:las?|desde|hasta|hora|horario|hoy|mañana|lunes|martes|miércoles|jueves|viernes|sábado|domingo),?:? |\d[:.]\d\d(?: ?h)?\.? ?(?:a|y|-|–) ?)$/iu;
const DURATION =
	/(?<!\p{L})(?:dur(?:a|ó|an|aron|ación|ante|ar)|tard\p{L}+|tiempo|jornada|total|récord|marca|promedio|media|cada|más de|menos de|unas)(?!\p{L})[^.;]{0,40}$/iu;

/**
 * Writes the times of a source as the model knows them.
 *
 * @example spellTimes("a las 21.15 h", { from: "es", to: "en" }).text // "a las 21:15"
 */
export function spellTimes(text: string, { from }: Pair): Changed {
	if (!/\d/.test(text)) return { text, changes: [] };
	const changes: Change[] = [];
	const note = (before: string, after: string) => {
		if (before !== after) changes.push({ rule: "times", in: "source", before, after });
		return after;
	};
	let spelled = text;
	if (from === "es")
		spelled = spelled
			.replace(SPANISH_HOURS, (whole, hour: string, minute: string, at: number, all: string) =>
				isHour(Number(hour), all, at, whole.length) ? note(whole, `${hour}:${minute}`) : whole,
			)
			.replace(SPANISH_FULL, (whole, hour: string, at: number, all: string) =>
				isFullHour(Number(hour), all.slice(at + whole.length, at + whole.length + 20))
					? note(whole, `${hour}:00`)
					: whole,
			);
	if (from === "en")
		spelled = spelled.replace(RANGE, (whole, first: string, half: string, last: string, other: string) =>
			note(whole, `${withHalf(first, half)} to ${withHalf(last, other)}`),
		);
	if (from === "en")
		spelled = spelled.replace(
			HALVES,
			(whole, hour: string, minute: string | undefined, half: string, at: number, all: string) =>
				// A point at the end of the sentence is also that of the abbreviation.
				isTime(whole, all, at)
					? note(whole, `${hour}${minute === undefined ? "" : `:${minute}`} ${half.toLowerCase()}.m.`)
					: whole,
		);
	return { text: spelled, changes };
}

/** Whether "4 am" is a time, and not a number before a verb or before a kind of radio. */
function isTime(whole: string, text: string, at: number): boolean {
	if (/[:.]/.test(whole)) return true;
	const before = text.slice(Math.max(0, at - 12), at);
	if (NUMBERED.test(before)) return false;
	const next = text.slice(at + whole.search(/[ ]?[ap]/iu), at + whole.length + 14);
	return !VERB.test(next) || (PREPOSITION.test(before) && !/AM [a-z]/.test(next));
}

/** Whether "9.30 h" is an hour of the day, and not a duration. */
function isHour(hour: number, text: string, at: number, length: number): boolean {
	const before = text.slice(Math.max(0, at - 60), at);
	if (DURATION.test(before) && !/(?<!\p{L})las? $/iu.test(before)) return false;
	return (
		AT.test(before) ||
		hour > 12 ||
		/^ ?(?:a|-|–) ?\d{1,2}[:.]\d\d/u.test(text.slice(at + length, at + length + 12))
	);
}

/** Whether "18h" is an hour of the day. "A las 2 h de empezar" is two hours after the start. */
function isFullHour(hour: number, rest: string): boolean {
	return (
		!HOURS_LONG.test(rest) && (hour > 12 || !/^\.? del?(?!\p{L})/iu.test(rest) || PART_OF_DAY.test(rest))
	);
}

function withHalf(time: string, half: string): string {
	return `${time.replace(/[ ]?[ap]\.? ?m\.?$/iu, "")} ${half.toLowerCase()}.m.`;
}

/**
 * The half of the day behind a number that ends at `end`, and its form in the target language.
 *
 * @example halfBehind("7 p.m.", 1, { from: "en", to: "es" }) // { length: 5, written: " p. m." }
 */
export function halfBehind(
	text: string,
	end: number,
	{ from, to }: Pair,
): { readonly length: number; readonly written: string } | undefined {
	// English times were spelled with points before.
	const half = from === "en" ? /^ ?([ap])\. ?m\./iu : /^ ?([ap])(?:\. ?m\.?|m\.?)(?!\p{L})/iu;
	const found = half.exec(text.slice(end, end + 7));
	const letter = found?.[1]?.toLowerCase();
	if (found === null) return undefined;
	return { length: found[0].length, written: to === "es" ? ` ${letter}. m.` : ` ${letter}.m.` };
}

const FULL = /(?<![\p{L}\p{N}_./:,-])(?:[01]?\d|2[0-4]):[0-5]\d(?![\p{L}\p{N}:])/gu;
const NAMED = /^[ ]?[ap]\.?[ ]?m(?!\p{L})|^ (?:de la |del |in the |at night)/iu;

const PARTS: Readonly<Record<"en" | "es", Readonly<Record<string, string>>>> = {
	es: { a: " de la (?:mañana|madrugada|noche)| de la medianoche", p: " de la (?:tarde|noche)| del mediodía" },
	en: { a: " in the morning| at night", p: " in the (?:afternoon|evening)| at night" },
};

/**
 * Gives each time of the question its half of the day in the answer, in the form of the target language.
 *
 * @example mendTimes("at 7:30 p.m.", "a las 7:30 pm", { from: "en", to: "es" }).text // "a las 7:30 p. m."
 */
export function mendTimes(question: string, answer: string, { from, to }: Pair): Changed {
	const changes: Change[] = [];
	let mended = answer;
	// What is left without points in English is no time.
	const asked = allMatches(question, HALVES).filter(
		({ 0: time }) => from === "es" || /m\.$|\. ?m/iu.test(time),
	);
	for (const [, hour = "", minute, half = ""] of asked) {
		const letter = half.toLowerCase();
		const both = asked.some(([, other, , side = ""]) => other === hour && side.toLowerCase() !== letter);
		const written = to === "es" ? `${letter}. m.` : `${letter}.m.`;
		const minutes = minute === undefined ? "(?:[:.]00)?" : `[:.]${minute}`;
		// The first one that is not done yet: "9 a.m." and "9 p.m." may stand together.
		const place = new RegExp(
			`(?<![\\p{N}.,:])(0?${Number(hour)}${minutes})(?![\\p{N}]|[.,:]\\p{N})(?! ${both ? "[ap]" : letter}${to === "es" ? "\\. m\\." : "\\.m\\."})([ ]?[ap]\\.?[ ]?m(?!\\p{L})\\.?| (?:horas?|hours?)(?!\\p{L})| h(?!\\p{L})\\.?)?`,
			"giu",
		);
		if (hasTime(mended, hour, minute, letter, to)) continue;
		const chosen = placeOf(mended, place);
		mended = mended.replace(place, (whole, number: string, _, at: number) => {
			if (at !== chosen) return whole;
			const rest = mended.slice(at + whole.length);
			if (new RegExp(`^(?:${PARTS[to][letter]})(?!\\p{L})`, "iu").test(rest)) return whole;
			const after = `${number} ${written}`;
			if (after === whole) return whole;
			changes.push({ rule: "times", in: "translation", before: whole, after });
			return after;
		});
	}
	for (const { 0: time, index } of allMatches(question, FULL)) {
		if (NAMED.test(question.slice(index + time.length, index + time.length + 16))) continue;
		// "21:45 p.m.", or "7:00 p.m." for a source that has no half of the day.
		const wrong = new RegExp(
			`(?<![\\p{N}.,:])${time.replace(".", "[:.]")}(?:[ ]?[ap]\\.?[ ]?m(?!\\p{L})\\.?)`,
			"giu",
		);
		mended = mended.replace(wrong, (whole, at: number) => {
			const last = at + whole.length === mended.length && whole.endsWith(".") ? "." : "";
			changes.push({ rule: "times", in: "translation", before: whole, after: time + last });
			return time + last;
		});
	}
	return { text: mended.replace(/([ap]\.[ ]?m\.)\.(?!\.)/giu, "$1"), changes };
}

/** Where a time stands: of several equal numbers, that after a preposition. "9 people at 9" has the time at its end. */
function placeOf(answer: string, place: RegExp): number | undefined {
	const places = allMatches(answer, place).map(({ index }) => index);
	const marked = places.find((index) =>
		/(?<!\p{L})(?:las?|at|from|until|till|by|before|after|around) $/iu.test(
			answer.slice(Math.max(0, index - 8), index),
		),
	);
	return marked ?? places[0];
}

/** Whether the answer has the time already, also in 24 hours. */
function hasTime(answer: string, hour: string, minute: string | undefined, half: string, to: "en" | "es") {
	const full = (Number(hour) % 12) + (half === "p" ? 12 : 0);
	const minutes = minute === undefined ? "(?:[:.]00)?" : `[:.]${minute}`;
	const written = to === "es" ? `${half}\\. m\\.` : `${half}\\.m\\.`;
	const named = `(?<![\\p{N}.,:])0?${Number(hour)}${minutes} ${written}`;
	return (
		new RegExp(named, "iu").test(answer) ||
		(full > 12 && new RegExp(`(?<![\\p{N}.,:])${full}[:.]${minute ?? "00"}(?!\\p{N})`, "u").test(answer))
	);
}
