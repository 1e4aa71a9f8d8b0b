import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { asBuffer } from "../core/as-buffer.js";
import { type BinaryMember, EACH } from "../core/schema/binary.js";
import { mapBinary } from "../core/schema/binary-values.js";
import { type JsonSchema, properties, required } from "../core/schema/json-schema.js";
import { fromBase64 } from "./arguments/base64.js";

type Block = CallToolResult["content"][number];

/** The schema of a result without its binary members. A client gets those as content blocks. */
export function schemaWithoutBytes(schema: JsonSchema, members: readonly BinaryMember[]): JsonSchema {
	return members.reduce((rest, { path }) => cutSchema(rest, removedAt(path)), schema);
}

/** Takes the binary members out of a parsed result and returns them as content blocks; undefined if one is not base64. */
export function takeBytes(result: object, members: readonly BinaryMember[]): Block[] | undefined {
	const blocks: (Block | undefined)[] = [];
	mapBinary(result, members, (value, { mediaTypes: [type = ANY] }, place) => {
		blocks.push(typeof value === "string" ? blockOf(value, type, place) : undefined);
		return value;
	});
	for (const { path } of members) cutValue(result, removedAt(path));
	return blocks.every((block) => block !== undefined) ? blocks : undefined;
}

const ANY = "application/octet-stream";

/** A list of bytes goes as a whole: without them its elements are nothing. */
function removedAt(path: readonly string[]): readonly string[] {
	return path.slice(0, path.findLastIndex((step) => step !== EACH) + 1);
}

function cutSchema(schema: JsonSchema, [step = "", ...rest]: readonly string[]): JsonSchema {
	if (step === EACH) return { ...schema, items: cutSchema(schema.items as JsonSchema, rest) };
	const { [step]: member = {}, ...others } = properties(schema);
	if (rest.length > 0)
		return { ...schema, properties: { ...properties(schema), [step]: cutSchema(member, rest) } };
	const { required: _, ...open } = schema;
	const needed = required(schema).filter((name) => name !== step);
	return { ...open, properties: others, ...(needed.length > 0 && { required: needed }) };
}

function cutValue(value: unknown, [step = "", ...rest]: readonly string[]): void {
	if (typeof value !== "object" || value === null) return;
	if (step === EACH) {
		if (Array.isArray(value)) for (const one of value) cutValue(one, rest);
	} else if (rest.length > 0) cutValue((value as Record<string, unknown>)[step], rest);
	else delete (value as Record<string, unknown>)[step];
}

/** The content block of some bytes. `_meta` says which member of the result they are, as a JSON Pointer. */
function blockOf(base64: string, mimeType: string, place: string): Block | undefined {
	const bytes = fromBase64(base64);
	if (!bytes) return undefined;
	// Clients know only the usual alphabet, with padding.
	const data = STRICT.test(base64) && base64.length % 4 === 0 ? base64 : asBuffer(bytes).toString("base64");
	const _meta = { "gristmill/member": place };
	if (mimeType.startsWith("image/")) return { type: "image", data, mimeType, _meta };
	if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType, _meta };
	const uri = nameOf(bytes);
	// A model can read text, but not its base64.
	return mimeType.startsWith("text/") && isUtf8(bytes)
		? { type: "resource", resource: { uri, mimeType, text: asBuffer(bytes).toString() }, _meta }
		: { type: "resource", resource: { uri, mimeType, blob: data }, _meta };
}

const STRICT = /^[A-Za-z0-9+/]*={0,2}$/;

/** A name made from the hash of the bytes (RFC 6920): the same name means the same bytes, and there is nothing to look up. */
function nameOf(bytes: Uint8Array): string {
	return `ni:///sha-256;${createHash("sha256").update(bytes).digest("base64url")}`;
}
