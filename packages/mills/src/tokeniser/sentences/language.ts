import { CLDR_ABBREVIATIONS } from "./abbreviation-table.js";
import { EVERYDAY, INTERNATIONAL } from "./everyday.js";

/** The facts about a language that the rules use. */
export interface Language {
	/** Abbreviations after which a sentence always continues: "Dr.", "e.g.". */
	readonly always: ReadonlySet<string>;
	/** Abbreviations that may also end a sentence: "Inc.", "U.S.". The following text decides. */
	readonly often: ReadonlySet<string>;
	/** Those of `often` that end a sentence after a number: "в 2010 г." is a year, "г. Москва" a town. */
	readonly units: ReadonlySet<string>;
	/** Abbreviations before a number: "No. 5", "p. 12". In lower case, without the full stop. */
	readonly numbered: ReadonlySet<string>;
	/** The first parts of abbreviations of several words, each with its required continuations: "av." with "J.-C.". */
	readonly begun: ReadonlyMap<string, readonly string[]>;
	/** Words that begin sentences and are rarely a name: "The". */
	readonly starters: ReadonlySet<string>;
	/** Whether a full stop makes a number an ordinal: "am 3. Oktober". */
	readonly ordinals: boolean;
	/** Whether "»" closes a quotation. In German, Danish and some other languages it opens one. */
	readonly closesWithGuillemet: boolean;
	readonly isJapanese: boolean;
}

const ORDINALS = new Set(
	"bs cs da de dsb et eu fi fo hr hsb hu is lb lv nb nn no pl se sk sl sr tr".split(" "),
);
const OPENS_WITH_GUILLEMET = new Set("bs cs da de dsb et hr hsb hu lb nb nn no pl sk sl sr sv".split(" "));
const known = new Map<string, Language>();

/** Returns the rules of a locale's language. A language without lists has only the rules for numbers and initials. */
export function languageOf(locale: string): Language {
	const { language } = new Intl.Locale(locale);
	// Few languages have lists. All others share the results of the two switches below.
	const listed = language in EVERYDAY || language in CLDR_ABBREVIATIONS;
	const key = listed ? language : `${ORDINALS.has(language)} ${OPENS_WITH_GUILLEMET.has(language)}`;
	let rules = known.get(key);
	if (!rules) {
		rules = make(language);
		known.set(key, rules);
	}
	return rules;
}

function make(language: string): Language {
	const { always, often, units, numbered, starters } = EVERYDAY[language] ?? {};
	const cldr = CLDR_ABBREVIATIONS[language]?.split("|") ?? [];
	const firm = [...wordsOf(INTERNATIONAL.always), ...wordsOf(always)];
	const loose = [...wordsOf(INTERNATIONAL.often), ...wordsOf(often), ...cldr];
	return {
		always: new Set(firm),
		often: new Set(loose),
		units: new Set(wordsOf(units)),
		numbered: new Set(numbered?.split(" ") ?? []),
		begun: beginnings([...firm, ...loose].filter((entry) => entry.includes(" "))),
		starters: new Set(starters?.split(" ") ?? []),
		ordinals: ORDINALS.has(language),
		closesWithGuillemet: !OPENS_WITH_GUILLEMET.has(language),
		isJapanese: language === "ja",
	};
}

/** Entries are separated by "|", because some of them contain a space. */
function wordsOf(list: string | undefined): string[] {
	return list?.split("|") ?? [];
}

function beginnings(entries: readonly string[]): ReadonlyMap<string, readonly string[]> {
	const begun = new Map<string, string[]>();
	for (const entry of entries)
		for (let at = entry.indexOf(" "); at >= 0; at = entry.indexOf(" ", at + 1)) {
			const head = entry.slice(0, at);
			begun.set(head, [...(begun.get(head) ?? []), entry.slice(at + 1)]);
		}
	return begun;
}
