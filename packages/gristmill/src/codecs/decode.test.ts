import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { bytes, type InputForm, image, json, text } from "../core/definition/input.js";
import { Problem } from "../core/problem.js";
import { Type } from "../core/schema/type.js";
import { decodeInput } from "./decode.js";
import { encodeJson } from "./formats/json.js";
import { knowsCharset } from "./formats/text.js";

const asText = (body: readonly number[] | Uint8Array, charset?: string) =>
	decodeInput(text(), "text/plain", charset, Uint8Array.from(body));
const asJson = (body: string | Uint8Array) =>
	decodeInput(json(Type.Unknown()), "application/json", undefined, Buffer.from(body as string));
const asImage = (mediaType: string, body: Uint8Array) => decodeInput(image(), mediaType, undefined, body);
const latin1 = (characters: string) => Buffer.from(characters, "latin1");

/** The problem that the call must raise. */
function raised(call: () => unknown): Problem {
	try {
		call();
	} catch (error) {
		assert.ok(Problem.is(error), String(error));
		return error;
	}
	return assert.fail("nothing was raised");
}

test("text without a charset is UTF-8", () => {
	assert.equal(asText(Buffer.from("Ça va? 😀\r\n\0")), "Ça va? 😀\r\n\0");
});

for (const [charset, body, expected] of [
	["utf-8", [0xc3, 0xa9], "é"],
	["UTF8", [0xc3, 0xa9], "é"],
	["Unicode-1-1-UTF-8", [0xc3, 0xa9], "é"],
	[" utf-8 ", [0xc3, 0xa9], "é"],
	["iso-8859-1", [0x61, 0xe9], "aé"],
	["US-ASCII", [0x61], "a"],
	["iso-8859-15", [0xa4], "€"],
	["windows-1252", [0x80, 0x93, 0x61, 0x94], "€“a”"],
	["windows-1251", [0xcf, 0xf0, 0xe8], "При"],
	["koi8-r", [0xf0], "П"],
	["shift_jis", [0x82, 0xa0], "あ"],
	["euc-jp", [0xa4, 0xa2], "あ"],
	["gb18030", [0xc4, 0xe3], "你"],
	["big5", [0xa7, 0x41], "你"],
	["euc-kr", [0xb0, 0xa1], "가"],
	["utf-16", [0x61, 0x00, 0x3d, 0xd8, 0x00, 0xde], "a😀"],
	["utf-16le", [0x61, 0x00], "a"],
	["utf-16be", [0x00, 0x61], "a"],
] as const)
	test(`text in ${charset.trim()}${charset.trim() === charset ? "" : ", with spaces around the name,"} is decoded`, () => {
		assert.equal(knowsCharset(charset), true);
		assert.equal(asText(body, charset), expected);
	});

test("an unknown charset is reported as unknown", () => {
	for (const label of ["", "utf-7", "utf-32", "klingon", "utf-8;", "replacement", "constructor"])
		assert.equal(knowsCharset(label), false, label);
});

for (const [charset, body] of [
	["utf-8", [0xff]],
	["utf-8", [0x61, 0xc3]],
	["utf-8", [0xc0, 0x80]],
	["utf-8", [0xed, 0xa0, 0x80]],
	["utf-8", [0xf4, 0x90, 0x80, 0x80]],
	["unicode-1-1-utf-8", [0xff]],
	["shift_jis", [0x82]],
	["euc-kr", [0xff]],
	["utf-16le", [0x61]],
	["utf-16le", [0x00, 0xd8, 0x61, 0x00]],
	["utf-16be", [0xdc, 0x00]],
] as const)
	test(`the bytes ${Buffer.from(body).toString("hex")} are no ${charset} and nothing is put in their place`, () => {
		const problem = raised(() => asText(body, charset));
		assert.equal(problem.code, "unreadable-input");
		assert.equal(problem.detail, `The input is not valid ${charset} at byte ${problem.members.offset}.`);
	});

