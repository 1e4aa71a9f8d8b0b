import { Buffer } from "node:buffer";
import { base64Members } from "../../core/schema/base64-members.js";
import { mapBinary } from "../../core/schema/binary-values.js";
import { isObject } from "../../core/schema/is-object.js";
import { beginsAs } from "../inputs/signatures.js";
import { fail, pass, Skipped, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { areComparable, noDifferenceIn, same } from "../probe/sameness.js";
import { anySchema } from "../schema/documents.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { at } from "../wire/json.js";
import { goodCall, whole } from "./ground.js";

const NO_BYTES = "the schema declares no bytes in the result";
/** A document may list any number of types. */
const MOST_TYPES = 8;
/** Media types of whole results. Their schema may be null, too: there is none for XML, for example. */
const WHOLE = /^application\/(?:json|xml|(?:[\w.-]+\+)?json)$/;

/** The media types in which the bytes can be had alone: those of the result that have no schema. */
async function rawTypes(context: RowContext): Promise<string[]> {
	await goodCall(context);
	const schema = (await anySchema(context))?.schema;
	if (base64Members(schema).length === 0) throw new Skipped(NO_BYTES);
	const content = at(schema, "$defs", "operation", "const", "responses", "200");
	const types = Object.entries(isObject(content) ? content : {})
		.filter(([type, about]) => about === null && /^[\w.+-]+\/[\w.+-]+$/.test(type) && !WHOLE.test(type))
		.map(([type]) => type.toLowerCase());
	if (types.length === 0) throw new Skipped("the bytes are not offered alone");
	return types.slice(0, MOST_TYPES);
}

/** The bytes alone, in each of their media types. */
async function rawCalls(context: RowContext): Promise<(readonly [type: string, ProbeExchange])[]> {
	const calls: (readonly [string, ProbeExchange])[] = [];
	for (const type of await rawTypes(context))
		calls.push([type, await context.call({ headers: { Accept: type } })]);
	return calls;
}

/** The answers of `rawCalls`, if they are what O17 demands. */
async function goodRawCalls(context: RowContext): Promise<(readonly [type: string, ProbeExchange])[]> {
	const calls = await rawCalls(context);
	if (calls.every(([type, exchange]) => isRaw(type, exchange))) return calls;
	throw new Skipped("the bytes are not answered (O17)");
}

function isRaw(type: string, { status, type: sent, reply }: ProbeExchange): boolean {
	return status === 200 && sent === type && reply.body.length > 0;
}

/** The members in base64 of the plain call's result. */
async function encoded(
	context: RowContext,
): Promise<{ readonly place: string; readonly mediaType: string; readonly value: unknown }[]> {
	const exchange = await goodCall(context);
	const members = base64Members((await anySchema(context))?.schema);
	if (members.length === 0) throw new Skipped(NO_BYTES);
	const { json } = whole(exchange);
	if (json === undefined) throw new Skipped("no JSON (O2)");
	const found: { place: string; mediaType: string; value: unknown }[] = [];
	mapBinary(json, members, (value, { mediaTypes: [mediaType = ""] }, place) => {
		found.push({ place, mediaType, value });
		return value;
	});
	return found;
}

/** Strict base64 (RFC 4648 §4) as bytes; undefined if it is none. */
function decoded(value: unknown): Buffer | undefined {
	if (typeof value !== "string" || value.length % 4 > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
		return undefined;
	return Buffer.from(value, "base64");
}

const BEGIN = "Send bytes of the type that the answer names.";

/** O17 to O21: bytes in results. */
export const BYTES_ROWS: readonly Row[] = [
	{
		id: "O17",
		level: "MUST",
		title: "Bytes can be had alone",
		how: "call with each media type that the schema lists without a schema: 200, this type, not empty",
		check: async (context) => {
			const bad = (await rawCalls(context)).find(([type, exchange]) => !isRaw(type, exchange));
			if (!bad) return pass();
			const [type, exchange] = bad;
			const found = exchange.reply.body.length > 0 ? exchange.line : `${exchange.line} and no bytes`;
			return fail(found, `Answer with the bytes as ${type}, or do not list this type.`);
		},
	},
	{
		id: "O18",
		level: "MUST",
		title: "Bytes begin as their media type demands",
		how: "the bytes alone and those in JSON: they begin like a PNG, a PDF, …",
		check: async (context) => {
			const inJson = (await encoded(context)).map(
				({ place, mediaType, value }) => [mediaType, decoded(value), `${place} in JSON`] as const,
			);
			const alone = await goodRawCalls(context).catch((error: unknown) => {
				if (error instanceof Skipped) return [];
				throw error;
			});
			const all = [...inJson, ...alone.map(([type, { reply, line }]) => [type, reply.body, line] as const)];
			const judged = all.map(([type, bytes]) => (bytes?.length ? beginsAs(type, bytes) : undefined));
			const [type, bytes, what] = all[judged.indexOf(false)] ?? [];
			if (bytes)
				return fail(`${what}: the bytes do not begin like ${type}: ${bytes.toString("hex", 0, 8)}`, BEGIN);
			return judged.includes(true) ? pass() : skip("no media type of the bytes has a known beginning");
		},
	},
	{
		id: "O19",
		level: "MUST",
		title: "Bytes in JSON are base64",
		how: "call: each member with contentEncoding base64 is padded base64 without line breaks, and not empty",
		check: async (context) => {
			const bad = (await encoded(context)).find(({ value }) => !decoded(value)?.length);
			if (!bad) return pass();
			const found = printable(JSON.stringify(bad.value) ?? "missing", 60);
			return fail(`${bad.place} is ${found}`, "Write the bytes in base64 (RFC 4648 §4).");
		},
	},
	{
		id: "O20",
		level: "SHOULD",
		title: "A type of bytes that is not offered gives 406",
		how: "call with Accept: image/x-nonsense, or of the kind of the bytes: 406",
		check: async (context) => {
			const [first = ""] = await rawTypes(context);
			const exchange = await context.call({
				headers: { Accept: `${first.slice(0, first.indexOf("/"))}/x-nonsense` },
			});
			return exchange.status === 406
				? pass()
				: fail(exchange.line, "Answer 406: the caller would take the content for the type it asked for.");
		},
	},
	{
		id: "O21",
		level: "SHOULD",
		title: "Bytes alone have Vary: Accept",
		how: "call for the bytes alone: Vary lists Accept",
		check: async (context) => {
			const bad = (await goodRawCalls(context)).find(([, exchange]) => {
				const vary = exchange.list("vary");
				return !vary.includes("accept") && !vary.includes("*");
			});
			if (!bad) return pass();
			const [, exchange] = bad;
			return fail(
				`${exchange.line}, and Vary is ${printable(exchange.field("vary") ?? "missing")}`,
				"List Accept in Vary. The same call has other answers (RFC 9110 §12.5.5).",
			);
		},
	},
];

/** P20: the same bytes for the same input. */
export const BYTES_PURITY_ROWS: readonly Row[] = [
	{
		id: "P20",
		level: "MUST",
		title: "The same input gives the same bytes",
		how: "each media type of the bytes twice more, each on its own connection: identical",
		check: async (context) => {
			const calls = await goodRawCalls(context);
			const compared: ProbeExchange[] = [];
			for (const [type, first] of calls)
				for (let i = 0; i < 2; i++) {
					const other = await context.callAfresh({ headers: { Accept: type } });
					if (!areComparable(other)) continue;
					compared.push(other);
					if (!same(first, other))
						return fail(
							`the same input as ${type}: ${first.reply.body.length} bytes, then ${other.status === 200 ? `${other.reply.body.length} others` : other.answer}`,
							SAME_BYTES,
						);
				}
			return noDifferenceIn(compared, 2 * calls.length);
		},
	},
];

const SAME_BYTES =
	"Write the same bytes each time: no date, no random id, no encoder whose output depends on the number of threads.";
