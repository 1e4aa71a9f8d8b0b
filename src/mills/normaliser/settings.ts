import { Problem } from "../../core/problem.js";
import { Type } from "../../core/typebox.js";

/** What each step can do, the gentlest first; the order is that in which steps are applied. */
export const CHOICES = {
	mojibake: ["keep", "fix"],
	html: ["keep", "decode"],
	newlines: ["keep", "lf"],
	controls: ["keep", "strip"],
	invisibles: ["keep", "strip"],
	bidi: ["keep", "strip"],
	width: ["keep", "narrow"],
	form: ["keep", "nfc", "nfd", "nfkc", "nfkd", "nfkc_cf"],
	translit: ["keep", "ascii"],
	case: ["keep", "lower", "upper", "fold"],
	marks: ["keep", "strip", "all"],
	quotes: ["keep", "straight"],
	dashes: ["keep", "hyphen"],
	whitespace: ["keep", "trim", "collapse", "flatten"],
} as const;

/** The steps, in the order in which they are applied. */
export type StepName = keyof typeof CHOICES;
export const STEP_NAMES = Object.keys(CHOICES) as StepName[];

/** What is done in each step. */
export type Settings = { readonly [N in StepName]: (typeof CHOICES)[N][number] } & {
	readonly locale: Locale;
};
type Locale = "root" | "az" | "el" | "lt" | "tr";

const KEEP = Object.fromEntries(STEP_NAMES.map((name) => [name, "keep"])) as { [N in StepName]: "keep" };
const CLEAN = {
	...KEEP,
	newlines: "lf",
	controls: "strip",
	invisibles: "strip",
	form: "nfc",
	whitespace: "collapse",
} as const;

/** What each preset does where a parameter does not say otherwise. */
export const PRESETS = {
	clean: CLEAN,
	search: {
		...CLEAN,
		bidi: "strip",
		form: "nfkc_cf",
		marks: "strip",
		quotes: "straight",
		dashes: "hyphen",
		whitespace: "flatten",
	},
	ascii: { ...CLEAN, bidi: "strip", form: "nfkc", translit: "ascii" },
	none: KEEP,
} as const satisfies Record<string, Omit<Settings, "locale">>;

/** A step's parameter: left out, the preset decides. */
function choice<const V extends readonly string[]>(values: V, description: string) {
	return Type.Enum(["preset", ...values], { default: "preset", description });
}

export const PARAMETERS = Type.Object({
	preset: Type.Enum(["clean", "search", "ascii", "none"], {
		default: "clean",
		description: "What is done in every step whose own parameter is left at `preset`.",
	}),
	invalid: Type.Enum(["reject", "replace"], {
		default: "reject",
		description: "Bytes that break the charset, and lone surrogates in JSON: a refusal, or U+FFFD.",
	}),
	mojibake: choice(CHOICES.mojibake, "`fix` repairs text that was decoded in the wrong charset. A guess."),
	html: choice(CHOICES.html, "`decode` turns `&eacute;` and `&#233;` into what they stand for, once."),
	newlines: choice(CHOICES.newlines, "`lf` turns CR LF, CR, VT, FF, NEL, U+2028 and U+2029 into LF."),
	controls: choice(CHOICES.controls, "`strip` removes control characters that are no white space."),
	invisibles: choice(
		CHOICES.invisibles,
		"`strip` removes soft hyphens, zero-width spaces, byte order marks, tags and the like; joiners, variation selectors and Hangul fillers stay, and so do the tags of flags.",
	),
	bidi: choice(CHOICES.bidi, "`strip` removes the marks, embeddings, overrides and isolates of direction."),
	width: choice(CHOICES.width, "`narrow` turns full-width and half-width forms into the usual ones."),
	form: choice(CHOICES.form, "The normalization form of UAX #15; `nfkc_cf` is NFKC_Casefold."),
	translit: choice(CHOICES.translit, "`ascii` spells every character in ASCII; what has no spelling goes."),
	case: choice(CHOICES.case, "`fold` is Unicode's full case folding, for comparison."),
	locale: Type.Enum(["root", "az", "el", "lt", "tr"], {
		default: "root",
		description: "The language whose rules `case=lower` and `case=upper` follow.",
	}),
	marks: choice(
		CHOICES.marks,
		"`strip` removes accents from Latin, Greek and Cyrillic letters, `all` every mark of every script.",
	),
	quotes: choice(CHOICES.quotes, "`straight` turns curly quotation marks into ' and \"."),
	dashes: choice(CHOICES.dashes, "`hyphen` turns dashes and the minus sign into -."),
	whitespace: choice(
		CHOICES.whitespace,
		"`trim` removes it from the ends of lines and of the text; `collapse` also makes one space of each run and at most one empty line; `flatten` makes one line.",
	),
});

type Given = Type.Static<typeof PARAMETERS>;

/** What the parameters ask for; a Problem where two of them contradict each other. */
export function settle(given: Given): Settings {
	const steps = { ...PRESETS[given.preset] } as Record<StepName, string>;
	for (const name of STEP_NAMES) if (given[name] !== "preset") steps[name] = given[name];
	const settings = { ...steps, locale: given.locale } as Settings;
	if (settings.form === "nfkc_cf" && settings.case !== "keep")
		throw refusal(`Choose form=nfkc_cf, which folds case itself, or case: case=${settings.case}.`);
	if (settings.locale !== "root" && settings.case !== "lower" && settings.case !== "upper")
		throw refusal(`Give locale with case=lower or case=upper only: locale=${settings.locale}.`);
	if (settings.locale !== "root" && settings.translit === "ascii")
		throw refusal(
			`Leave locale out beside translit=ascii, whose letters have one case in every language: locale=${settings.locale}.`,
		);
	return settings;
}

function refusal(detail: string): Problem {
	return new Problem("bad-parameter", detail, { known: Object.keys(PARAMETERS.properties) });
}