const REPLACING = { invalid: "replace" };
const choosing = text({ invalidBy: "invalid" });
const choosingJson = json(Type.Unknown(), { invalidBy: "invalid" });
const readJson = (body: string | Uint8Array, parameters: object) =>
	decodeInput(choosingJson, "application/json", undefined, Buffer.from(body as string), { ...parameters });

for (const [charset, hex, offset, replaced] of [
	["utf-8", "ff", 0, "\ufffd"],
	["utf-8", "61c328", 1, "a\ufffd("],
	["utf-8", "c3a9f09f98", 2, "é\ufffd"],
	["utf-8", "efbbbfc080", 3, "\ufeff\ufffd\ufffd"],
	["utf-8", "e28261", 0, "\ufffda"],
	["utf-8", "eda080", 0, "\ufffd\ufffd\ufffd"],
	["unicode-1-1-utf-8", "61ff61", 1, "a\ufffda"],
	["shift_jis", "6182", 1, "a\ufffd"],
	["windows-1253", "61d261", 1, "a\ufffda"],
	["utf-16le", "610000d86200", 2, "a\ufffdb"],
	["utf-16le", "610062", 2, "a\ufffd"],
	["utf-16be", "0061dc000062", 2, "a\ufffdb"],
] as const)
	test(`the bytes ${hex} break ${charset} at ${offset}, and are replaced where a parameter says so`, () => {
		const body = Buffer.from(hex, "hex");
		const read = (parameters: object) =>
			decodeInput(choosing, "text/plain", charset, body, { ...parameters });
		for (const parameters of [{}, { invalid: "reject" }]) {
			const { code, detail, members } = raised(() => read(parameters));
			assert.equal(code, "unreadable-input");
			assert.deepEqual(members, { offset });
			assert.equal(
				detail,
				`The input is not valid ${charset} at byte ${offset}. Correct it, or set invalid=replace.`,
			);
		}
		assert.equal(read(REPLACING), replaced);
	});

test("the offset of the broken byte is found at any position", () => {
	for (const before of [0, 1, 4086, 4095, 4096, 4097, 8191, 8192, 12_289, 70_000])
		for (const [head, bad] of [
			["a", "ff"],
			["é", "f09f98"],
			["é", "e282"],
			["😀", "c3"],
		] as const)
			for (const tail of ["", "z", "z".repeat(9000)]) {
				const whole = Buffer.from(head.repeat(before));
				const body = Buffer.concat([whole, Buffer.from(bad, "hex"), Buffer.from(tail)]);
				assert.equal(raised(() => asText(body)).members.offset, whole.length, `${head} × ${before}, ${bad}`);
			}
});

test("a form without invalidBy replaces nothing, whatever the parameters are", () => {
	assert.equal(
		raised(() => decodeInput(text(), "text/plain", undefined, Uint8Array.of(0xff), REPLACING)).code,
		"unreadable-input",
	);
	assert.equal(asJson('"\\ud800"'), "\ud800");
});

test("valid text is the same under both policies", () => {
	const body = Buffer.from("\ufeffÇa va? 😀\0");
	for (const parameters of [{}, REPLACING])
		assert.equal(decodeInput(choosing, "text/plain", undefined, body, parameters), "\ufeffÇa va? 😀\0");
	assert.deepEqual(readJson('{"a":["\\ud83d\\ude00", 1, null, true]}', {}), { a: ["😀", 1, null, true] });
});

for (const [body, place, replaced] of [
	['"\\ud800"', "at UTF-16 offset 0", "\ufffd"],
	['"ab\\udc00\\ud800"', "at UTF-16 offset 2", "ab\ufffd\ufffd"],
	['"😀\\ud83d"', "at UTF-16 offset 2", "😀\ufffd"],
	['["a",{"b/c":"x\\ud800"}]', "at UTF-16 offset 1 of /1/b~1c", ["a", { "b/c": "x\ufffd" }]],
	['{"a":{"\\ud800":1}}', "in a key of /a", { a: { "\ufffd": 1 } }],
	['{"\\ud800":1,"__proto__":2}', "in a key", JSON.parse('{"\ufffd":1,"__proto__":2}')],
] as const)
	test(`the lone surrogate in ${body} is refused with its place, and replaced where a parameter says so`, () => {
		const { code, detail } = raised(() => readJson(body, {}));
		assert.equal(code, "unreadable-input");
		assert.equal(detail, `The text has a lone surrogate ${place}. Correct it, or set invalid=replace.`);
		assert.deepEqual(readJson(body, REPLACING), replaced);
	});

