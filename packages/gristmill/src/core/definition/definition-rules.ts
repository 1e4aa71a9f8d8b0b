import { alternatives } from "../alternatives.js";
import { didYouMean } from "../closest.js";
import { complainAboutDeadline } from "../deadline.js";
import { describeBytes } from "../describe-bytes.js";
import { parseMediaType } from "../http-words/media-type.js";
import { complainAboutParameters } from "../parameters.js";
import { MILL_STATUSES, PROBLEMS } from "../problem-table.js";
import { isObject } from "../schema/is-object.js";
import { enumeration, type JsonSchema, properties, required } from "../schema/json-schema.js";
import { complainAboutStandard } from "../schema/standard-schema.js";
import { complainAboutBatch } from "./batch.js";
import { complainAboutDeprecation } from "./deprecation.js";
import { complainAboutExamples } from "./example-rules.js";
import { complainAboutParts, FORM_TYPE, fitsKind, KIND_TYPES, partsOf } from "./form.js";
import { complainAboutGrowing, isGenerator } from "./growing-member.js";
import type { InputForm } from "./input.js";
import { MOST_OUTPUT, PIECE } from "./limits.js";
import { isMill, type Mill, pathParameters } from "./mill.js";
import { complainAboutForm, complainAboutVerb } from "./names.js";
import { complainAboutOutput, isObjectSchema } from "./output-rules.js";
import { programOf } from "./program.js";
import { complainAboutSchema } from "./schema-rules.js";
import { complainAboutSettings, missingSettings } from "./settings.js";

type Fields = Readonly<Record<string, unknown>>;

/** Every key of a definition. Other keys are reported as mistyped. */
const KEYS = [
	"name", "allowName", "version", "summary", "description", "method", "path", "input", "parameters", "settings",
	"output", "maxOutput", "problems", "examples", "agrees", "needs", "assets", "deprecated", "deadline", "inline", "keep", "uses",
	"probe", "prepare", "load", "run", "runBatch", "batch", "parts",
]; // biome-ignore format: a list

/** Says in one sentence what to change in a definition; undefined if it is valid. */
export function complainAboutDefinition(definition: unknown): string | undefined {
	if (!isObject(definition)) return "The definition must be one object that describes the mill.";
	for (const complain of RULES) {
		const complaint = complain(definition);
		if (complaint !== undefined) return complaint;
	}
	return undefined;
}

// In the order of a definition, so that the first complaint is about the topmost key.
const RULES: readonly ((definition: Fields) => string | undefined)[] = [
	({ name }) =>
		typeof name === "string"
			? complainAboutForm(name)
			: 'The mill has no name. Give it one, such as "word-counter".',
	({ name, allowName }) => (allowName === true ? undefined : complainAboutVerb(String(name))),
	(definition) => {
		const unknown = Object.keys(definition).find((key) => !KEYS.includes(key));
		if (unknown === undefined) return undefined;
		return `Unknown key "${unknown}".${didYouMean(unknown, KEYS, ` Known keys: ${KEYS.join(", ")}.`)}`;
	},
	({ version }) =>
		typeof version === "string" && /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version)
			? undefined
			: `The version is ${version === undefined ? "missing" : JSON.stringify(version)}, and must be of the form 1.0.0.`,
	({ summary }) =>
		typeof summary === "string" && summary.length > 0 && summary.length <= 200 && !/[\r\n]/.test(summary)
			? undefined
			: "The summary must be one sentence on one line, of 1 to 200 characters.",
	({ description }) =>
		description === undefined || typeof description === "string"
			? undefined
			: "The description must be a text in Markdown.",
	({ method }) =>
		method === undefined || method === "POST" || method === "QUERY" || method === "GET"
			? undefined
			: `The method is ${JSON.stringify(method)}, and must be POST, QUERY or GET.`,
	({ deprecated }) => (deprecated === undefined ? undefined : complainAboutDeprecation(deprecated)),
	complainAboutSchemas,
	({ input, parameters }) =>
		complainAboutInput(input, Object.keys(properties((parameters ?? {}) as JsonSchema))),
	({ parameters }) =>
		parameters === undefined
			? undefined
			: isObjectSchema(parameters)
				? complainAboutParameters(parameters)
				: "The parameters must be a Type.Object({ … }).",
	({ settings }) => (settings === undefined ? undefined : complainAboutSettings(settings)),
	complainAboutInvalidBy,
	complainAboutPath,
	({ output }) => complainAboutOutput(output),
	complainAboutGrowing,
	({ maxOutput = 1 }) =>
		Number.isSafeInteger(maxOutput) && Number(maxOutput) >= 1 && Number(maxOutput) <= MOST_OUTPUT
			? undefined
			: `maxOutput is ${JSON.stringify(maxOutput)}, and must be a number of bytes from 1 to ${MOST_OUTPUT} (${describeBytes(MOST_OUTPUT)}).`,
	({ problems }) => complainAboutProblems(problems ?? {}),
	({ uses }) => (uses === undefined ? undefined : complainAboutUses(uses)),
	complainAboutRuntime,
	complainAboutBatch,
	(definition) => programOf(definition.run)?.complain(definition),
	complainAboutExamples,
];

