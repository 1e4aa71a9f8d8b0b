import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { MiB } from "../core/definition/limits.js";
import type { Mill } from "../index.js";
import { type Answer, ask, get, type Running, refused, served, start } from "../testing/server.js";

/** A mill of the tests' own, made by its module with this query. */
async function millOf(module: string): Promise<Mill> {
	return (await import(new URL(`../testing/mills/${module}`, import.meta.url).href)).default;
}
const giver = await millOf("byte-giver.js");
const site = served({ maxOutput: 100_000 }, { mills: [giver] });

const OFFERED = [
	"application/json",
	"application/hal+json",
	"application/xml",
	"image/gif",
	"image/png",
	"image/svg+xml",
];

interface Wanted {
	readonly accept?: string;
	readonly input?: string;
	readonly size?: number;
	readonly fields?: Readonly<Record<string, string>>;
	readonly method?: string;
}

function give(
	{ accept, input = "good", size = 20, fields, method = "POST" }: Wanted = {},
	{ url }: Running = site,
): Promise<Answer> {
	return ask(`${url}/byte-giver?size=${size}`, {
		method,
		body: Buffer.from(input),
		headers: { "Content-Type": "text/plain", Accept: accept, ...fields },
	});
}

for (const accept of [undefined, "*/*", "application/json", "application/json, image/gif"])
	test(`with Accept: ${accept} the bytes are in JSON, in base64`, async () => {
		const answer = await give({ accept });
		assert.equal(answer.headers.get("content-type"), "application/json");
		const { picture, wanted } = answer.json();
		assert.equal(Buffer.from(String(picture), "base64").toString("latin1", 0, 6), "GIF89a");
		assert.equal(wanted, "image/gif");
	});

for (const [accept, type] of [
	["image/gif", "image/gif"],
	["image/png", "image/png"],
	["image/*", "image/gif"],
	["image/gif;q=0.5, image/png", "image/png"],
	["image/webp, image/png;q=0.1", "image/png"],
	["application/json;q=0.9, image/png", "image/png"],
] as const)
	test(`with Accept: ${accept} the answer is ${type} alone`, async () => {
		const answer = await give({ accept });
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.headers.get("content-type"), type);
		assert.equal(answer.bytes.length, 20);
		assert.match(answer.bytes.toString("latin1"), type === "image/gif" ? /^GIF89a/ : /^\x89PNG/);
		assert.deepEqual(answer.list("vary"), ["Accept", "Accept-Encoding"]);
		assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
		assert.equal(answer.headers.get("accept-ranges"), null);
	});

test("a type that is not offered is 406, and the answer lists those that are", async () => {
	assert.deepEqual(refused(await give({ accept: "image/webp" }), 406, "not-acceptable").available, OFFERED);
});

test("HAL and XML have the bytes in base64", async () => {
	const hal = await give({ accept: "application/hal+json" });
	const { _links, ...output } = hal.json();
	assert.deepEqual(output, (await give()).json());
	assert.ok(_links);
	const xml = await give({ accept: "application/xml" });
	assert.match(xml.text, new RegExp(`<picture>${String(output.picture)}</picture>`));
	const schema = await get(`${site.url}/byte-giver/$schema?type=application/xml`);
	assert.match(schema.text, /<xs:element name="picture" type="xs:base64Binary"\/>/);
});

test("compressed types are not compressed again, others are", async () => {
	const fields = { "Accept-Encoding": "gzip" };
	const gif = await give({ accept: "image/gif", size: 50_000, fields });
	assert.equal(gif.headers.get("content-encoding"), null);
	assert.equal(gif.bytes.length, 50_000);
	const svg = await give({ accept: "image/svg+xml", size: 50_000, fields });
	assert.equal(svg.headers.get("content-encoding"), "gzip");
	assert.equal(gunzipSync(svg.bytes).length, 50_000);
});

test("a browser runs no script in bytes that could have one", async () => {
	assert.match(
		(await give({ accept: "image/svg+xml" })).headers.get("content-security-policy") ?? "",
		/^sandbox/,
	);
	assert.equal((await give({ accept: "image/gif" })).headers.get("content-security-policy"), null);
});

