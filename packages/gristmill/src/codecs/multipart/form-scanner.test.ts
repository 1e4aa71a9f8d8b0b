import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import fc from "fast-check";
import { form, optional } from "../../core/definition/form.js";
import { bytes, type InputForm, image, json, text } from "../../core/definition/input.js";
import { Problem } from "../../core/problem.js";
import { Type } from "../../core/schema/type.js";
import { encodeForm, formParts, formType, readForm } from "./form-body.js";
import { FormScanner } from "./form-scanner.js";

const RUNS = Number(process.env.TEST_RUNS ?? 100);

const FORM: InputForm = form({
	photo: optional(image({ maxBytes: 64 })),
	note: optional(text({ maxBytes: 64 })),
	options: optional(json(Type.Any())),
	data: optional(bytes({ maxBytes: 64 })),
});

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1");

/** A body whose parts are written as they are. */
const body = (...parts: readonly string[]) =>
	Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`, "latin1");
const part = (name: string, content: string, type?: string) =>
	`Content-Disposition: form-data; name="${name}"${type ? `\r\nContent-Type: ${type}` : ""}\r\n\r\n${content}`;

/** Scans a body in pieces of this size. */
function scan(whole: Uint8Array, size = whole.byteLength, boundary = "b") {
	const scanner = new FormScanner(boundary, FORM);
	for (let at = 0; at < whole.byteLength; at += Math.max(1, size))
		scanner.push(whole.subarray(at, at + Math.max(1, size)));
	return formParts(FORM, scanner.finish(), whole).map(({ name, mediaType, charset, content }) => ({
		name,
		mediaType,
		charset,
		content: Buffer.from(content).toString("latin1"),
	}));
}

function refusal(work: () => unknown): { code: string; detail: string } {
	try {
		work();
	} catch (error) {
		assert.ok(Problem.is(error), String(error));
		return { code: error.code, detail: String(error.detail) };
	}
	assert.fail("nothing was refused");
}

test("the parts are the same however the body is cut into pieces", () => {
	const content = "a\r\n--c\r\n--\r\n--a no\r\n-";
	const whole = body(part("note", content.slice(0, 12)), part("data", content));
	const expected = scan(whole);
	for (let size = 1; size <= whole.byteLength; size++) assert.deepEqual(scan(whole, size), expected);
	assert.equal(expected[1]?.content, content);
});

test("a form of FormData is read as it was written", async () => {
	const given = new FormData();
	given.append("options", new Blob(['{"a":1}'], { type: "application/json" }));
	given.append("note", "grüße\r\n--b");
	given.append("photo", new Blob([PNG], { type: "image/png" }), 'a "name"; x=\\y.png');
	given.append("data", new Blob([Uint8Array.of(0, 13, 10, 45, 45)]));
	const response = new Response(given);
	const boundary = /boundary=(.*)$/.exec(response.headers.get("content-type") ?? "")?.[1] ?? "";
	const whole = new Uint8Array(await response.arrayBuffer());
	for (const size of [1, 7, whole.byteLength])
		assert.deepEqual(
			scan(whole, size, boundary).map(({ name, mediaType }) => [name, mediaType]),
			[
				["photo", "image/png"],
				["note", "text/plain"],
				["options", "application/json"],
				["data", "application/octet-stream"],
			],
		);
	const [, note] = scan(whole, 5, boundary);
	assert.equal(Buffer.from(note?.content ?? "", "latin1").toString("utf8"), "grüße\r\n--b");
});

test("any parts survive being written and read, and equal parts are equal bytes", () => {
	fc.assert(
		fc.property(
			fc.uint8Array({ maxLength: 64 }),
			fc.string({ maxLength: 15, unit: "binary" }),
			fc.integer({ min: 1, max: 200 }),
			(data, note, size) => {
				const parts = [
					{ name: "note", mediaType: "text/plain", content: Buffer.from(note) },
					{ name: "data", mediaType: "application/octet-stream", content: data },
				];
				const whole = encodeForm(parts);
				assert.deepEqual(Buffer.from(encodeForm(parts)), Buffer.from(whole));
				const read = readForm(FORM, whole);
				assert.deepEqual(
					read.map(({ name, content }) => [name, Buffer.from(content)]),
					[
						["note", Buffer.from(note)],
						["data", Buffer.from(data)],
					],
				);
				const boundary = formType(whole).replace("multipart/form-data; boundary=", "");
				assert.deepEqual(scan(whole, size, boundary), scan(whole, undefined, boundary));
			},
		),
		{ numRuns: RUNS },
	);
});

test("damaged and random bodies are read or refused with a problem, and never differently in pieces", () => {
	const good = body(part("note", "rye"), part("data", "\r\n--"), part("options", "{}", "application/json"));
	const outcome = (whole: Uint8Array, size?: number) => {
		try {
			return scan(whole, size);
		} catch (error) {
			assert.ok(Problem.is(error), String(error));
			return error.code;
		}
	};
	const damaged = fc
		.tuple(fc.nat(good.length - 1), fc.nat(8), fc.uint8Array({ maxLength: 8 }))
		.map(([at, gone, put]) => Buffer.concat([good.subarray(0, at), put, good.subarray(at + gone)]));
	const random = fc
		.array(fc.constantFrom("--b", "\r\n", "--", ":", part("note", "x"), "name=", '"', " ", "\0"), {
			maxLength: 20,
		})
		.map((words) => Buffer.from(words.join("")));
	fc.assert(
		fc.property(fc.oneof(damaged, random), fc.integer({ min: 1, max: 20 }), (whole, size) => {
			assert.deepEqual(outcome(whole, size), outcome(whole));
		}),
		{ numRuns: RUNS },
	);
});

for (const [what, whole, code, detail] of [
	["another boundary", Buffer.from("--c\r\n"), "unreadable-input", /does not begin with the boundary/],
	["an empty body", Buffer.alloc(0), "unreadable-input", /it is empty/],
	["no last boundary", body(part("note", "x")).subarray(0, -6), "unreadable-input", /ends before its last/],
	["bytes at the end", Buffer.concat([body(), Buffer.from("x")]), "unreadable-input", /bytes follow its last/],
	["padding", Buffer.from("--b \r\n"), "unreadable-input", /other bytes follow a boundary/],
	["no header fields", body("\r\nx"), "unreadable-input", /no Content-Disposition/],
	["no name", body("Content-Disposition: form-data\r\n\r\nx"), "unreadable-input", /no Content-Disposition/],
	["an attachment", body('Content-Disposition: file; name="note"\r\n\r\n'), "unreadable-input", /no Content-Dis/],
	["a bad field", body("no colon\r\n\r\nx"), "unreadable-input", /header field of a part is malformed/],
	["a folded field", body(`${part("note", "x").replace(";", ";\r\n ")}`), "unreadable-input", /malformed/],
	["a repeated field", body(`A: 1\r\na: 2\r\n${part("note", "x")}`), "unreadable-input", /repeated/],
	["base64", body(`Content-Transfer-Encoding: base64\r\n${part("note", "x")}`), "unreadable-input", /Transfer-Enc/],
	["a bad type", body(part("note", "x", "text")), "unreadable-input", /Content-Type of a part is malformed/],
	["a long head", body(`A: ${"x".repeat(5_000)}\r\n${part("note", "x")}`), "unreadable-input", /larger than 4 KiB/],
	["an endless head", Buffer.from(`--b\r\nA: ${"x".repeat(5_000)}`), "unreadable-input", /larger than 4 KiB/],
	["an unknown part", body(part("nota", "x")), "invalid-input", /Unknown part "nota". The form has photo, note/],
	["a part twice", body(part("note", "x"), part("note", "y")), "invalid-input", /The part "note" is there more than once/],
	["a wrong type", body(part("photo", "x", "text/html")), "unsupported-media-type", /"photo" must be image\/png, /],
	["no picture", body(part("photo", "x")), "unsupported-media-type", /is none of these/],
	["a charset with blanks around its sign", body(part("note", "x", 'text/plain; charset = "utf-8"')), "unreadable-input", /the Content-Type of a part is malformed/],
	["an unknown charset", body(part("note", "x", "text/plain; charset=no")), "unsupported-media-type", /charset/],
	["a large part", body(part("note", "x".repeat(65))), "content-too-large", /The part "note" is larger than its limit of 64 bytes/],
	["__proto__", body(part("__proto__", "x")), "invalid-input", /Unknown part "__proto__"/],
] as const) // biome-ignore format: a table
	test(`a form is refused for ${what}`, () => {
		for (const size of [1, 3, 64, whole.byteLength]) {
			const found = refusal(() => scan(whole, size));
			assert.equal(found.code, code);
			assert.match(found.detail, detail);
		}
	});

test("a missing part is refused, and a part that is too large before it has arrived", () => {
	const strict = form({ note: text({ maxBytes: 10 }) });
	const scanner = new FormScanner("b", strict);
	scanner.push(body());
	assert.match(refusal(() => scanner.finish()).detail, /^The part "note" is missing\.$/);
	const endless = new FormScanner("b", strict);
	endless.push(Buffer.from(`--b\r\n${part("note", "")}`));
	let pushed = 0;
	assert.match(
		refusal(() => {
			for (; pushed < 1_000; pushed++) endless.push(Buffer.from("x"));
		}).detail,
		/its limit of 10 bytes/,
	);
	assert.ok(pushed < 20, `${pushed} bytes were taken`);
});

test("a charset is kept, and utf-8 needs none", () => {
	const [latin] = scan(body(part("note", "\xe9", "text/plain; charset=ISO-8859-1")));
	assert.equal(latin?.charset, "iso-8859-1");
	const [plain] = scan(body(part("note", "x", 'Text/Plain; charset="UTF-8"')));
	assert.deepEqual([plain?.charset, plain?.mediaType], [undefined, "text/plain"]);
	for (const [label, charset] of [
		['" utf-8"', undefined],
		['"\tUTF8 "', undefined],
		['" latin1 "', "latin1"],
	]) {
		const [blank] = scan(body(part("note", "x", `text/plain; charset=${label}`)));
		assert.equal(blank?.charset, charset);
	}
});
