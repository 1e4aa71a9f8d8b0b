import type { Language, Pair } from "../pair.js";
import type { Change, Changed } from "./changes.js";

// A model reads "tsp" or "lb" next to a number as any other unit, but knows the words. So the words are put in before the
// translation. Units that both languages write alike (km, kg, min, °C, GB) are not touched.
const ENGLISH: Readonly<Record<string, readonly [one: string, many: string]>> = {
	tsp: ["teaspoon", "teaspoons"],
	tbsp: ["tablespoon", "tablespoons"],
	oz: ["ounce", "ounces"],
	"fl oz": ["fluid ounce", "fluid ounces"],
	lb: ["pound", "pounds"],
	ft: ["foot", "feet"],
	"sq ft": ["square foot", "square feet"],
	yd: ["yard", "yards"],
	mi: ["mile", "miles"],
	gal: ["gallon", "gallons"],
	qt: ["quart", "quarts"],
	mph: ["mile per hour", "miles per hour"],
	mpg: ["mile per gallon", "miles per gallon"],
	hr: ["hour", "hours"],
	sec: ["second", "seconds"],
	ms: ["millisecond", "milliseconds"],
};
const SPANISH: typeof ENGLISH = {
	cda: ["cucharada", "cucharadas"],
	cdta: ["cucharadita", "cucharaditas"],
	cdita: ["cucharadita", "cucharaditas"],
	pulg: ["pulgada", "pulgadas"],
	lb: ["libra", "libras"],
	oz: ["onza", "onzas"],
	seg: ["segundo", "segundos"],
	hs: ["hora", "horas"],
	hrs: ["hora", "horas"],
};
const WORDS: Readonly<Record<Language, typeof ENGLISH>> = { en: ENGLISH, es: SPANISH };

// The number is not part of a name, an address or a code. "½" and "3/4" are numbers, too.
const NUMBER = String.raw`(?<![\p{L}\p{N}_./:=#@])(?<!(?<!\d)-)(\d{1,9}(?:[.,/]\d{1,6}){0,3}[½¼¾]?|[½¼¾])([  -]?)`;
// A point that ends the sentence stays: after it comes no small letter or number.
const END = String.raw`(?![\p{L}\p{N}_/@-]|[.'’:]\p{L})(?:\.(?=[ ]?[\p{Ll}\d,;)]))?`;
const expression = (units: typeof ENGLISH) =>
	new RegExp(
		`${NUMBER}(${Object.keys(units)
			.sort((a, b) => b.length - a.length)
			.map((unit) => unit.replace(" ", "\\.? ?"))
			.join("|")})(s?)${END}`,
		"giu",
	);
const UNITS: Readonly<Record<Language, RegExp>> = { en: expression(ENGLISH), es: expression(SPANISH) };