/** Says which schema is no JSON Schema: a validator would ignore its mistakes, or accept nothing. */
function complainAboutSchemas({ input, ...definition }: Fields): string | undefined {
	const schemas: [string, unknown][] = ["parameters", "settings", "output"].map((key) => [
		key,
		definition[key],
	]);
	const forms = Object.entries(isObject(input) ? input : {}).map(
		([type, form]) => [`input["${type}"]`, form] as const,
	);
	for (const [place, form] of forms) {
		if (!isObject(form)) continue;
		if (form.schema !== undefined) schemas.push([place, form.schema]);
		for (const [name, part] of Object.entries(isObject(form.parts) ? form.parts : {}))
			if (isObject(part) && part.schema !== undefined) schemas.push([`${place}.${name}`, part.schema]);
	}
	for (const [place, schema] of schemas) {
		const isInput = place.startsWith("input");
		const standard = complainAboutStandard(
			schema,
			place,
			isInput ? "input" : place === "output" ? "output" : "filled",
		);
		if (standard !== undefined) return standard;
		// Without a type it is rather an object of schemas, and the rules of that key say how to write it.
		const isMeant = isInput || (isObject(schema) && typeof schema.type === "string");
		const complaint = isMeant ? complainAboutSchema(schema, place) : undefined;
		if (complaint !== undefined) return complaint;
	}
	return undefined;
}

function complainAboutInput(input: unknown, parameters: readonly string[]): string | undefined {
	if (!isObject(input) || Object.keys(input).length === 0)
		return 'The mill has no input. Give at least one, such as input: { "text/plain": text() }.';
	if (typeof input.kind === "string")
		return `The input has no media type. Write it before ${input.kind}(), as in input: { "text/plain": text() }.`;
	for (const [mediaType, form] of Object.entries(input)) {
		const parsed = parseMediaType(mediaType);
		if (!parsed || parsed.essence !== mediaType || mediaType.includes("*"))
			return `The input "${mediaType}" is not named by a media type in lower case and without parameters, such as "text/plain".`;
		if (!isObject(form) || !["text", "json", "image", "bytes", "form"].includes(String(form.kind)))
			return `The input "${mediaType}" must be text(), json(), image(), bytes() or form().`;
		if ((form.kind === "form") !== (mediaType === FORM_TYPE))
			return form.kind === "form"
				? `The input "${mediaType}" is a form(), which is only for ${FORM_TYPE}.`
				: `The input ${FORM_TYPE} must be a form().`;
		if (form.kind === "form") {
			const complaint = complainAboutParts(form.parts, parameters);
			if (complaint !== undefined) return complaint;
		} else if (form.types !== undefined || form.isOptional !== undefined)
			return `The input "${mediaType}" has types or optional(), which are only for the parts of a form.`;
		const wrong = complainAboutLong(form, mediaType);
		if (wrong !== undefined) return wrong;
		const isUnlimited = form.stream !== undefined && form.maxBytes === Number.POSITIVE_INFINITY;
		if (!isUnlimited && !(Number.isSafeInteger(form.maxBytes) && Number(form.maxBytes) >= 1))
			return `maxBytes of the input "${mediaType}" must be a whole number above 0${form.stream === undefined ? "" : " or Infinity"}.`;
		const kind = String(form.kind);
		if (!fitsKind(kind, mediaType))
			return `${kind}() takes ${KIND_TYPES[kind]}, and the input is "${mediaType}". Use bytes(), which takes any media type${inRun(kind)}.`;
	}
	return undefined;
}