for (const [input, reason] of [
	["empty", /\/picture has no bytes/],
	["detached", /\/picture is detached/],
	["stream", /\/picture must be a Uint8Array: it is a stream/],
	["buffer", /\/picture must be a Uint8Array: it is an ArrayBuffer/],
	["list", /\/picture must be a Uint8Array: it is an array/],
	["string", /\/picture must be a Uint8Array: it is a string/],
	["png", /\/picture is no image\/gif: it begins like image\/png/],
	["absent", /must have required property|picture/],
] as const)
	test(`a mill that returns ${input} for bytes has crashed, and the log says why`, async () => {
		for (const accept of ["application/json", "image/gif"]) {
			const problem = refused(await give({ input, accept }), 500, "crashed");
			const line = site.log.find(({ fields }) => fields.id === problem.instance);
			assert.match(String(line?.fields.error), reason);
		}
	});

test("a result above maxOutput has crashed, as bytes and as JSON, and the log says so", async () => {
	assert.equal((await give({ accept: "image/gif", size: 100_000 })).bytes.length, 100_000);
	for (const [accept, size] of [
		["image/gif", 100_001],
		["application/json", 90_000],
	] as const) {
		const problem = refused(await give({ accept, size }), 500, "crashed");
		const line = site.log.find(({ fields }) => fields.id === problem.instance);
		assert.match(String(line?.fields.error), /the result has .* KiB, and maxOutput allows 97\.7 KiB/);
	}
});

test("the schema tells the types and the limit", async () => {
	const document = (await get(`${site.url}/byte-giver/$schema`)).json<{
		properties: Record<string, unknown>;
		$defs: { operation: { const: { maxOutput: number; responses: Record<string, object> } } };
		examples: readonly Record<string, unknown>[];
	}>();
	assert.deepEqual(document.properties.picture, {
		type: "string",
		contentEncoding: "base64",
		contentMediaType: "image/gif",
	});
	const { maxOutput, responses } = document.$defs.operation.const;
	assert.equal(maxOutput, 100_000);
	assert.deepEqual(Object.keys(responses[200] ?? {}), OFFERED);
	assert.equal(typeof document.examples[0]?.picture, "string");
	const list = (await get(`${site.url}/$list`)).json<{
		methods: readonly { produces: readonly string[] }[];
	}>();
	assert.deepEqual(list.methods[0]?.produces, OFFERED);
	const openApi = (await get(`${site.url}/$schema`)).text;
	assert.match(openApi, /"image\/gif":\s*\{\s*"schema":\s*\{\s*"type":\s*"string",\s*"format":\s*"binary"/);
	const description = (await get(`${site.url}/byte-giver/$description`)).text;
	assert.match(description, /-H 'Accept: image\/gif' -o 'result\.gif'/);
});

test("each type has its own tag on QUERY, and 304 without computing", async () => {
	const query = await start({}, { mills: [await millOf("byte-giver.js?method=QUERY")] });
	const tags = new Set<string>();
	for (const accept of ["application/json", "image/gif", "image/png"]) {
		const first = await give({ accept, method: "QUERY" }, query);
		assert.equal(first.status, 200, first.text);
		const tag = String(first.headers.get("etag"));
		tags.add(tag);
		const again = await give({ accept, method: "QUERY", fields: { "If-None-Match": tag } }, query);
		assert.equal(again.status, 304);
		assert.equal(again.bytes.length, 0);
	}
	assert.equal(tags.size, 3);
});

test("a large result counts among the bytes in memory until its caller has read it", async () => {
	const small = await start({ maxBuffered: 1_500_000 }, { mills: [giver] });
	const problem = refused(await give({ accept: "image/gif", size: 2_000_000 }, small), 503, "overloaded");
	assert.match(problem.detail, /memory for calls is full/);
	// Each is released when it was read: together they are more than the memory for calls.
	for (let i = 0; i < 3; i++)
		assert.equal((await give({ accept: "image/gif", size: 1_400_000 }, small)).bytes.length, 1_400_000);
});

test("a mill in the server's process may write to its array again while its callers still read", async () => {
	const { url } = await start({}, { mills: [await millOf(`array-reuser.js?size=${16 * MiB}`)] });
	const headers = { "Content-Type": "text/plain", Accept: "application/octet-stream" };
	const answers = await Promise.all(
		["a", "b"].map((letter) =>
			ask(`${url}/array-reuser`, { method: "POST", headers, body: Buffer.from(letter) }),
		),
	);
	for (const [i, { bytes }] of answers.entries())
		assert.ok(bytes.equals(Buffer.alloc(16 * MiB, "ab"[i])), "every byte is the caller's");
});
