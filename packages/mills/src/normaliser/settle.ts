import { Problem } from "gristmill";
import { type Given, PARAMETERS } from "./parameters.js";
import { KINDS, type Kind, type Treatments } from "./steps/kinds.js";
import { CHOICE_NAMES, type Choice, PRESETS, type Settings } from "./steps/settings.js";

/** Returns the settings that the parameters ask for. Throws a Problem if two parameters contradict each other. */
export function settle(given: Given): Settings {
	const steps = { ...PRESETS[given.preset] } as Record<Choice, string>;
	for (const name of CHOICE_NAMES) if (given[name] !== "preset") steps[name] = given[name];
	const settings = { ...steps, locale: given.locale, found: treatments(given) } as Settings;
	if (settings.form === "nfkc_cf" && settings.case !== "keep")
		throw refusal(`form=nfkc_cf folds case itself. Leave out case=${settings.case}, or choose another form.`);
	const complaint = aboutLocale(settings);
	if (complaint) throw refusal(complaint);
	return settings;
}

/** Returns what is wrong with the combination of the locale and the steps. */
function aboutLocale({ locale, case: direction, letters, translit }: Settings): string | undefined {
	if (locale === "root") return undefined;
	if (locale === "de")
		return letters === "fold" || translit === "ascii"
			? undefined
			: "locale=de is for letters=fold and translit=ascii only.";
	if (locale === "ja") return translit === "ascii" ? undefined : "locale=ja is for translit=ascii only.";
	if (direction !== "lower" && direction !== "upper")
		return `locale=${locale} is for case=lower and case=upper only.`;
	return translit === "ascii"
		? `With translit=ascii, letters have one case in every language. Omit locale=${locale}.`
		: undefined;
}

function treatments(given: Given): Treatments {
	const result: Partial<Record<Kind, "replace" | "remove">> = {};
	for (const treatment of ["replace", "remove"] as const)
		for (const name of given[treatment].split(",")) {
			if (name === "") continue;
			const kind = KINDS.find((one) => one === name);
			if (!kind)
				throw refusal(
					`The parameter "${treatment}" has "${name}", and must be a list of ${KINDS.join(", ")}.`,
				);
			if (result[kind] && result[kind] !== treatment)
				throw refusal(`${kind} stands in both replace and remove. Name it in one of them.`);
			result[kind] = treatment;
		}
	return result;
}

function refusal(detail: string): Problem {
	return new Problem("bad-parameter", detail, { known: Object.keys(PARAMETERS.properties) });
}
