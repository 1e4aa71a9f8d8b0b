import type { Treatments } from "./kinds.js";

/** The choices of each step, the mildest first. The steps are applied in this order. */
export const CHOICES = {
	mojibake: ["keep", "fix"],
	html: ["keep", "decode"],
	newlines: ["keep", "lf"],
	controls: ["keep", "strip"],
	bidi: ["keep", "overrides", "strip"],
	invisibles: ["keep", "strip"],
	symbols: ["keep", "spell"],
	width: ["keep", "narrow"],
	form: ["keep", "nfc", "nfd", "nfkc", "nfkd", "nfkc_cf"],
	digits: ["keep", "ascii"],
	translit: ["keep", "ascii"],
	case: ["keep", "lower", "upper", "fold"],
	letters: ["keep", "fold"],
	zalgo: ["keep", "cap"],
	marks: ["keep", "strip", "all"],
	quotes: ["keep", "straight"],
	dashes: ["keep", "hyphen"],
	whitespace: ["keep", "trim", "collapse", "flatten"],
	cjk: ["keep", "space", "join"],
} as const;

/** The steps that have their own parameter. */
export type Choice = keyof typeof CHOICES;
export const CHOICE_NAMES = Object.keys(CHOICES) as Choice[];

/** All steps, in the order in which they are applied. `replace` and `remove` act in two of them. */
export type StepName = Choice | "emoji" | "found";
export const STEP_NAMES: readonly StepName[] = [
	...CHOICE_NAMES.flatMap((name) => (name === "symbols" ? (["emoji", name] as const) : [name])),
	"found",
];

export const LOCALES = ["root", "az", "de", "el", "ja", "lt", "tr"] as const;
export type Locale = (typeof LOCALES)[number];

/** The setting of each step. */
export type Settings = { readonly [N in Choice]: (typeof CHOICES)[N][number] } & {
	readonly locale: Locale;
	/** What to do with URLs, addresses and other kinds in the text. */
	readonly found?: Treatments;
};

const KEEP = Object.fromEntries(CHOICE_NAMES.map((name) => [name, "keep"])) as { [N in Choice]: "keep" };
const CLEAN = {
	...KEEP,
	newlines: "lf",
	controls: "strip",
	bidi: "overrides",
	invisibles: "strip",
	form: "nfc",
	zalgo: "cap",
	whitespace: "collapse",
} as const;

/** The settings of each preset, for parameters that a call omits. */
export const PRESETS = {
	clean: CLEAN,
	search: {
		...CLEAN,
		bidi: "strip",
		symbols: "spell",
		form: "nfkc_cf",
		letters: "fold",
		digits: "ascii",
		marks: "strip",
		quotes: "straight",
		dashes: "hyphen",
		whitespace: "flatten",
	},
	ascii: { ...CLEAN, bidi: "strip", symbols: "spell", form: "nfkc", translit: "ascii" },
	none: KEEP,
} as const satisfies Record<string, Omit<Settings, "locale" | "found">>;
