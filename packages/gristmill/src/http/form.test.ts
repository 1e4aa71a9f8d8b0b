import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { createClient, ProblemError } from "../client/index.js";
import { encodeForm } from "../codecs/multipart/form-body.js";
import { defineMill, form, image, json, optional, Problem, Type, text } from "../index.js";
import { clientToolSet } from "../mcp/client-tool-set.js";
import { RawSocket } from "../testing/raw-socket.js";
import { served, start } from "../testing/server.js";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1");

/** Tells what each part was. */
const labeller = defineMill({
	name: "picture-labeller",
	version: "1.0.0",
	summary: "Labels a picture.",
	method: "QUERY",
	input: {
		"multipart/form-data": form({
			photo: image({ maxBytes: 1_000, types: ["image/png"], description: "A picture." }),
			label: text({ maxBytes: 100 }),
			options: optional(json(Type.Object({ upper: Type.Boolean() }), { maxBytes: 100 })),
		}),
	},
	parameters: Type.Object({ mark: Type.String({ default: "." }) }),
	output: Type.Object({ label: Type.String(), size: Type.Integer() }),
	problems: { blank: { status: 422, title: "Blank", todo: "Send a label." } },
	examples: [
		{ input: { photo: PNG, label: "mill", options: { upper: true } }, output: { label: "MILL.", size: 12 } },
		{ input: { photo: PNG, label: "mill" }, output: { label: "mill.", size: 12 } },
	],
	run: ({ photo, label, options }, { parameters: { mark } }) => {
		if (label === "") throw new Problem("blank");
		// The types are those of the parts.
		const upper: boolean = options?.upper ?? false;
		return { label: (upper ? label.toUpperCase() : label) + mark, size: photo.byteLength };
	},
});

const user = defineMill({
	name: "label-maker",
	version: "1.0.0",
	summary: "Labels a point.",
	input: { "text/plain": text() },
	output: Type.Object({ label: Type.String() }),
	uses: { labeller },
	run: async (input, { uses }) => ({ label: (await uses.labeller({ photo: PNG, label: input })).label }),
});

const site = served({}, { mills: [labeller, user] });

function formOf(parts: Readonly<Record<string, string | Blob>>): FormData {
	const made = new FormData();
	for (const [name, part] of Object.entries(parts)) made.append(name, part);
	return made;
}
const photo = new Blob([PNG], { type: "image/png" });
const send = (body: FormData | Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) =>
	fetch(`${site.url}/picture-labeller`, { method: "QUERY", body, headers });

test("a mill takes several inputs as the parts of a form", async () => {
	const whole = await send(formOf({ options: '{"upper":true}', photo, label: "mill" }));
	assert.deepEqual(await whole.json(), { label: "MILL.", size: 12 });
	const less = await send(formOf({ label: "größe", photo: new Blob([PNG]) }));
	assert.deepEqual(await less.json(), { label: "größe.", size: 12 });
});

test("the examples of such a mill are its self-test", async () => {
	assert.deepEqual((await site.server.examined()).unready, []);
});

test("the tag of an answer depends on the parts, not on their boundary or order", async () => {
	const tag = async (parts: Readonly<Record<string, string | Blob>>) =>
		(await send(formOf(parts))).headers.get("etag");
	const first = await tag({ photo, label: "a" });
	assert.ok(first);
	assert.equal(await tag({ label: "a", photo }), first);
	assert.equal(await tag({ label: new Blob(["a"], { type: "text/plain; charset=utf-8" }), photo }), first);
	assert.notEqual(await tag({ photo, label: "b" }), first);
	assert.notEqual(await tag({ photo, label: "a", options: '{"upper":false}' }), first);
	const known = await send(formOf({ photo, label: "a" }), { "If-None-Match": first });
	assert.equal(known.status, 304);
});

test("a compressed form is read, and its parts are bounded too", async () => {
	const gzipped = (label: string) => {
		const body = encodeForm([
			{ name: "photo", mediaType: "image/png", content: PNG },
			{ name: "label", mediaType: "text/plain", content: Buffer.from(label) },
		]);
		const boundary = /^--(\S+)/.exec(Buffer.from(body).toString("latin1"))?.[1];
		const type = `multipart/form-data; boundary=${boundary}`;
		return send(new Uint8Array(gzipSync(body)), { "Content-Encoding": "gzip", "Content-Type": type });
	};
	assert.deepEqual(await (await gzipped("a")).json(), { label: "a.", size: 12 });
	assert.equal((await gzipped("a".repeat(101))).status, 413);
});

