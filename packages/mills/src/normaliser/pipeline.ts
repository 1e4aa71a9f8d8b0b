import { decodeHTML } from "entities";
import { boundUnits } from "./characters/bound.js";
import {
	hyphenateDashes,
	narrow,
	straightenQuotes,
	stripControls,
	stripInvisibles,
	unifyNewlines,
} from "./characters.js";
import { stripBidi, stripOverrides } from "./steps/bidi.js";
import { inCase } from "./steps/casing.js";
import { addCjkSpaces, removeCjkSpaces } from "./steps/cjk-spaces.js";
import { plainDigits } from "./steps/digits.js";
import { inForm } from "./steps/form.js";
import { KINDS, type Kind, treatEmoji, treatFound } from "./steps/kinds.js";
import { foldLetters } from "./steps/letters.js";
import { stripAllMarks, stripMarks } from "./steps/marks.js";
import { fixMojibake } from "./steps/mojibake.js";
import { type Settings, STEP_NAMES, type StepName } from "./steps/settings.js";
import { capStacks } from "./steps/stacks.js";
import { spellSymbols } from "./steps/symbols.js";
import { toAscii } from "./steps/transliteration.js";
import { collapse, flatten, trim } from "./steps/whitespace.js";

type Apply = (text: string, settings: Settings) => string | Promise<string>;

/**
 * What each step does. The order of the steps, which is that of STEP_NAMES, keeps normalising idempotent: no earlier
 * step would change the result of a later one. Characters are removed before the form is made, because a removal lets
 * the neighbours combine. Symbols and width are handled before the form, because a compatibility form would lose the
 * meaning of symbols and a narrow `<` combines. Letters become ASCII before their case changes, because spellings have
 * capitals. White space is handled late, because every other step can produce it.
 */
const STEPS: { readonly [N in StepName]: Apply } = {
	mojibake: fixMojibake,
	html: (text) => (text.includes("&") ? decodeHTML(text) : text),
	newlines: unifyNewlines,
	controls: stripControls,
	bidi: (text, { bidi }) => (bidi === "overrides" ? stripOverrides(text) : stripBidi(text)),
	invisibles: stripInvisibles,
	emoji: (text, { found, case: direction }) =>
		treatEmoji(text, found?.emoji ?? "replace", placeholder("emoji", direction)),
	symbols: spellSymbols,
	width: narrow,
	form: (text, { form }) => (form === "keep" ? text : inForm(text, form)),
	digits: plainDigits,
	// Spellings have capitals, but NFKC_Casefold has none.
	translit: (text, { form, locale }) => {
		const spelt = toAscii(text, locale);
		return form === "nfkc_cf" ? spelt.toLowerCase() : spelt;
	},
	case: (text, settings) => formed(text, cased(text, settings), settings),
	// A small capital has no case, but its plain letter has.
	letters: (text, settings) => formed(text, cased(foldLetters(text, settings.locale), settings), settings),
	zalgo: (text, settings) => formed(text, capStacks(text), settings),
	marks: (text, settings) =>
		formed(text, settings.marks === "all" ? stripAllMarks(text) : stripMarks(text), settings),
	quotes: straightenQuotes,
	dashes: hyphenateDashes,
	whitespace: (text, { whitespace }) =>
		whitespace === "flatten" ? flatten(text) : whitespace === "trim" ? trim(text) : collapse(text),
	cjk: (text, { cjk }) => (cjk === "space" ? addCjkSpaces(text) : removeCjkSpaces(text)),
	found: (text, { found, case: direction }) =>
		treatFound(text, found ?? {}, (kind) => placeholder(kind, direction)),
};

/** Makes the form again after a step that changed letters, because new letters combine differently. */
function formed(before: string, after: string, { form }: Settings): string {
	return form === "keep" || after === before ? after : inForm(after, form);
}

function cased(text: string, { case: direction, locale }: Settings): string {
	return direction === "keep" ? text : inCase(text, direction, locale);
}

function placeholder(kind: Kind, direction: Settings["case"]): string {
	return direction === "upper" ? `[${kind.toUpperCase()}]` : `[${kind}]`;
}

/** Returns whether the settings ask for a step. */
function isWanted(step: StepName, settings: Settings): boolean {
	const { found = {} } = settings;
	if (step === "emoji") return found.emoji !== undefined;
	if (step === "found") return KINDS.some((kind) => kind !== "emoji" && found[kind] !== undefined);
	return settings[step] !== "keep";
}

/** The report of a step. */
export interface StepReport {
	readonly step: StepName;
	readonly changed: boolean;
}

/** Applies every step that the settings ask for, in the fixed order. */
export async function normalise(
	input: string,
	settings: Settings,
): Promise<{ readonly text: string; readonly steps: readonly StepReport[] }> {
	const steps: StepReport[] = [];
	let text = input;
	for (const step of STEP_NAMES) {
		if (!isWanted(step, settings)) continue;
		const made = STEPS[step](text, settings);
		const next = typeof made === "string" ? made : await made;
		boundUnits(next.length);
		steps.push({ step, changed: next !== text });
		text = next;
	}
	return { text, steps };
}
