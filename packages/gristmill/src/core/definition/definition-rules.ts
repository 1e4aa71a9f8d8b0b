import { closest } from "../closest.js";
import { complainAboutDeadline } from "../deadline.js";
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
	"output", "maxOutput", "problems", "examples", "agrees", "needs", "assets", "deprecated", "deadline", "inline", "uses", "prepare",
	"load", "run", "runBatch", "batch", "parts",
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
		if (unknown === undefined) return undefined;
		const hint = closest(unknown, KEYS);
		const end = hint ? `Did you mean "${hint}"?` : `Known keys: ${KEYS.join(", ")}.`;
		return `Remove the unknown key "${unknown}". ${end}`;
	},
	({ version }) =>
		typeof version === "string" && /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version)
			? undefined
			: `Give a version of the form 1.0.0: ${version === undefined ? "there is none" : JSON.stringify(version)}.`,
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
	complainAboutSchemas,
	({ input, parameters }) =>
		complainAboutInput(input, Object.keys(properties((parameters ?? {}) as JsonSchema))),
	({ parameters }) =>
		parameters === undefined
			? undefined
			: isObjectSchema(parameters)
				? complainAboutParameters(parameters)
				: "Write the parameters as Type.Object({ … }).",
	({ settings }) => (settings === undefined ? undefined : complainAboutSettings(settings)),
	complainAboutInvalidBy,
	complainAboutPath,
	({ output }) => complainAboutOutput(output),
	complainAboutGrowing,
	({ maxOutput = 1 }) =>
		Number.isSafeInteger(maxOutput) && Number(maxOutput) >= 1 && Number(maxOutput) <= MOST_OUTPUT
			? undefined
			: `Set maxOutput to a number of bytes from 1 to ${MOST_OUTPUT}: ${JSON.stringify(maxOutput)}.`,
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
		return 'Give at least one input, such as input: { "text/plain": text() }.';
	if (typeof input.kind === "string")
		return `Write the media type before ${input.kind}(), as in input: { "text/plain": text() }.`;
	for (const [mediaType, form] of Object.entries(input)) {
		const parsed = parseMediaType(mediaType);
		if (!parsed || parsed.essence !== mediaType || mediaType.includes("*"))
			return `Name the input by its media type, such as "text/plain", in lower case and without parameters: "${mediaType}".`;
		if (!isObject(form) || !["text", "json", "image", "bytes", "form"].includes(String(form.kind)))
			return `Describe the input with text(), json(), image(), bytes() or form(): "${mediaType}".`;
		if ((form.kind === "form") !== (mediaType === FORM_TYPE))
			return `Use form() for ${FORM_TYPE}, and only for it: "${mediaType}".`;
		if (form.kind === "form") {
			const complaint = complainAboutParts(form.parts, parameters);
			if (complaint !== undefined) return complaint;
		} else if (form.types !== undefined || form.isOptional !== undefined)
			return `Use types and optional() for the parts of a form only: "${mediaType}".`;
		const wrong = complainAboutLong(form, mediaType);
		if (wrong !== undefined) return wrong;
		const isUnlimited = form.stream !== undefined && form.maxBytes === Number.POSITIVE_INFINITY;
		if (!isUnlimited && !(Number.isSafeInteger(form.maxBytes) && Number(form.maxBytes) >= 1))
			return `Set maxBytes to a positive integer${form.stream === undefined ? "" : " or Infinity"}: "${mediaType}".`;
		const kind = String(form.kind);
		if (!fitsKind(kind, mediaType))
			return `${kind}() takes ${KIND_TYPES[kind]}, and the input is "${mediaType}". Use bytes(), which takes any media type${inRun(kind)}.`;
	}
	return undefined;
}