for (const [what, parts, status, code, detail] of [
	["a missing part", { photo }, 422, "invalid-input", /The part "label" is missing/],
	["an unknown part", { photo, label: "a", lable: "b" }, 422, "invalid-input", /Unknown part "lable"/],
	["a wrong type", { photo: new Blob(["x"], { type: "image/gif" }), label: "a" }, 415, "unsupported-media-type", /"photo" must be image\/png/],
	["other bytes", { photo: new Blob(["x"], { type: "image/png" }), label: "a" }, 415, "unsupported-media-type", /In the part "photo"/],
	["a large part", { photo, label: "a".repeat(101) }, 413, "content-too-large", /The part "label" is larger than its limit of 100 bytes/],
	["bad JSON", { photo, label: "a", options: "{" }, 400, "unreadable-input", /In the part "options"/],
	["JSON that breaks its schema", { photo, label: "a", options: "{}" }, 422, "invalid-input", /\/options/],
	["invalid text", { photo, label: new Blob([Uint8Array.of(255)]) }, 400, "unreadable-input", /In the part "label"/],
	["a problem of the mill", { photo, label: "" }, 422, "blank", /^Send a label\.$/],
] as const) // biome-ignore format: a table
	test(`a call with ${what} is refused`, async () => {
		const response = await send(formOf(parts));
		const problem = (await response.json()) as { code: string; detail?: string };
		assert.deepEqual([response.status, problem.code], [status, code]);
		assert.match(problem.detail ?? "", detail);
	});

for (const [charset, status, found] of [
	['" utf-8"', 200, "é."],
	['"utf-8 "', 200, "é."],
	['" latin1 "', 200, "Ã©."],
	[' "utf-8"', 400, "unreadable-input"],
	['"utf-8;"', 415, "unsupported-media-type"],
] as const)
	test(`a part with the charset ${charset} gets ${status}`, async () => {
		const heads = [
			'Content-Disposition: form-data; name="photo"\r\nContent-Type: image/png',
			`Content-Disposition: form-data; name="label"\r\nContent-Type: text/plain; charset=${charset}`,
		];
		const contents = [PNG.toString("latin1"), "\xc3\xa9"];
		const parts = heads.map((head, i) => `--b\r\n${head}\r\n\r\n${contents[i]}\r\n`);
		const body = Buffer.from(`${parts.join("")}--b--\r\n`, "latin1");
		const response = await send(new Uint8Array(body), { "Content-Type": "multipart/form-data; boundary=b" });
		const { label, code } = (await response.json()) as { label?: string; code?: string };
		assert.deepEqual([response.status, label ?? code], [status, found]);
	});

test("a form without its boundary is refused", async () => {
	for (const type of ["multipart/form-data", 'multipart/form-data; boundary="a b "']) {
		const response = await send("--x--", { "Content-Type": type });
		assert.equal(response.status, 400);
		assert.match(await response.text(), /no valid boundary/);
	}
});

test("the documents tell the parts", async () => {
	const get = async (path: string, accept = "*/*") =>
		(await fetch(`${site.url}/${path}`, { headers: { Accept: accept } })).text();
	const schema = JSON.parse(await get("picture-labeller/$schema"));
	assert.deepEqual(schema.$defs.input.required, ["photo", "label"]);
	assert.equal(schema.$defs.input.properties.photo.contentMediaType, "image/png");
	const { content } = schema.$defs.operation.const.requestBody;
	assert.deepEqual(content["multipart/form-data"].encoding.photo, {
		contentType: "image/png",
		maxBytes: 1_000,
	});
	const api = JSON.parse(await get("$schema")).paths["/picture-labeller"].query.requestBody;
	assert.equal(api.content["multipart/form-data"].schema.properties.photo.format, "binary");
	assert.equal(api.content["multipart/form-data"].encoding.label.contentType, "text/plain");
	const description = await get("picture-labeller/$description", "text/markdown");
	assert.match(description, /\| `photo` \| `image\/png` \| 1000 bytes \| A picture\. \|/);
	assert.match(description, /-F 'photo=@"photo\.png"' --form-string 'label=mill'/);
	const example = await fetch(`${site.url}/picture-labeller/$example`);
	const loaded = await example.formData();
	assert.equal(loaded.get("label"), "mill");
	assert.equal((loaded.get("photo") as Blob).size, PNG.byteLength);
});

