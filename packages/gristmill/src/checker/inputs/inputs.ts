import { Buffer } from "node:buffer";
import { isJsonType } from "../../core/http-words/media-type.js";
import { isObject } from "../../core/schema/is-object.js";
import type { Random } from "../probe/random.js";
import type { ProbeInput, Subject } from "../probe/subject.js";
import type { ProbeExchange } from "../wire/exchange.js";
import { at, bytesOf, type JsonObject, objectsIn, readJson } from "../wire/json.js";
import { curlCalls } from "./curl-lines.js";
import { greyPicture, isJpeg, withComment } from "./jpeg.js";

/** The number of inputs to look for. It is enough for every probe. */
export const ENOUGH = 4;
/** Each input is sent hundreds of times. */
const MOST_BYTES = 256 * 1024;

/** The examples in a schema document: `examples` beside `contentMediaType`, or in `$defs.input`. */
export function schemaExamples(schema: JsonObject): ProbeInput[] {
	const found: ProbeInput[] = [];
	for (const object of inputObjects(schema)) {
		const mediaType = object.contentMediaType;
		if (typeof mediaType !== "string" || !Array.isArray(object.examples)) continue;
		for (const example of object.examples) found.push(...inputOf(example, mediaType, "schema"));
	}
	return found;
}

/** The objects of a schema document that may describe an input. The parts of a form are not inputs by themselves. */
export function inputObjects(schema: JsonObject | undefined): JsonObject[] {
	const all = [...objectsIn(at(schema, "$defs") ?? at(schema, "definitions"))];
	const forms = all.filter(({ contentMediaType }) => contentMediaType === "multipart/form-data");
	const parts = new Set(forms.flatMap(({ properties }) => [...objectsIn(properties)]));
	return all.filter((object) => !parts.has(object));
}

/** The examples of an OpenAPI operation's request body. */
export function openApiExamples(operation: JsonObject): ProbeInput[] {
	const content = at(operation, "requestBody", "content");
	if (!isObject(content)) return [];
	return Object.entries(content).flatMap(([mediaType, media]) => {
		const named = at(media, "examples");
		const values = [
			at(media, "example"),
			...(isObject(named) ? Object.values(named).map((one) => at(one, "value")) : []),
			...[at(media, "schema", "examples")].flat(),
			at(media, "schema", "example"),
		];
		return values.flatMap((value) => inputOf(value, mediaType, "OpenAPI document"));
	});
}

/** The examples in a description: its curl commands for this tool. */
export function describedExamples(markdown: string, { mill, tool, mediaTypes }: Known): ProbeInput[] {
	return curlCalls(markdown).flatMap(({ url, mediaType = mediaTypes[0], body }) => {
		const address = URL.canParse(url, mill.href) ? new URL(url, mill) : undefined;
		if (mediaType === undefined || !address?.pathname.split("/").includes(tool)) return [];
		return body.byteLength > MOST_BYTES ? [] : [{ body, mediaType, origin: "description" }];
	});
}

/** The origin of an input that the server sends at `$example`. */
export const SERVED = "$example";

/** The input at `$example`. Unlike other documents, it can be any bytes. */
export function servedExample(
	exchange: ProbeExchange | undefined,
	{ mediaTypes }: Pick<Subject, "mediaTypes">,
): ProbeInput[] {
	if (!exchange) return [];
	const { status, type, reply } = exchange;
	const mediaType = exchange.field("content-type") ?? "";
	const isWhole = status === 200 && reply.ending === "whole" && reply.body.byteLength <= MOST_BYTES;
	// A server may answer every URL with the same page.
	const isInput = mediaTypes.some((one) => one.toLowerCase() === type);
	return isWhole && isInput ? [{ body: reply.body, mediaType, origin: SERVED }] : [];
}

type Known = Pick<Subject, "mill" | "tool" | "mediaTypes">;

/** An example as bytes. A JSON document can contain text and JSON, but no other bytes. */
function inputOf(value: unknown, mediaType: string, origin: string): ProbeInput[] {
	if (value === undefined) return [];
	if (isJsonType(mediaType)) return [{ body: bytesOf(JSON.stringify(value)), mediaType, origin }];
	return typeof value === "string" && isText(mediaType) ? [{ body: bytesOf(value), mediaType, origin }] : [];
}

export function isText(mediaType: string): boolean {
	return mediaType.toLowerCase().startsWith("text/");
}

/** Generated inputs for a media type without examples. */
export function madeUp(mediaType: string): ProbeInput[] {
	const origin = "generated";
	const make = (body: Uint8Array): ProbeInput => ({ body, mediaType, origin });
	if (isText(mediaType)) return [make(bytesOf("The miller's daughter grinds rye and wheat.\n"))];
	if (isJsonType(mediaType)) return ["{}", "[]", '"rye"'].map((json) => make(bytesOf(json)));
	if (mediaType === "image/jpeg") return [make(greyPicture())];
	if (mediaType === "application/octet-stream") return [make(bytesOf("rye"))];
	return [];
}

/** A new valid input, made from an accepted one; undefined if none can be made. */
export function variant(
	input: ProbeInput,
	random: Random,
): { readonly input: ProbeInput; readonly word: string } | undefined {
	const word = random.word();
	const made = (body: Uint8Array) => ({
		input: { ...input, body, origin: `${input.origin}, changed` },
		word,
	});
	if (isJpeg(input.body)) return made(withComment(input.body, word));
	if (isText(input.mediaType)) return made(Buffer.concat([input.body, bytesOf(` ${word}`)]));
	if (input.mediaType === "application/octet-stream") return made(Buffer.concat([input.body, bytesOf(word)]));
	if (!isJsonType(input.mediaType)) return undefined;
	const changed = withWord(readJson(Buffer.from(input.body)), word);
	return changed === undefined ? undefined : made(bytesOf(JSON.stringify(changed)));
}

/** Adds a word to the first string with several words. A single word may be an enum value. */
function withWord(value: unknown, word: string): unknown {
	if (typeof value === "string") return value.includes(" ") ? `${value} ${word}` : undefined;
	if (typeof value !== "object" || value === null) return undefined;
	for (const [key, member] of Object.entries(value)) {
		const changed = withWord(member, word);
		if (changed === undefined) continue;
		if (Array.isArray(value)) return value.map((one, i) => (String(i) === key ? changed : one));
		return { ...value, [key]: changed };
	}
	return undefined;
}