test("a complaint about a surrogate does not grow with the keys on its way", () => {
	const body = `{"${"k".repeat(10_000)}":"\\ud800"}`;
	assert.ok((raised(() => readJson(body, {})).detail ?? "").length < 400);
});

test("broken UTF-8 in JSON is replaced before it is parsed, where a parameter says so", () => {
	assert.equal(raised(() => readJson(latin1('"\xff"'), {})).members.offset, 1);
	assert.equal(readJson(latin1('"\xff"'), REPLACING), "\ufffd");
});

test("a byte order mark is kept in text, in every charset that has one", () => {
	assert.equal(asText([0xef, 0xbb, 0xbf, 0x61]), "\ufeffa");
	assert.equal(asText([0xef, 0xbb, 0xbf, 0x61], "unicode-1-1-utf-8"), "\ufeffa");
	assert.equal(asText([0xff, 0xfe, 0x61, 0x00], "utf-16le"), "\ufeffa");
	assert.equal(asText([0xfe, 0xff, 0x00, 0x61], "utf-16be"), "\ufeffa");
});

test("only the bytes of the body are read, not what lies around them in memory", () => {
	const memory = Buffer.from("<<é>>");
	assert.equal(decodeInput(text(), "text/plain", undefined, memory.subarray(2, 4)), "é");
	const list = Buffer.from("[[1]]").subarray(1, 4);
	assert.deepEqual(decodeInput(json(Type.Unknown()), "application/json", undefined, list), [1]);
});

test("empty text and empty bytes are valid inputs", () => {
	assert.equal(asText([]), "");
	assert.deepEqual(
		decodeInput(bytes(), "application/octet-stream", undefined, new Uint8Array(0)),
		new Uint8Array(0),
	);
});

test("empty JSON and an empty image are refused", () => {
	for (const [form, mediaType] of [
		[json(Type.Unknown()), "application/json"],
		[image(), "image/jpeg"],
		[image(), "image/x-anything"],
	] as [InputForm, string][]) {
		const problem = raised(() => decodeInput(form, mediaType, undefined, new Uint8Array(0)));
		assert.equal(problem.code, "empty-input");
		assert.match(problem.detail ?? "", new RegExp(`^The input is empty, and must be ${mediaType}`));
	}
});

test("bytes are passed on unchanged", () => {
	const body = Uint8Array.of(0, 255, 128);
	assert.equal(decodeInput(bytes(), "application/octet-stream", undefined, body), body);
});

test("every kind of JSON value is read, white space around it included", () => {
	for (const value of [null, true, 0, -1.5e300, "é😀", [], {}, [1, [2, { a: null }]]])
		assert.deepEqual(asJson(` \t\r\n${JSON.stringify(value)}\n`), value);
});

test("a byte order mark in front of JSON is tolerated, a second one is not", () => {
	assert.deepEqual(asJson("\ufeff[1]"), [1]);
	assert.equal(raised(() => asJson("\ufeff\ufeff[1]")).code, "unreadable-input");
});

test("a key __proto__ in JSON is a key and not a prototype", () => {
	const value = asJson('{"__proto__":{"admin":true}}') as { admin?: boolean };
	assert.equal(value.admin, undefined);
	assert.deepEqual(Object.keys(value), ["__proto__"]);
});

for (const body of ["{", "[1,]", "{'a':1}", "NaN", "undefined", "01", '"\n"', "[1] [2]", "\0", "// hush\n1"])
	test(`${JSON.stringify(body)} is no JSON`, () => {
		assert.equal(raised(() => asJson(body)).code, "unreadable-input");
	});

