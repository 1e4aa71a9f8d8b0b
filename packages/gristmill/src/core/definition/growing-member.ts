import { binaryMembers, countBinary } from "../schema/binary.js";
import { isObject } from "../schema/is-object.js";
import { type JsonSchema, properties, required } from "../schema/json-schema.js";
import type { RunOutput } from "../schema/typed-list.js";
import { isObjectSchema } from "./output-rules.js";
import { programOf } from "./program.js";

/** How a member grows: text by appending, a list item by item, bytes by chunks. */
export type Growth = "text" | "items" | "bytes";

/** The member of an output that comes in parts. */
export interface GrowingMember {
	readonly name: string;
	readonly growth: Growth;
	/** The schema of each part; undefined for bytes. */
	readonly part: JsonSchema | undefined;
	/** The schema of the other members together. */
	readonly rest: JsonSchema;
}

/** One part of a member. */
export type PartOf<Member> = Member extends Uint8Array
	? Uint8Array
	: Member extends readonly (infer Item)[]
		? RunOutput<Item>
		: string;

/** What a generator returns at its end: the other members, or nothing if there are none. */
export type RestOf<Output, Member extends keyof Output> = keyof Output extends Member
	? // biome-ignore lint/suspicious/noConfusingVoidType: a generator without a return statement returns void.
		void
	: Omit<RunOutput<Output>, Member>;

/** The growing member of a checked output schema. */
export function growingMember(output: JsonSchema, name: string): GrowingMember {
	const schema = properties(output)[name] as JsonSchema;
	const { [name]: _, ...others } = properties(output);
	const rest = { ...output, properties: others, required: required(output).filter((one) => one !== name) };
	const growth = growthOf(schema) as Growth;
	const part = growth === "items" ? (schema.items as JsonSchema) : { type: "string" };
	return { name, growth, part: growth === "bytes" ? undefined : part, rest };
}

function growthOf(schema: JsonSchema): Growth | undefined {
	if (schema.contentEncoding === "base64") return "bytes";
	if (schema.type === "string" && schema.enum === undefined && schema.const === undefined) return "text";
	return schema.type === "array" && isObject(schema.items) ? "items" : undefined;
}

/** Words that tell and demand nothing. */
const TELLING = ["title", "description", "examples", "default", "$comment"];
const OF_OUTPUT = [...TELLING, "type", "properties", "required", "additionalProperties"];
const OF_MEMBER: Readonly<Record<Growth, readonly string[]>> = {
	text: [...TELLING, "type"],
	items: [...TELLING, "type", "items"],
	bytes: [...TELLING, "type", "contentEncoding", "contentMediaType", "x-media-types"],
};

/** Says what to change in `parts`; undefined if it fits the output, which is an object schema. */
export function complainAboutGrowing({
	parts,
	output,
	run,
}: Readonly<Record<string, unknown>>): string | undefined {
	if (parts === undefined || !isObjectSchema(output)) return undefined;
	const schema = typeof parts === "string" ? properties(output)[parts] : undefined;
	if (schema === undefined)
		return `Name a member of the output in parts: ${JSON.stringify(parts)} is none. It has ${Object.keys(properties(output)).join(", ")}.`;
	if (!required(output).includes(String(parts)))
		return `Make the member "${parts}" not optional: an answer whose parts are none has it empty.`;
	const growth = growthOf(schema);
	if (!growth)
		return `Let parts name text, a list or binary(): "${parts}" cannot grow, because it is none of them.`;
	if (growth !== "bytes" && countBinary(schema) > 0)
		return `Let parts name a list without binary(): "${parts}" has bytes in its items.`;
	if (growth === "bytes" && binaryMembers(output).length > 1)
		return `Keep one binary() in the output: "${parts}" comes in parts, and the others would come in its last line.`;
	const demand =
		Object.keys(schema).find((keyword) => !OF_MEMBER[growth].includes(keyword)) ??
		Object.keys(output).find((keyword) => !OF_OUTPUT.includes(keyword));
	if (demand !== undefined)
		return `Remove "${demand}" from the output: "${parts}" is sent part by part, before the whole could be checked.`;
	if (growth === "items" && mayBeginWithDollar(schema.items as JsonSchema))
		return `Give the items of "${parts}" a type without members that begin with $: such a line would end the stream.`;
	if (typeof run === "function" && !isGenerator(run) && !programOf(run))
		return `Write run as a generator that yields the parts of "${parts}": async *run(input, { parameters }) { yield …; }.`;
	return undefined;
}

/** Whether a part may be an object with a member such as `$end`, which stands for the end of a stream. */
function mayBeginWithDollar(item: JsonSchema): boolean {
	const { anyOf, oneOf, allOf, enum: values, const: value, type } = item;
	const some = anyOf ?? oneOf;
	if (Array.isArray(some)) return some.some(mayBeginWithDollar);
	if (Array.isArray(allOf)) return allOf.some(mayBeginWithDollar);
	if (values !== undefined || value !== undefined)
		return JSON.stringify(values ?? value).includes('"$') && type !== "string";
	if (type === undefined) return true;
	if (type !== "object" && !(Array.isArray(type) && type.includes("object"))) return false;
	const isMap = isObject(item.patternProperties) || (item.additionalProperties ?? false) !== false;
	return isMap || Object.keys(properties(item)).some((name) => name.startsWith("$"));
}

export function isGenerator(code: unknown): boolean {
	return /^\[object (?:Async)?GeneratorFunction\]$/.test(Object.prototype.toString.call(code));
}

/** Joins parts to the answer that they are. */
export class Fold {
	readonly #growing: GrowingMember;
	readonly #output: JsonSchema;
	readonly #parts: unknown[] = [];
	#length = 0;

	constructor(growing: GrowingMember, output: JsonSchema) {
		this.#growing = growing;
		this.#output = output;
	}

	/** A lower bound of the bytes that the answer takes. */
	get least(): number {
		return this.#length;
	}

	add(part: unknown): void {
		// An author may reuse the array.
		const kept = part instanceof Uint8Array ? part.slice() : part;
		this.#parts.push(kept);
		this.#length += this.#growing.growth === "items" ? 2 : (part as string | Uint8Array).length;
	}

	/** The answer, with its members in the order of the schema. */
	whole(rest: Readonly<Record<string, unknown>>): object {
		const answer: Record<string, unknown> = {};
		for (const name of Object.keys(properties(this.#output))) {
			if (name === this.#growing.name) answer[name] = this.#member();
			else if (rest[name] !== undefined) answer[name] = rest[name];
		}
		return answer;
	}

	#member(): unknown {
		const { growth } = this.#growing;
		if (growth === "items") return this.#parts;
		if (growth === "text") return this.#parts.join("");
		const bytes = new Uint8Array(this.#length);
		let at = 0;
		for (const part of this.#parts as Uint8Array[]) {
			bytes.set(part, at);
			at += part.length;
		}
		return bytes;
	}
}
