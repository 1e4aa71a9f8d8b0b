import { complainAboutForm, complainAboutVerb } from "../../core/definition/names.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import { UsageError } from "../command-line/command-error.js";
import { complainAboutPythonName, pythonTemplates } from "./python-templates.js";
import { type NewFiles, type NewInput, type NewOutput, templates } from "./templates.js";

/** What a new mill is to be. */
export const CHOICES = {
	input: {
		kind: "text",
		value: "WHAT",
		choices: ["text", "image", "form"],
		help: "What goes in: text, image, or a form of several inputs.",
		fallback: "text",
	},
	language: {
		kind: "text",
		value: "ts|js|py",
		choices: ["ts", "js", "py"],
		help: "TypeScript, JavaScript or Python.",
		fallback: "ts",
	},
	output: {
		kind: "text",
		value: "WHAT",
		choices: ["json", "picture", "parts"],
		help: "What comes out: json, a picture, or parts that come one after the other.",
		fallback: "json",
	},
} as const satisfies SettingTable;

export type Chosen = Values<typeof CHOICES>;

/** The files of the mill that was chosen. Throws a UsageError for a name or a choice that no template has. */
export function filesOf(name: string, { input, language, output }: Chosen): NewFiles {
	const isPython = language === "py";
	const complaint =
		complainAboutForm(name) ??
		complainAboutVerb(name) ??
		(isPython ? complainAboutPythonName(name) : undefined);
	if (complaint) throw new UsageError(complaint);
	if (isPython && input === "form")
		throw new UsageError("A form needs TypeScript or JavaScript. Choose another --language or --input.");
	if (output !== "json" && (isPython || input !== "text"))
		throw new UsageError(
			`There is a template of ${output} for texts in TypeScript or JavaScript only. Choose --output json; docs/bytes-out.md and docs/streams.md show the rest.`,
		);
	return isPython
		? pythonTemplates(name, input === "image")
		: templates(name, input as NewInput, output as NewOutput, language === "js");
}

/** The name on the command line. */
export function nameIn([name, second]: readonly string[], command: string): string {
	if (name === undefined) throw new UsageError(`The name of the mill is missing: ${command} vowel-counter`);
	if (second !== undefined)
		throw new UsageError(`"${second}" is a second name. Give one, its words joined by hyphens.`);
	return name;
}