/** Says what to change in how a form takes long inputs. */
function complainAboutLong({ kind, stream, maxLine }: Fields, mediaType: string): string | undefined {
	if (stream === undefined)
		return maxLine === undefined ? undefined : `Use maxLine with stream: "lines" only: "${mediaType}".`;
	if (stream !== "lines" && stream !== "chunks")
		return `Write stream as "lines" or "chunks": "${mediaType}" has ${JSON.stringify(stream)}.`;
	if (kind !== "text" && kind !== "bytes")
		return `Use stream with text() and bytes() only: "${mediaType}" is ${String(kind)}().`;
	if (kind === "bytes" && stream === "lines")
		return `Write stream: "chunks": bytes have no lines: "${mediaType}".`;
	if (maxLine === undefined) return undefined;
	if (stream !== "lines") return `Use maxLine with stream: "lines" only: "${mediaType}".`;
	return Number.isSafeInteger(maxLine) && Number(maxLine) >= 1 && Number(maxLine) <= MOST_OUTPUT
		? undefined
		: `Set maxLine to a number of bytes from 1 to ${MOST_OUTPUT}: "${mediaType}".`;
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

/** A cycle cannot be defined: a mill exists only after those that it uses. */
function complainAboutUses(uses: unknown): string | undefined {
	if (!isObject(uses)) return "Write uses as an object of mills, such as uses: { tokeniser }.";
	const wrong = Object.entries(uses).find(([, used]) => !isMill(used));
	if (wrong) return `Give uses mills that defineMill made: "${wrong[0]}" is none.`;
	const open = Object.entries(uses).find(([, used]) => missingSettings(used as Mill).length > 0);
	if (open)
		return `Use mills whose settings all have defaults: "${open[0]}" needs ${missingSettings(open[1] as Mill).join(", ")}.`;
	const program = Object.entries(uses).find(([, used]) => (used as Mill).program);
	return (
		program &&
		`Remove "${program[0]}" from uses, and let callers call it: uses takes no mill whose run is command(…) or python(…).`
	);
}

function complainAboutRuntime(definition: Fields): string | undefined {
	const {
		needs = [],
		assets = [],
		deadline = 1,
		inline = false,
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
		return `Choose needs among addons, spawn, wasi, gpu and cpu: ${JSON.stringify(needs)}.`;
	if (needs.includes("cpu") && !needs.includes("gpu"))
		return 'Every mill can use the CPU, and needs says "cpu" without "gpu". Remove it, or write ["gpu", "cpu"] if the mill uses a GPU where there is one.';
	if (!Array.isArray(assets) || assets.some((asset) => !(asset instanceof URL) || asset.protocol !== "file:"))
		return 'Give assets as file URLs, such as new URL("./weights.bin", import.meta.url).';
	const forms = Object.values(input as Record<string, InputForm>);
	if (forms.some(({ stream }) => stream !== undefined)) {
		if (runBatch !== undefined)
			return "Remove runBatch or stream: an input that still comes is computed alone.";
		if (inline === true) return "Remove inline or stream: a long input is not computed on the event loop.";
		if (programOf(run)) return "Remove stream: a program, or a function in Python, gets its whole input.";
	}
	// A long input has this time for each of its pieces.
	const largest = Math.max(...forms.map(({ maxBytes, stream }) => (stream ? PIECE : maxBytes)));
	const late = complainAboutDeadline(deadline, largest);
	if (late !== undefined) return late;
	if (typeof inline !== "boolean") return "Give inline as true or false.";
	if (prepare !== undefined && typeof prepare !== "function") return "Write prepare as a function.";
	if (prepare !== undefined && load === undefined)
		return "Add load, or remove prepare: only load gets the files that prepare writes.";
	if (load !== undefined && typeof load !== "function") return "Write load as a function.";
	if (agrees !== undefined && typeof agrees !== "function") return "Write agrees as a function.";
	if (typeof run !== "function") return "Write run as a function: (input, { parameters }) => output.";
	if (isGenerator(runBatch))
		return "runBatch is a generator, and a batch returns its whole outputs at once. Write it without the *, and return them.";
	return isGenerator(run) && definition.parts === undefined
		? 'run is a generator, and the definition does not say which member it yields. Add parts: "member", or write it without the *, and return the whole output.'
		: undefined;
}
