import { complainAboutDeadline } from "../deadline.js";
import { parseMediaType } from "../http-words/media-type.js";
import { complainAboutParameters } from "../parameters.js";
import { MILL_STATUSES, PROBLEMS } from "../problem-table.js";
import { isObject } from "../schema/is-object.js";
import {
	closed,
	compile,
	enumeration,
	type JsonSchema,
	properties,
	required,
} from "../schema/json-schema.js";
import { complainAboutDeprecation } from "./deprecation.js";
import type { InputForm } from "./input.js";
import { pathParameters } from "./mill.js";
import { complainAboutForm, complainAboutVerb } from "./names.js";

type Fields = Readonly<Record<string, unknown>>;

/** Every key of a definition. Other keys are reported as mistyped. */
const KEYS = [
	"name", "allowName", "version", "summary", "description", "method", "path", "input", "parameters", "output",
	"problems", "examples", "agrees", "needs", "assets", "deprecated", "deadline", "inline", "load", "run",
]; // biome-ignore format: a list

/** Says in one sentence what to change in a definition; undefined if it is valid. */
export function complainAboutDefinition(definition: unknown): string | undefined {
	if (!isObject(definition)) return "Pass one object that describes the mill.";
	for (const complain of RULES) {
		const complaint = complain(definition);
		if (complaint !== undefined) return complaint;
	}
	return undefined;
}

// In the order of a definition, so that the first complaint is about the topmost key.
const RULES: readonly ((definition: Fields) => string | undefined)[] = [
	({ name }) =>
		typeof name === "string" ? complainAboutForm(name) : 'Give the mill a name, such as "word-counter".',
	({ name, allowName }) => (allowName === true ? undefined : complainAboutVerb(String(name))),
	(definition) => {
		const unknown = Object.keys(definition).find((key) => !KEYS.includes(key));
		return unknown && `Remove the unknown key "${unknown}". Known keys: ${KEYS.join(", ")}.`;
	},
	({ version }) =>
		typeof version === "string" && /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version)
			? undefined
			: `Give a version of the form 1.0.0: ${JSON.stringify(version)}.`,
	({ summary }) =>
		typeof summary === "string" && summary.length > 0 && summary.length <= 200 && !/[\r\n]/.test(summary)
			? undefined
			: "Give a summary: one sentence of at most 200 characters on one line.",
	({ description }) =>
		description === undefined || typeof description === "string"
			? undefined
			: "Write the description as Markdown text.",
	({ method }) =>
		method === undefined || method === "POST" || method === "QUERY" || method === "GET"
			? undefined
			: `Choose one method of POST, QUERY and GET: ${JSON.stringify(method)}.`,
	({ deprecated }) => (deprecated === undefined ? undefined : complainAboutDeprecation(deprecated)),
	({ input }) => complainAboutInput(input),
	({ parameters }) =>
		parameters === undefined
			? undefined
			: isObjectSchema(parameters)
				? complainAboutParameters(parameters)
				: "Write the parameters as Type.Object({ … }).",
	complainAboutInvalidBy,
	complainAboutPath,
	({ output }) => complainAboutOutput(output),
	({ problems }) => complainAboutProblems(problems ?? {}),
	complainAboutRuntime,
	complainAboutExamples,
];

function complainAboutInput(input: unknown): string | undefined {
	if (!isObject(input) || Object.keys(input).length === 0)
		return 'Give at least one input, such as input: { "text/plain": text() }.';
	for (const [mediaType, form] of Object.entries(input)) {
		const parsed = parseMediaType(mediaType);
		if (!parsed || parsed.essence !== mediaType || mediaType.includes("*"))
			return `Name the input by a plain media type in lower case: "${mediaType}".`;
		if (!isObject(form) || !["text", "json", "image", "bytes"].includes(String(form.kind)))
			return `Describe the input with text(), json(), image() or bytes(): "${mediaType}".`;
		if (!Number.isSafeInteger(form.maxBytes) || Number(form.maxBytes) < 1)
			return `Set maxBytes to a positive integer: "${mediaType}".`;
		if (form.kind === "text" && !mediaType.startsWith("text/"))
			return `Use text() for text/… media types only: "${mediaType}".`;
		if (form.kind === "json" && !/^application\/(?:.+\+)?json$/.test(mediaType))
			return `Use json() for JSON media types only: "${mediaType}".`;
		if (form.kind === "image" && !mediaType.startsWith("image/"))
			return `Use image() for image/… media types only: "${mediaType}".`;
	}
	return undefined;
}

