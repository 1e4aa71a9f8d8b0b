import { Buffer } from "node:buffer";
import { isObject } from "../core/is-object.js";
import { parseMediaType } from "../core/media-type.js";
import { curlCalls } from "./curl-lines.js";
import { greyPicture, isJpeg, withComment } from "./jpeg.js";
import { at, bytesOf, type JsonObject, objectsIn, readJson } from "./json.js";
import type { Random } from "./random.js";
import type { Input, Subject } from "./subject.js";

/** So many inputs are enough for every probe, and are all that is tried. */
export const ENOUGH = 4;
const MOST_BYTES = 256 * 1024;

/** The examples that a schema document names: `examples` beside `contentMediaType`, or in `$defs.input`. */
export function schemaExamples(schema: JsonObject): Input[] {
	const found: Input[] = [];
	for (const object of objectsIn(at(schema, "$defs") ?? at(schema, "definitions"))) {
		const mediaType = object.contentMediaType;
		if (typeof mediaType !== "string" || !Array.isArray(object.examples)) continue;
		for (const example of object.examples) found.push(...inputOf(example, mediaType, "schema"));
	}
	return found;
}

/** The examples of an OpenAPI operation's request body. */
export function openApiExamples(operation: JsonObject): Input[] {
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

/** The examples that a description shows as curl lines for this tool. */
export function describedExamples(markdown: string, { mill, tool, mediaTypes }: Known): Input[] {
	return curlCalls(markdown).flatMap(({ url, mediaType = mediaTypes[0], body }) => {
		const address = URL.canParse(url, mill.href) ? new URL(url, mill) : undefined;
		if (mediaType === undefined || !address?.pathname.split("/").includes(tool)) return [];
		return body.byteLength > MOST_BYTES ? [] : [{ body, mediaType, origin: "description" }];
	});
}

type Known = Pick<Subject, "mill" | "tool" | "mediaTypes">;

/** An example as bytes: text and JSON can be; anything else in a JSON document is only about them. */
function inputOf(value: unknown, mediaType: string, origin: string): Input[] {
	if (value === undefined) return [];
	if (isJson(mediaType)) return [{ body: bytesOf(JSON.stringify(value)), mediaType, origin }];
	return typeof value === "string" && isText(mediaType) ? [{ body: bytesOf(value), mediaType, origin }] : [];
}

export function isText(mediaType: string): boolean {
	return mediaType.toLowerCase().startsWith("text/");
}

export function isJson(mediaType: string): boolean {
	return /^application\/(?:[\w.-]+\+)?json$/.test(parseMediaType(mediaType)?.essence ?? "");
}

/** Inputs for a media type of which no example is known. */
export function madeUp(mediaType: string): Input[] {
	const origin = "made up";
	const make = (body: Uint8Array): Input => ({ body, mediaType, origin });
	if (isText(mediaType)) return [make(bytesOf("The miller's daughter grinds rye and wheat.\n"))];
	if (isJson(mediaType)) return ["{}", "[]", '"rye"'].map((json) => make(bytesOf(json)));
	if (mediaType === "image/jpeg") return [make(greyPicture())];
	if (mediaType === "application/octet-stream") return [make(bytesOf("rye"))];
	return [];
}

/** A valid input that no server has seen, made from one that it takes; undefined where none can be made. */
export function variant(
	input: Input,
	random: Random,
): { readonly input: Input; readonly word: string } | undefined {
	const word = random.word();
	const made = (body: Uint8Array) => ({
		input: { ...input, body, origin: `${input.origin}, changed` },
		word,
	});
	if (isJpeg(input.body)) return made(withComment(input.body, word));
	if (isText(input.mediaType)) return made(Buffer.concat([input.body, bytesOf(` ${word}`)]));
	if (input.mediaType === "application/octet-stream") return made(Buffer.concat([input.body, bytesOf(word)]));
	if (!isJson(input.mediaType)) return undefined;
	const changed = withWord(readJson(Buffer.from(input.body)), word);
	return changed === undefined ? undefined : made(bytesOf(JSON.stringify(changed)));
}

/** The value with a word more in its first prose: a string of several words; another may be a name from a list. */
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
