import { didYouMean } from "../closest.js";
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
	if (!Array.isArray(examples)) return "examples must be an array of { input, output }.";
	const forms = input as Record<string, InputForm>;
	const binary = binaryMembers(output as JsonSchema);
	const answers = compileOutput(closed(output as JsonSchema), binary);
	const schema = (parameters ?? {}) as JsonSchema;
	for (const [i, example] of examples.entries()) {
		const place = `examples[${i}]`;
		if (!isObject(example) || !("input" in example)) return `${place} has no input.`;
		const { title = "-" } = example;
		if (typeof title !== "string" || title.trim() === "" || title.length > LONGEST_TITLE)
			return `The title of ${place} must be a text of 1 to ${LONGEST_TITLE} characters.`;
		const mediaType = String(example.mediaType ?? Object.keys(forms)[0]);
		const form = forms[mediaType];
		if (!form)
			return `${place} has the mediaType "${mediaType}", which is not an input of the mill. Its inputs are ${Object.keys(forms).join(", ")}.`;
		const complaint =
			form.kind === "form"
				? complainAboutPartsOf(form, example.input, `${place}.input`)
				: complainAboutInput(form, example.input, place);
		if (complaint !== undefined) return complaint;
		// The bytes of a file are read when the example runs.
		const given = mapBinary(example.output, binary, (value) => (value instanceof URL ? SOME : value));
		if (!answers.check(given))
			return `${place}.output does not match the output schema: ${answers.complaint(given)}.`;
		const chosen = (example.parameters ?? {}) as Fields;
		const names = Object.keys(properties(schema));
		const stray = Object.keys(chosen).find((name) => !names.includes(name));
		if (stray) return `${place} has the unknown parameter "${stray}".${didYouMean(stray, names)}`;
		const wrong = Object.entries(chosen).find(
			([name, value]) => !compile(properties(schema)[name] ?? {}).check(value),
		);
		if (wrong)
			return `${place} has ${wrong[0]} = ${JSON.stringify(wrong[1])}, which does not match the schema of this parameter.`;
		const lacking = required(schema).find(
			(name) => !(name in chosen) && !("default" in (properties(schema)[name] ?? {})),
		);
		const choice = (example.settings ?? {}) as Fields;
		const setting = { name: "the mill", settings: (settings ?? {}) as JsonSchema };
		for (const [name, value] of Object.entries(choice)) {
			const wish = complainAboutSetting(setting, name, value);
			if (wish !== undefined) return `${wish} See ${place}.`;
		}
		if (lacking) return `${place} lacks the parameter "${lacking}".`;
	}
	return undefined;
}

function complainAboutInput(form: InputForm, input: unknown, place: string): string | undefined {
	if (form.kind === "text" && typeof input !== "string") return `The input of ${place} must be a string.`;
	if (
		(form.kind === "image" || form.kind === "bytes") &&
		!(input instanceof Uint8Array || input instanceof URL)
	)
		return `The input of ${place} must be bytes or the URL of a file.`;
	if (form.schema && !compile(form.schema).check(input))
		return `The input of ${place} does not match its schema: ${compile(form.schema).complaint(input)}.`;
	return undefined;
}

function complainAboutPartsOf(form: InputForm, input: unknown, place: string): string | undefined {
	const parts = partsOf(form);
	if (!isObject(input)) return `The input of ${place} must be an object with its parts.`;
	const stray = Object.keys(input).find((name) => !parts.some(([known]) => known === name));
	if (stray !== undefined) return `The input of ${place} has the unknown part "${stray}".`;
	for (const [name, part] of parts) {
		if (input[name] === undefined && part.isOptional) continue;
		const complaint = complainAboutInput(part, input[name], `${place}.${name}`);
		if (complaint !== undefined) return complaint;
	}
	return undefined;
}