/** Says what to change in how a form takes long inputs. */
function complainAboutLong({ kind, stream, maxLine }: Fields, mediaType: string): string | undefined {
	if (stream === undefined)
		return maxLine === undefined
			? undefined
			: `"${mediaType}" has maxLine without stream: "lines". Remove one, or add the other.`;
	if (stream !== "lines" && stream !== "chunks")
		return `stream of "${mediaType}" is ${JSON.stringify(stream)}, and must be "lines" or "chunks".`;
	if (kind !== "text" && kind !== "bytes")
		return `"${mediaType}" is ${String(kind)}(), which has no stream. Use text() or bytes().`;
	if (kind === "bytes" && stream === "lines")
		return `"${mediaType}" is bytes, which have no lines. Write stream: "chunks".`;
	if (maxLine === undefined) return undefined;
	if (stream !== "lines")
		return `"${mediaType}" has maxLine without stream: "lines". Remove one, or add the other.`;
	return Number.isSafeInteger(maxLine) && Number(maxLine) >= 1 && Number(maxLine) <= MOST_OUTPUT
		? undefined
		: `The maxLine of "${mediaType}" is not a number of bytes from 1 to ${MOST_OUTPUT}.`;
}

/** What to do with the bytes of a media type that no other form takes. */
function inRun(kind: string): string {
	if (kind === "image") return "";
	const text = "new TextDecoder().decode(input)";
	return kind === "text" ? `, and ${text} in run` : `, and parse ${text} in run`;
}

