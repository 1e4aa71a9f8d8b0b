/** A PNG image of one pixel. */
export const PIXEL =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The files of a new mill by name, and a command that calls it. */
export interface NewFiles {
	readonly line: string;
	readonly files: Readonly<Record<string, string>>;
}

/** The files of a new mill in TypeScript or JavaScript. */
export function templates(name: string, isImage: boolean, isJavaScript: boolean): NewFiles {
	const ending = isJavaScript ? "mjs" : "ts";
	const mill = isImage ? imageMill(name, isJavaScript) : textMill(name);
	const cases = isImage ? imageCases(name) : textCases(name);
	return {
		line: curlLine(name, isImage),
		files: { [`${name}.${ending}`]: mill, [`${name}.test.${ending}`]: testFile(name, ending, cases) },
	};
}

/** A command that calls a new mill. */
export function curlLine(name: string, isImage: boolean): string {
	const curl = `curl -sS http://127.0.0.1:8080/${name}`;
	return isImage
		? `echo ${PIXEL} | base64 -d | ${curl} -H 'Content-Type: image/png' --data-binary @-`
		: `${curl} -H 'Content-Type: text/plain' --data-raw 'Grist'`;
}

function textMill(name: string): string {
	return `import { defineMill, MiB, Type, text } from "gristmill";

export default defineMill({
	name: "${name}",
	version: "1.0.0",
	summary: "Counts the characters of a text.",
	description: "Characters are Unicode code points.",
	input: { "text/plain": text({ maxBytes: 1 * MiB, description: "Any text." }) },
	output: Type.Object({
		characters: Type.Integer({ minimum: 0, description: "Unicode code points." }),
	}),
	// Examples are documentation, the self-test at the start, and what \`gristmill test\` runs.
	examples: [{ input: "Grist", output: { characters: 5 } }],
	// The algorithm. It must be pure: the same input always gives the same output.
	run: (input) => {
		let characters = 0;
		for (const _ of input) characters++;
		return { characters };
	},
});
`;
}

function textCases(name: string): string {
	return `test("${name} counts characters, not bytes", async () => {
	const { output } = await client.call("${name}", "Grüße", { validate: true });
	assert.deepEqual(output, { characters: 5 });
});

test("${name} refuses bytes that are no text", async () => {
	const call = client.call("${name}", Uint8Array.of(0xff), { mediaType: "text/plain" });
	await assert.rejects(call, { status: 400 });
});
`;
}

function imageMill(name: string, isJavaScript: boolean): string {
	return `import { defineMill, image, MiB, Problem, Type } from "gristmill";

export const PIXEL = Uint8Array.from(
	atob("${PIXEL}"),
	(character) => character.charCodeAt(0),
);

/** Reads the size from the header, which is the first chunk of every PNG. */
function sizeOf(bytes${isJavaScript ? "" : ": Uint8Array"}) {
	if (bytes.byteLength < 24) throw new Problem("unreadable-input", "Send the whole picture: it is cut off.");
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return { width: view.getUint32(16), height: view.getUint32(20) };
}

export default defineMill({
	name: "${name}",
	version: "1.0.0",
	summary: "Measures the width and the height of a PNG picture.",
	input: { "image/png": image({ maxBytes: 10 * MiB, description: "One PNG picture." }) },
	output: Type.Object({
		width: Type.Integer({ minimum: 0, description: "Pixels from left to right." }),
		height: Type.Integer({ minimum: 0, description: "Pixels from top to bottom." }),
	}),
	// Examples are documentation, the self-test at the start, and what \`gristmill test\` runs.
	examples: [{ input: PIXEL, output: { width: 1, height: 1 } }],
	// The algorithm. It must be pure: the same input always gives the same output.
	run: (input) => sizeOf(input),
});
`;
}

function imageCases(name: string): string {
	return `export const PIXEL = Uint8Array.from(
	atob("${PIXEL}"),
	(character) => character.charCodeAt(0),
);

test("${name} measures a picture", async () => {
	const { output } = await client.call("${name}", PIXEL, { validate: true });
	assert.deepEqual(output, { width: 1, height: 1 });
});

test("${name} refuses half a picture", async () => {
	const call = client.call("${name}", PIXEL.subarray(0, 20), { mediaType: "image/png" });
	await assert.rejects(call, { status: 400 });
});
`;
}

function testFile(name: string, ending: string, cases: string): string {
	return `import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createServer } from "gristmill";
import { createClient } from "gristmill/client";
import mill from "./${name}.${ending}";

const server = await createServer([mill], { log: () => {} });
const client = createClient(await server.listen(0));
after(() => server.close());

${cases}`;
}
