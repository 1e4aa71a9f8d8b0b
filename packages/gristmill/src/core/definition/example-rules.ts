import { binaryMembers } from "../schema/binary.js";
import { mapBinary } from "../schema/binary-values.js";
import { isObject } from "../schema/is-object.js";
import {
	closed,
	compile,
	compileOutput,
	type JsonSchema,
	properties,
	required,
} from "../schema/json-schema.js";
import { partsOf } from "./form.js";
import type { InputForm } from "./input.js";
import { complainAboutSetting } from "./settings.js";

type Fields = Readonly<Record<string, unknown>>;

/** Stands for the bytes of a file. */
const SOME = new Uint8Array(1);

const LONGEST_TITLE = 60;

/** Says in one sentence what to change in the examples of a definition; undefined if they are valid. */
export function complainAboutExamples({
	examples = [],
	input,
	parameters,
	settings,
	output,
}: Fields): string | undefined {
	if (!Array.isArray(examples)) return "Write examples as an array of { input, output }.";
	const forms = input as Record<string, InputForm>;
	const binary = binaryMembers(output as JsonSchema);
	const answers = compileOutput(closed(output as JsonSchema), binary);
	const schema = (parameters ?? {}) as JsonSchema;
	for (const [i, example] of examples.entries()) {
		const place = `examples[${i}]`;
		if (!isObject(example) || !("input" in example)) return `Give the example an input: ${place}.`;
		const { title = "-" } = example;
		if (typeof title !== "string" || title.trim() === "" || title.length > LONGEST_TITLE)
			return `Give the example a title of 1 to ${LONGEST_TITLE} characters: ${place}.`;
		const mediaType = String(example.mediaType ?? Object.keys(forms)[0]);
		const form = forms[mediaType];
		if (!form) return `Choose the example's mediaType among the mill's inputs: ${place} has "${mediaType}".`;
		const complaint =
			form.kind === "form"
				? complainAboutPartsOf(form, example.input, `${place}.input`)
				: complainAboutInput(form, example.input, place);
		if (complaint !== undefined) return complaint;
		// The bytes of a file are read when the example runs.
		const given = mapBinary(example.output, binary, (value) => (value instanceof URL ? SOME : value));
		if (!answers.check(given))
			return `Make the example's output match the output schema: ${place}.output: ${answers.complaint(given)}.`;
		const chosen = (example.parameters ?? {}) as Fields;
		const names = Object.keys(properties(schema));
		const stray = Object.keys(chosen).find((name) => !names.includes(name));
		if (stray) return `Remove the example's unknown parameter: ${place} has "${stray}".`;
		const wrong = Object.entries(chosen).find(
			([name, value]) => !compile(properties(schema)[name] ?? {}).check(value),
		);
		if (wrong)
			return `Make the example's parameter match its schema: ${place} has ${wrong[0]} = ${JSON.stringify(wrong[1])}.`;
		const lacking = required(schema).find(
			(name) => !(name in chosen) && !("default" in (properties(schema)[name] ?? {})),
		);
		const choice = (example.settings ?? {}) as Fields;
		const setting = { name: "the mill", settings: (settings ?? {}) as JsonSchema };
		for (const [name, value] of Object.entries(choice)) {
			const wish = complainAboutSetting(setting, name, value);
			if (wish !== undefined) return `${wish} See ${place}.`;
		}
		if (lacking) return `Give the example the parameter "${lacking}": ${place}.`;
	}
	return undefined;
}

function complainAboutInput(form: InputForm, input: unknown, place: string): string | undefined {
	if (form.kind === "text" && typeof input !== "string")
		return `Give the example's input as a string: ${place}.`;
	if (
		(form.kind === "image" || form.kind === "bytes") &&
		!(input instanceof Uint8Array || input instanceof URL)
	)
		return `Give the example's input as bytes or as the URL of a file: ${place}.`;
	if (form.schema && !compile(form.schema).check(input))
		return `Make the example's input match its schema: ${place}.input: ${compile(form.schema).complaint(input)}.`;
	return undefined;
}

function complainAboutPartsOf(form: InputForm, input: unknown, place: string): string | undefined {
	const parts = partsOf(form);
	if (!isObject(input)) return `Give the example's input as an object with its parts: ${place}.`;
	const stray = Object.keys(input).find((name) => !parts.some(([known]) => known === name));
	if (stray !== undefined) return `Remove the example's unknown part: ${place} has "${stray}".`;
	for (const [name, part] of parts) {
		if (input[name] === undefined && part.isOptional) continue;
		const complaint = complainAboutInput(part, input[name], `${place}.${name}`);
		if (complaint !== undefined) return complaint;
	}
	return undefined;
}