// "wait 45s", "a 5s delay", but not "the 80s", "0s and 1s", "iPhone 5s", "ten 747s".
const SECONDS = /(?<![\p{L}\p{N}_./:=#@'’-])(\d{1,4})s(?![\p{L}\p{N}_/@-])/giu;
const WAITED =
	/(?<!\p{L})(?:wait(?:s|ed|ing)?|after|every|takes?|took|within|lasts?|lasted|hold|plank|rest|sleeps?|pauses?|(?:timeout|delay|interval|latency|duration)(?: of| is|:)?|(?:wait(?:s|ed|ing)?|hold|rest|run|ran|runs|pause|sleep|lasts?|lasted|press|boil|heat|mix|stir|shake|freeze|hang|stretch|keep it|\p{L}+ it)(?: for)?|(?:loads?|loaded|done|finished|ready|expires?|starts?|back|restarts?|retry(?:ing)?|refresh(?:es)?|renders?|ends?|closes?|boots?|completes?|logout) in) $/iu;
const WHAT_LASTS =
	/^ (?:delay|timeout|rest|pause|plank|cooldown|interval|hold|video|clip|later|left|remaining|ago|each|per|gap|lap|sprint|timer|countdown|wait|limit|ad|ads)(?!\p{L})/iu;
// "80s fans": a decade may follow any word.
const ENDED = /^(?:$|[.,;:!?)]| (?:then|and|before|or|while|until|to|after|at|on|per|each)(?!\p{L}))/iu;
const FRACTIONS = /(?<![\p{L}\p{N}_./:=#@'’-])(\d{1,4}\.\d{1,3})s(?![\p{L}\p{N}_/@-])/giu;
const DECADE = /^(?:[1-9]0|\d\d00|\d{3}0)$/;
// These have no other meaning in capitals, unlike HR, FT, MS or SEC.
const CAPITALS = /^(?:OZ|FL OZ|FL\. OZ|LB|MPH|MPG|TSP|TBSP|SQ FT)$/;
// "3 lb", but not "Part 2 ft. Rihanna", "2 gals at the bar", "2 sec x", "5 mss", "1 gal pal".
const NO_UNIT: Readonly<Record<string, RegExp>> = {
	ft: /^\.? \p{Lu}\p{Ll}/u,
	gal: /^ (?:pal|gadot)/iu,
	sec: /^ ?\(?[a-zθαβφ](?!\p{L})/u,
	mi: /^ \p{Lu}\p{Ll}/u,
};

/**
 * Writes the units next to numbers as words.
 *
 * @example spellUnits("2 tsp of salt", { from: "en", to: "es" }).text // "2 teaspoons of salt"
 */
export function spellUnits(text: string, { from }: Pair): Changed {
	if (!/[\d½¼¾]/.test(text)) return { text, changes: [] };
	const changes: Change[] = [];
	const note = (before: string, after: string) => {
		changes.push({ rule: "units", in: "source", before, after });
		return after;
	};
	let spelled = text.replace(
		UNITS[from],
		(whole, number: string, gap: string, unit: string, plural: string, at: number, all: string) => {
			// "20 OZ" is a label in capitals; "5 MI" and "3 Min" are more often names.
			if (unit !== unit.toLowerCase() && !CAPITALS.test(unit)) return whole;
			const lower = unit.toLowerCase();
			const rest = all.slice(at + whole.length - (whole.endsWith(".") ? 1 : 0));
			if (NO_UNIT[lower]?.test(rest)) return whole;
			if (
				plural !== "" &&
				(lower === "mi" || lower === "ms" || (lower === "gal" && !/^ of (?!the|us|them)/u.test(rest)))
			)
				return whole;
			const words = WORDS[from][unit.toLowerCase().replace(/^(fl|sq)\.? ?/, "$1 ")];
			if (words === undefined) return whole;
			// "a 16-oz steak", "a 16 oz steak": the unit is an adjective in English.
			const adjective =
				gap === "-" ||
				(from === "en" &&
					/(?<!\p{L})an? $/iu.test(text.slice(Math.max(0, at - 4), at)) &&
					/^ (?!of |in |per )\p{L}/iu.test(text.slice(at + whole.length, at + whole.length + 5)));
			return note(whole, `${number}${adjective ? "-" : " "}${words[adjective || isOne(number) ? 0 : 1]}`);
		},
	);
	if (from === "en")
		spelled = spelled
			.replace(FRACTIONS, (whole, number: string) => note(whole, `${number} seconds`))
			.replace(SECONDS, (whole, number: string, at: number, all: string) =>
				isWaited(number, all, at, at + whole.length)
					? note(whole, `${number} ${number === "1" ? "second" : "seconds"}`)
					: whole,
			);
	return { text: spelled, changes };
}

/** Whether "45s" are seconds. */
function isWaited(number: string, text: string, start: number, end: number): boolean {
	const [before, after] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 12)];
	if (WHAT_LASTS.test(after)) return !/(?<!\p{L})(?:the|late|early|mid|his|her|their) $/iu.test(before);
	return WAITED.test(before) && (!DECADE.test(number) || ENDED.test(after));
}

function isOne(number: string): boolean {
	return /^(?:1|[½¼¾]|\d\/\d{1,2})$/.test(number);
}