function complainAboutInvalidBy({ input, parameters }: Fields): string | undefined {
	const forms = Object.entries(input as Record<string, InputForm>);
	for (const [mediaType, { kind, invalidBy }] of [...forms, ...forms.flatMap(([, form]) => partsOf(form))]) {
		if (invalidBy === undefined) continue;
		if (kind !== "text" && kind !== "json")
			return `"${mediaType}" has invalidBy, which is only for text() and json().`;
		const member = properties((parameters ?? {}) as JsonSchema)[invalidBy];
		const values = enumeration(member ?? {});
		if (values?.length !== 2 || !values.includes("reject") || !values.includes("replace") || !member?.default)
			return `invalidBy names the parameter "${invalidBy}", which must be Type.Enum(["reject", "replace"], { default: "reject" }).`;
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
		return `The path is ${JSON.stringify(path)}, and must be the mill's name and parameters in braces, such as "${name}/{algorithm}".`;
	const names = pathParameters(path);
	if (new Set(names).size < names.length) return `The path "${path}" has a parameter more than once.`;
	const schema = (parameters ?? {}) as JsonSchema;
	const missing = names.find(
		(parameter) => !required(schema).includes(parameter) || properties(schema)[parameter]?.type === "array",
	);
	return (
		missing &&
		`The path parameter "${missing}" must be declared in parameters, neither optional nor an array.`
	);
}

function complainAboutProblems(problems: unknown): string | undefined {
	if (!isObject(problems)) return "problems must be an object of { code: { status, title, todo } }.";
	for (const [code, kind] of Object.entries(problems)) {
		if (!/^[a-z][a-z0-9-]*$/.test(code))
			return `The problem code "${code}" is not of the form [a-z][a-z0-9-]*.`;
		if (Object.hasOwn(PROBLEMS, code))
			return `The server itself uses the problem code "${code}". Choose another.`;
		if (!isObject(kind) || typeof kind.title !== "string" || typeof kind.todo !== "string")
			return `The problem "${code}" needs a title and a todo, both texts.`;
		if (!MILL_STATUSES.includes(Number(kind.status)))
			return `The status of the problem "${code}" is ${kind.status}, and must be one for bad input: ${alternatives(MILL_STATUSES.map(String))}.`;
	}
	return undefined;
}

/** A cycle cannot be defined: a mill exists only after those that it uses. */
function complainAboutUses(uses: unknown): string | undefined {
	if (!isObject(uses)) return "uses must be an object of mills, such as uses: { tokeniser }.";
	const wrong = Object.entries(uses).find(([, used]) => !isMill(used));
	if (wrong) return `"${wrong[0]}" in uses is not a mill that defineMill returned.`;
	const open = Object.entries(uses).find(([, used]) => missingSettings(used as Mill).length > 0);
	if (open)
		return `"${open[0]}" in uses needs the settings ${missingSettings(open[1] as Mill).join(", ")}. Only mills whose settings all have defaults can be used.`;
	const program = Object.entries(uses).find(([, used]) => (used as Mill).program);
	return (
		program &&
		`"${program[0]}" in uses runs command(…) or python(…), which a mill cannot use. Let callers call it.`
	);
}

function complainAboutRuntime(definition: Fields): string | undefined {
	const {
		needs = [],
		assets = [],
		deadline = 1,
		inline = false,
		keep = true,
		probe,
		prepare,
		load,
		run,
		runBatch,
		agrees,
		input,
	} = definition;
	if (
		!Array.isArray(needs) ||
		needs.some((need) => !["addons", "spawn", "wasi", "gpu", "cpu"].includes(need))
	)
		return `needs is ${JSON.stringify(needs)}, and must be a list of addons, spawn, wasi, gpu or cpu.`;
	if (needs.includes("cpu") && !needs.includes("gpu"))
		return 'needs has "cpu" without "gpu", and every mill can use the CPU. Remove it, or write ["gpu", "cpu"] if a GPU is used when there is one.';
	if (!Array.isArray(assets) || assets.some((asset) => !(asset instanceof URL) || asset.protocol !== "file:"))
		return 'assets must be file URLs, such as new URL("./weights.bin", import.meta.url).';
	const forms = Object.values(input as Record<string, InputForm>);
	if (forms.some(({ stream }) => stream !== undefined)) {
		if (runBatch !== undefined)
			return "An input that still comes is computed alone. Remove runBatch or stream.";
		if (programOf(run)) return "A program, or a function in Python, gets its whole input. Remove stream.";
	}
	// A long input has this time for each of its pieces.
	const largest = Math.max(...forms.map(({ maxBytes, stream }) => (stream ? PIECE : maxBytes)));
	const late = complainAboutDeadline(deadline, largest);
	if (late !== undefined) return late;
	if (typeof inline !== "boolean") return "inline must be true or false.";
	if (typeof keep !== "boolean") return "keep must be true or false.";
	if (probe !== undefined && typeof probe !== "function") return "probe must be a function.";
	if (prepare !== undefined && typeof prepare !== "function") return "prepare must be a function.";
	if (prepare !== undefined && load === undefined)
		return "prepare writes files for load, and there is no load. Add it, or remove prepare.";
	if (load !== undefined && typeof load !== "function") return "load must be a function.";
	if (agrees !== undefined && typeof agrees !== "function") return "agrees must be a function.";
	if (typeof run !== "function") return "run must be a function: (input, { parameters }) => output.";
	if (isGenerator(runBatch))
		return "runBatch is a generator, and must return the outputs of a batch at once. Write it without the *.";
	return isGenerator(run) && definition.parts === undefined
		? 'run is a generator, and the definition does not say which member it yields. Add parts: "member", or write it without the *, and return the whole output.'
		: undefined;
}
