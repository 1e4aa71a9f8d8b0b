import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { base64Members } from "../core/schema/base64-members.js";
import { binary, defineMill, Type, text } from "../index.js";
import { schemaWithoutBytes, takeBytes } from "./binary-result.js";

const mill = defineMill({
	name: "binder",
	version: "1.0.0",
	summary: "Binds pages.",
	input: { "text/plain": text() },
	output: Type.Object({
		cover: binary("image/png"),
		sound: Type.Optional(binary("audio/wav")),
		pages: Type.Array(binary("application/pdf")),
		files: Type.Array(Type.Object({ name: Type.String(), table: binary("text/csv") })),
		size: Type.Integer(),
	}),
	run: () => {
		throw new Error("never called");
	},
});

const base64 = (data: string) => Buffer.from(data).toString("base64");
const nameOf = (data: string) => `ni:///sha-256;${createHash("sha256").update(data).digest("base64url")}`;

test("each binary member is a block of its kind, and the rest of the result stays", () => {
	const result = {
		cover: base64("cover"),
		sound: base64("sound"),
		pages: [base64("one"), base64("two")],
		files: [{ name: "a", table: base64("x,y") }],
		size: 5,
	};
	const resource = (data: string, mimeType: string, more: object) => ({
		type: "resource",
		resource: { uri: nameOf(data), mimeType, ...more },
	});
	const member = (place: string) => ({ _meta: { "gristmill/member": place } });
	assert.deepEqual(takeBytes(result, mill.binary), [
		{ type: "image", data: base64("cover"), mimeType: "image/png", ...member("/cover") },
		{ type: "audio", data: base64("sound"), mimeType: "audio/wav", ...member("/sound") },
		{ ...resource("one", "application/pdf", { blob: base64("one") }), ...member("/pages/0") },
		{ ...resource("two", "application/pdf", { blob: base64("two") }), ...member("/pages/1") },
		{ ...resource("x,y", "text/csv", { text: "x,y" }), ...member("/files/0/table") },
	]);
	assert.deepEqual(result, { files: [{ name: "a" }], size: 5 });
});

test("an absent member is no block", () => {
	const result = { cover: base64("cover"), pages: [], files: [], size: 0 };
	assert.equal(takeBytes(result, mill.binary)?.length, 1);
});

test("text that is not UTF-8 stays bytes", () => {
	const latin = Buffer.from([0xe9]).toString("base64");
	const [block] =
		takeBytes({ table: latin }, [{ path: ["table"], mediaTypes: ["text/csv"], optional: false }]) ?? [];
	assert.equal(block?.type === "resource" && "blob" in block.resource && block.resource.blob, latin);
});

test("base64 of other servers is rewritten as clients expect it, or refused", () => {
	const members = [{ path: ["image"], mediaTypes: ["image/png"], optional: false }];
	const [block] = takeBytes({ image: "-_8" }, members) ?? [];
	assert.equal(block?.type === "image" && block.data, "+/8=");
	assert.equal(takeBytes({ image: "no base64!" }, members), undefined);
	assert.equal(takeBytes({ image: 7 }, members), undefined);
});

test("the schema without bytes describes what is left", () => {
	assert.deepEqual(JSON.parse(JSON.stringify(schemaWithoutBytes(mill.output, mill.binary))), {
		type: "object",
		properties: {
			files: {
				type: "array",
				items: {
					type: "object",
					properties: { name: { type: "string" } },
					required: ["name"],
					additionalProperties: false,
				},
			},
			size: { type: "integer" },
		},
		required: ["files", "size"],
		additionalProperties: false,
	});
});

test("a schema document tells the same binary members as the definition", () => {
	assert.deepEqual(base64Members(JSON.parse(JSON.stringify(mill.output))), mill.binary);
	assert.deepEqual(base64Members({ type: "string", contentEncoding: "base64" }), []);
	assert.deepEqual(base64Members(null), []);
});
