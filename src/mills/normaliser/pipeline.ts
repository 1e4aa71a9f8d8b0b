import { decodeHTML } from "entities";
import { boundUnits } from "./bound.js";
import { inCase } from "./casing.js";
import {
	hyphenateDashes,
	narrow,
	straightenQuotes,
	stripBidi,
	stripControls,
	stripInvisibles,
	unifyNewlines,
} from "./characters.js";
import { inForm } from "./form.js";
import { stripAllMarks, stripMarks } from "./marks.js";
import { fixMojibake } from "./mojibake.js";
import { type Settings, STEP_NAMES, type StepName } from "./settings.js";
import { toAscii } from "./transliteration.js";
import { collapse, flatten, trim } from "./whitespace.js";

type Apply = (text: string, settings: Settings) => string | Promise<string>;

/**
 * What each step does. Their order, that of STEP_NAMES, is what keeps normalising idempotent: whatever a step makes,
 * no step before it would change. So characters go before the form is made, because taking one out lets its neighbours
 * combine; width goes before it, because a narrow `<` combines and a wide one does not; letters become ASCII before
 * their case changes, because spellings have capitals; and white space comes last, because every other step makes some.
 */
const STEPS: { readonly [N in StepName]: Apply } = {
	mojibake: fixMojibake,
	html: (text) => (text.includes("&") ? decodeHTML(text) : text),
	newlines: unifyNewlines,
	controls: stripControls,
	invisibles: stripInvisibles,
	bidi: stripBidi,
	width: narrow,
	form: (text, { form }) => (form === "keep" ? text : inForm(text, form)),
	// Spellings have capitals, which NFKC_Casefold has none of.
	translit: (text, { form }) => (form === "nfkc_cf" ? toAscii(text).toLowerCase() : toAscii(text)),
	// Other letters combine otherwise: the form is made again.
	case: (text, { case: direction, locale, form }) => {
		const cased = direction === "keep" ? text : inCase(text, direction, locale);
		return form === "keep" || cased === text ? cased : inForm(cased, form);
	},
	marks: (text, { marks, form }) => {
		if (marks !== "all") return stripMarks(text);
		const bare = stripAllMarks(text);
		return form === "keep" ? bare : inForm(bare, form);
	},
	quotes: straightenQuotes,
	dashes: hyphenateDashes,
	whitespace: (text, { whitespace }) =>
		whitespace === "flatten" ? flatten(text) : whitespace === "trim" ? trim(text) : collapse(text),
};

/** What a step did. */
export interface StepReport {
	readonly step: StepName;
	readonly changed: boolean;
}

/** Applies every step that the settings ask for, in the one order. */
export async function normalise(
	input: string,
	settings: Settings,
): Promise<{ readonly text: string; readonly steps: readonly StepReport[] }> {
	const steps: StepReport[] = [];
	let text = input;
	for (const step of STEP_NAMES) {
		if (settings[step] === "keep") continue;
		const made = STEPS[step](text, settings);
		const next = typeof made === "string" ? made : await made;
		boundUnits(next.length);
		steps.push({ step, changed: next !== text });
		text = next;
	}
	return { text, steps };
}