function complainAboutInvalidBy({ input, parameters }: Fields): string | undefined {
	for (const [mediaType, { kind, invalidBy }] of Object.entries(input as Record<string, InputForm>)) {
		if (invalidBy === undefined) continue;
		if (kind !== "text" && kind !== "json")
			return `Use invalidBy with text() and json() only: "${mediaType}".`;
		const member = properties((parameters ?? {}) as JsonSchema)[invalidBy];
		const values = enumeration(member ?? {});
		if (values?.length !== 2 || !values.includes("reject") || !values.includes("replace") || !member?.default)
			return `Declare the parameter that invalidBy names as Type.Enum(["reject", "replace"], { default: "reject" }): "${invalidBy}".`;
	}
	return undefined;
}

function complainAboutPath({ name, path, parameters }: Fields): string | undefined {
	if (path === undefined) return undefined;
	if (
		typeof path !== "string" ||
		!/^[a-z][a-z0-9-]*(?:\/\{[a-z][a-zA-Z0-9_-]*\})*$/.test(path) ||
		path.split("/")[0] !== name
	)
		return `Start the path with the mill's name, followed by parameters in braces, such as "${name}/{algorithm}": ${JSON.stringify(path)}.`;
	const names = pathParameters(path);
	if (new Set(names).size < names.length) return `Use each path parameter once: "${path}".`;
	const schema = (parameters ?? {}) as JsonSchema;
	const missing = names.find(
		(parameter) => !required(schema).includes(parameter) || properties(schema)[parameter]?.type === "array",
	);
	return missing && `Declare the path parameter "${missing}" in parameters, neither optional nor an array.`;
}

function complainAboutOutput(output: unknown): string | undefined {
	if (!isObject(output)) return "Describe the output with Type.Object({ … }).";
	if (!isObjectSchema(output))
		return "Wrap the output into an object, such as Type.Object({ result: … }): a mill answers with one JSON object.";
	const reserved = Object.keys(properties(output)).find((key) => key === "_links" || key === "_embedded");
	if (reserved) return `Name the output field otherwise: "${reserved}" is reserved for links.`;
	const open = findOpen(output, "output");
	return open && `Close the object at ${open}: remove additionalProperties, or use Type.Record for a map.`;
}

/** Keywords that contain values, not schemas; and keywords whose members are named by the author. */
const VALUES = ["const", "enum", "default", "examples"];
const NAMED = ["properties", "patternProperties", "$defs"];

/** Where a schema allows undeclared members; such a result could not be validated. */
function findOpen(schema: unknown, place: string, named = false): string | undefined {
	if (Array.isArray(schema)) return first(schema.map((member, i) => findOpen(member, `${place}/${i}`)));
	if (!isObject(schema)) return undefined;
	if (!named && schema.additionalProperties === true) return place;
	return first(
		Object.entries(schema)
			.filter(([keyword]) => named || !VALUES.includes(keyword))
			.map(([keyword, member]) => findOpen(member, `${place}/${keyword}`, !named && NAMED.includes(keyword))),
	);
}