test("the client sends parts, and tells a refusal", async () => {
	const client = createClient();
	const mill = `${site.url}/picture-labeller`;
	const parts = { photo: new Uint8Array(PNG), label: "mill", options: { json: { upper: true } } };
	assert.deepEqual((await client.call(mill, { parts })).output, { label: "MILL.", size: 12 });
	const left = { ...parts, options: undefined };
	assert.deepEqual((await client.call(mill, { parts: left })).output, { label: "mill.", size: 12 });
	assert.deepEqual((await client.call(mill, formOf({ photo, label: "x" }))).output, {
		label: "x.",
		size: 12,
	});
	await assert.rejects(client.call(mill, { parts: { label: "x" } }), (error: unknown) => {
		assert.ok(error instanceof ProblemError);
		return error.problem.code === "invalid-input";
	});
	// A single input is not sent as a form.
	await assert.rejects(client.call(mill, "x"), /This mill takes multipart\/form-data, and the request is/);
	await assert.rejects(
		client.call(mill, { parts: { label: 7 as never } }),
		/The part "label" is not a string/,
	);
});

test("an agent gives each part as an argument, here and through another server", async () => {
	const data = PNG.toString("base64");
	const given = {
		photo: { data, mimeType: "image/png" },
		label: "mill",
		options: { upper: true },
		mark: "!",
	};
	const message = {
		jsonrpc: "2.0",
		id: 1,
		method: "tools/call",
		params: { name: "picture-labeller", arguments: given },
	};
	const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
	const here = await fetch(`${site.url}/mcp`, { method: "POST", headers, body: JSON.stringify(message) });
	assert.match(await here.text(), /"structuredContent":\{"label":"MILL!","size":12\}/);
	const tools = await clientToolSet(createClient(), site.url, "1.0.0");
	const [tool] = await tools.list();
	assert.deepEqual(Object.keys(tool?.inputSchema.properties ?? {}), ["photo", "label", "options", "mark"]);
	assert.deepEqual(tool?.inputSchema.required, ["photo", "label"]);
	const { signal } = new AbortController();
	const there = await tools.call("picture-labeller", given, { id: "1", signal } as never);
	assert.match(JSON.stringify(there), /MILL!/);
	const { photo: _, ...lacking } = given;
	const refused = await tools.call("picture-labeller", lacking, { id: "2", signal } as never);
	assert.match(JSON.stringify(refused), /The argument \\"photo\\" is missing/);
});

test("a mill can use a mill that takes a form", async () => {
	const call = (body: string) =>
		fetch(`${site.url}/label-maker`, { method: "POST", body, headers: { "Content-Type": "text/plain" } });
	assert.deepEqual(await (await call("a")).json(), { label: "a." });
	assert.match(await (await call("")).text(), /"code":"blank"/);
});

test("after a form that is refused in the middle, its connection takes the next request", async () => {
	const teller = defineMill({
		name: "length-teller",
		version: "1.0.0",
		summary: "Tells a length.",
		input: { "multipart/form-data": form({ note: text({ maxBytes: 100_000 }) }) },
		output: Type.Object({ length: Type.Integer() }),
		run: ({ note }) => ({ length: note.length }),
	});
	const running = await start({}, { mills: [teller] });
	const raw = await RawSocket.open(running.url);
	const ask = (body: string, length: number) => {
		const type = "Content-Type: multipart/form-data; boundary=x";
		raw.sendHead("POST /length-teller HTTP/1.1", type, `Content-Length: ${length}`);
		raw.send(body);
	};
	const head = '--x\r\nContent-Disposition: form-data; name="other"\r\n\r\n';
	ask(head, 60_000);
	assert.equal((await raw.answer()).status, 422);
	// Larger than what Node buffers of an unread body.
	raw.send("a".repeat(60_000 - head.length));
	const good = `${head.replace("other", "note")}grist\r\n--x--\r\n`;
	ask(good, good.length);
	assert.equal((await raw.answer()).status, 200);
	raw.socket.destroy();
});
