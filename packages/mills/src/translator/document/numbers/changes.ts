/** What a rule changed: words of the source before the translation, or words of the translation after it. */
export type Change = {
	readonly rule: "units" | "times" | "spelling" | "doubles" | "names";
	readonly in: "source" | "translation";
	readonly before: string;
	readonly after: string;
};

/** A text after a rule, and what the rule changed. */
export type Changed = { readonly text: string; readonly changes: readonly Change[] };