function complainAboutProblems(problems: unknown): string | undefined {
	if (!isObject(problems)) return "Write problems as an object of { code: { status, title, todo } }.";
	for (const [code, kind] of Object.entries(problems)) {
		if (!/^[a-z][a-z0-9-]*$/.test(code)) return `Write the problem's code as [a-z][a-z0-9-]*: "${code}".`;
		if (Object.hasOwn(PROBLEMS, code))
			return `Choose another code. The server itself uses this one: "${code}".`;
		if (!isObject(kind) || typeof kind.title !== "string" || typeof kind.todo !== "string")
			return `Give the problem a title and a todo: "${code}".`;
		if (!MILL_STATUSES.includes(Number(kind.status)))
			return `Give the problem a status of ${MILL_STATUSES.join(", ")}, the statuses for bad input: "${code}" has ${kind.status}.`;
	}
	return undefined;
}

function complainAboutRuntime(definition: Fields): string | undefined {
	const { needs = [], assets = [], deadline = 1, inline = false, load, run, agrees, input } = definition;
	if (!Array.isArray(needs) || needs.some((need) => !["addons", "spawn", "wasi"].includes(need)))
		return `Choose needs among addons, spawn and wasi: ${JSON.stringify(needs)}.`;
	if (!Array.isArray(assets) || assets.some((asset) => !(asset instanceof URL) || asset.protocol !== "file:"))
		return 'Give assets as file URLs, such as new URL("./weights.bin", import.meta.url).';
	const largest = Math.max(
		...Object.values(input as Record<string, InputForm>).map(({ maxBytes }) => maxBytes),
	);
	const late = complainAboutDeadline(deadline, largest);
	if (late !== undefined) return late;
	if (typeof inline !== "boolean") return "Give inline as true or false.";
	if (load !== undefined && typeof load !== "function") return "Write load as a function.";
	if (agrees !== undefined && typeof agrees !== "function") return "Write agrees as a function.";
	return typeof run === "function"
		? undefined
		: "Write run as a function: (input, { parameters }) => output.";
}

const LONGEST_TITLE = 60;

function complainAboutExamples({ examples = [], input, parameters, output }: Fields): string | undefined {
	if (!Array.isArray(examples)) return "Write examples as an array of { input, output }.";
	const forms = input as Record<string, InputForm>;
	const answers = compile(closed(output as JsonSchema));
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
		if (form.kind === "text" && typeof example.input !== "string")
			return `Give the example's input as a string: ${place}.`;
		if (
			(form.kind === "image" || form.kind === "bytes") &&
			!(example.input instanceof Uint8Array || example.input instanceof URL)
		)
			return `Give the example's input as bytes or as the URL of a file: ${place}.`;
		if (form.schema && !compile(form.schema).check(example.input))
			return `Make the example's input match its schema: ${place}.input: ${compile(form.schema).complaint(example.input)}.`;
		if (!answers.check(example.output))
			return `Make the example's output match the output schema: ${place}.output: ${answers.complaint(example.output)}.`;
		const given = (example.parameters ?? {}) as Fields;
		const names = Object.keys(properties(schema));
		const stray = Object.keys(given).find((name) => !names.includes(name));
		if (stray) return `Remove the example's unknown parameter: ${place} has "${stray}".`;
		const wrong = Object.entries(given).find(
			([name, value]) => !compile(properties(schema)[name] ?? {}).check(value),
		);
		if (wrong)
			return `Make the example's parameter match its schema: ${place} has ${wrong[0]} = ${JSON.stringify(wrong[1])}.`;
		const lacking = required(schema).find(
			(name) => !(name in given) && !("default" in (properties(schema)[name] ?? {})),
		);
		if (lacking) return `Give the example the parameter "${lacking}": ${place}.`;
	}
	return undefined;
}

function isObjectSchema(value: unknown): value is JsonSchema {
	return (
		isObject(value) &&
		value.type === "object" &&
		isObject(value.properties) &&
		value.patternProperties === undefined
	);
}

function first(complaints: readonly (string | undefined)[]): string | undefined {
	return complaints.find((complaint) => complaint !== undefined);
}