test("JSON in another charset than UTF-8 is rejected", () => {
	assert.equal(raised(() => asJson(Buffer.from('"a"', "utf16le"))).code, "unreadable-input");
	assert.equal(raised(() => asJson(latin1('"é"'))).code, "unreadable-input");
});

test("a complaint about JSON never quotes the input, and is the same for every input", () => {
	const details = ['{"password": hunter2}', "hunter2", '["hunter2', '{"hunter2"}'].map((body) => {
		const { detail = "", message, members } = raised(() => asJson(body));
		assert.ok(!`${detail} ${message} ${JSON.stringify(members)}`.includes("hunter2"), detail);
		return detail;
	});
	assert.equal(new Set(details).size, 1);
});

const PICTURES: readonly (readonly [mediaType: string, head: Buffer])[] = [
	["image/jpeg", latin1("\xff\xd8\xff\xe0\x00\x10JFIF")],
	["image/png", latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")],
	["image/gif", latin1("GIF87a\x01\0\x01\0")],
	["image/gif", latin1("GIF89a\x01\0\x01\0")],
	["image/webp", latin1("RIFF\x1a\0\0\0WEBPVP8L")],
	["image/avif", latin1("\0\0\0\x20ftypavif\0\0\0\0")],
	["image/tiff", latin1("II*\0\x08\0\0\0")],
	["image/tiff", latin1("MM\0*\0\0\0\x08")],
];

test("an image that begins as its media type says is passed on unchanged", () => {
	for (const [mediaType, head] of PICTURES) assert.equal(asImage(mediaType, head), head, mediaType);
});

test("an image is recognised within a larger buffer, too", () => {
	for (const [mediaType, head] of PICTURES) {
		const inside = Buffer.concat([Buffer.from("xyz"), head]).subarray(3);
		assert.equal(asImage(mediaType, inside), inside, mediaType);
	}
});

test("a picture under the name of another type is refused, and so is what is no picture", () => {
	for (const [mediaType] of PICTURES)
		for (const body of [
			Buffer.from("hello, world"),
			...PICTURES.filter(([type]) => type !== mediaType).map(([, head]) => head),
		]) {
			const problem = raised(() => asImage(mediaType, body));
			assert.equal(problem.code, "unsupported-media-type");
			assert.equal(problem.detail, `The input is not ${mediaType}, which its Content-Type names.`);
		}
});

test("a picture cut within its first bytes is refused, whatever its length", () => {
	const lengths: Readonly<Record<string, number>> = {
		"image/jpeg": 3, "image/png": 8, "image/gif": 6, "image/webp": 12, "image/avif": 8, "image/tiff": 4,
	}; // biome-ignore format: a list
	for (const [mediaType, head] of PICTURES)
		for (let length = 1; length < (lengths[mediaType] ?? 0); length++)
			assert.equal(
				raised(() => asImage(mediaType, head.subarray(0, length))).code,
				"unsupported-media-type",
				`${mediaType}, ${length} bytes`,
			);
});

test("a video is not an AVIF image although both have boxes", () => {
	const film = latin1("\0\0\0\x20ftypisom\0\0\x02\0isomiso2");
	assert.equal(raised(() => asImage("image/avif", film)).code, "unsupported-media-type");
});

test("an image of a type without a known signature is not checked", () => {
	const body = Buffer.from("anything");
	assert.equal(asImage("image/x-anything", body), body);
});

test("a result is written as JSON, with its links at the end where it has some", () => {
	const written = (value: object, links?: string) => Buffer.from(encodeJson(value, links)).toString();
	assert.equal(written({ a: "é" }), '{"a":"é"}');
	assert.equal(written({ a: 1 }, '{"x":{}}'), '{"a":1,"_links":{"x":{}}}');
	assert.equal(written({}, "{}"), '{"_links":{}}');
	assert.equal(written({ a: undefined }, "{}"), '{"_links":{}}');
});
