import { allMatches } from "../all-matches.js";
import type { Pair } from "../pair.js";
import type { Change, Changed } from "./changes.js";

const CLOCK = String.raw`(?<![\p{L}\p{N}_./:,-])(0?\d|1[0-2])(?:[:.]([0-5]\d))?`;
const HALF = String.raw`([ap])\.? ?m(?![\p{L}\p{N}_@])\.?`;
const HALVES = new RegExp(`${CLOCK}[ ]?${HALF}`, "giu");
// "9am-5pm", "9-5 pm": a model takes the first for a word.
const RANGE = new RegExp(
	`(?<![\\p{L}\\p{N}_./:,-])((?:0?\\d|1[0-2])(?:[:.][0-5]\\d)?[ ]?${HALF})[ ]?[-–][ ]?((?:0?\\d|1[0-2])(?:[:.][0-5]\\d)?[ ]?${HALF})`,
	"giu",
);
// "a las 21.15 h", "las 20h", "17:00 horas".
const SPANISH_HOURS =
	/(?<![\p{L}\p{N}_./:,-])([01]?\d|2[0-4])[:.]([0-5]\d)(?:[ {2}]?(?:hs?|hrs)(?![\p{L}\p{N}_/])(?:\.(?=[ ]?[\p{Ll}\d,;)]))?|[ {2}]horas(?!\p{L}))/giu;
const SPANISH_FULL = /(?<=(?<!\p{L})las )([01]?\d|2[0-4])[ {2}]?h(?![\p{L}\p{N}_/])/giu;

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
			.replace(SPANISH_HOURS, (whole, hour: string, minute: string) => note(whole, `${hour}:${minute}`))
			.replace(SPANISH_FULL, (whole, hour: string) => note(whole, `${hour}:00`));
	if (from === "en")
		spelled = spelled.replace(RANGE, (whole, first: string, half: string, last: string, other: string) =>
			note(whole, `${withHalf(first, half)} to ${withHalf(last, other)}`),
		);
	if (from === "en")
		spelled = spelled.replace(HALVES, (whole, hour: string, minute: string | undefined, half: string) =>
			// A point at the end of the sentence is also that of the abbreviation.
			note(whole, `${hour}${minute === undefined ? "" : `:${minute}`} ${half.toLowerCase()}.m.`),
		);
	return { text: spelled, changes };
}

function withHalf(time: string, half: string): string {
	return `${time.replace(/[ ]?[ap]\.? ?m\.?$/iu, "")} ${half.toLowerCase()}.m.`;
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
export function mendTimes(question: string, answer: string, { to }: Pair): Changed {
	const changes: Change[] = [];
	let mended = answer;
	const asked = allMatches(question, HALVES);
	for (const [, hour = "", minute, half = ""] of asked) {
		const letter = half.toLowerCase();
		const both = asked.some(([, other, , side = ""]) => other === hour && side.toLowerCase() !== letter);
		const written = to === "es" ? `${letter}. m.` : `${letter}.m.`;
		const minutes = minute === undefined ? "(?:[:.]00)?" : `[:.]${minute}`;
		// The first one that is not done yet: "9 a.m." and "9 p.m." may stand together.
		const place = new RegExp(
			`(?<![\\p{N}.,:])(0?${Number(hour)}${minutes})(?![\\p{N}]|[.,:]\\p{N})(?! ${both ? "[ap]" : letter}${to === "es" ? "\\. m\\." : "\\.m\\."})([ ]?[ap]\\.?[ ]?m(?!\\p{L})\\.?| (?:horas?|hours?)(?!\\p{L})| h(?!\\p{L})\\.?)?`,
			"iu",
		);
		if (hasTime(mended, hour, minute, letter, to)) continue;
		mended = mended.replace(place, (whole, number: string, _, at: number) => {
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
