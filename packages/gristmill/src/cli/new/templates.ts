/** A PNG image of one pixel. */
export const PIXEL =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The files of a new mill by name, and a command that calls it. */
export interface NewFiles {
	readonly line: string;
	readonly files: Readonly<Record<string, string>>;
}

/** What a new mill takes. */
export type NewInput = "text" | "image" | "form";
/** What a new mill gives. */
export type NewOutput = "json" | "picture" | "parts";

/** The files of a new mill in TypeScript or JavaScript. */
export function templates(name: string, input: NewInput, output: NewOutput, isJavaScript: boolean): NewFiles {
	const ending = isJavaScript ? "mjs" : "ts";
	const { mill, cases } = {
		text: () => textTemplates(name, output, isJavaScript),
		image: () => ({ mill: imageMill(name, isJavaScript), cases: imageCases(name) }),
		form: () => ({ mill: formMill(name), cases: formCases(name, isJavaScript) }),
	}[input]();
	return {
		line: curlLine(name, input),
		files: { [`${name}.${ending}`]: mill, [`${name}.test.${ending}`]: testFile(name, ending, cases) },
	};
}

/** A command that calls a new mill. */
export function curlLine(name: string, input: NewInput): string {
	const curl = `curl -sS http://127.0.0.1:8080/${name}`;
	return {
		text: `${curl} -H 'Content-Type: text/plain' --data-raw 'Grist'`,
		image: `echo ${PIXEL} | base64 -d | ${curl} -H 'Content-Type: image/png' --data-binary @-`,
		form: `${curl} -F old=Grist -F new=Flour!`,
	}[input];
}

function textTemplates(name: string, output: NewOutput, isJavaScript: boolean) {
	return {
		json: () => ({ mill: textMill(name), cases: textCases(name) }),
		picture: () => ({ mill: drawingMill(name, isJavaScript), cases: drawingCases(name) }),
		parts: () => ({ mill: partsMill(name), cases: partsCases(name) }),
	}[output]();
}

function formMill(name: string): string {
	return `import { defineMill, form, MiB, Type, text } from "gristmill";

export default defineMill({
	name: "${name}",
	version: "1.0.0",
	summary: "Compares the lengths of two texts.",
	description: "Characters are Unicode code points.",
	// Several inputs in one call: the parts of a form. A part may also be image(), bytes(), json(…), or optional(…).
	input: {
		"multipart/form-data": form({
			old: text({ maxBytes: 1 * MiB, description: "Any text." }),
			new: text({ maxBytes: 1 * MiB, description: "Any other text." }),
		}),
	},
	output: Type.Object({
		added: Type.Integer({ description: "How many characters the new text has more." }),
	}),
	// Examples are documentation, the self-test at the start, and what \`gristmill test\` runs.
	examples: [{ input: { old: "Grist", new: "Flour!" }, output: { added: 1 } }],
	// The algorithm. It must be pure: the same input always gives the same output.
	run: (parts) => ({ added: [...parts.new].length - [...parts.old].length }),
});
`;
}

function formCases(name: string, isJavaScript: boolean): string {
	return `test("${name} counts characters, not bytes", async () => {
	assert.deepEqual(await call({ old: "Grüße", new: "Korn" }), { added: -1 });
});

test("${name} refuses a call without one of its parts", async () => {
	await assert.rejects(call({ old: "Grist" }${isJavaScript ? "" : " as never"}), { code: "invalid-input" });
});
`;
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
	assert.deepEqual(await call("Grüße"), { characters: 5 });
});

test("${name} counts nothing in an empty text", async () => {
	assert.deepEqual(await call(""), { characters: 0 });
});
`;
}

function drawingMill(name: string, isJavaScript: boolean): string {
	return `import { binary, defineMill, MiB, Type, text } from "gristmill";

export default defineMill({
	name: "${name}",
	version: "1.0.0",
	summary: "Draws a bar for each word of a text, as long as the word.",
	input: { "text/plain": text({ maxBytes: 1 * MiB, description: "Any text." }) },
	// Accept: image/svg+xml asks for the picture alone. In JSON, it is in base64.
	output: Type.Object({ picture: binary("image/svg+xml"), bars: Type.Integer({ minimum: 0 }) }),
	// Examples are documentation, the self-test at the start, and what \`gristmill test\` runs.
	examples: [{ input: "Grist to the mill", output: { picture: drawn([5, 2, 3, 4]), bars: 4 } }],
	// The algorithm. It must be pure: the same input always gives the same output.
	run: (input) => {
		const lengths = (input.match(/\\S+/g) ?? []).map((word) => word.length);
		return { picture: drawn(lengths), bars: lengths.length };
	},
});

function drawn(lengths${isJavaScript ? "" : ": readonly number[]"}) {
	const bars = lengths.map((length, i) => \`<rect y="\${i * 12}" width="\${length * 10}" height="10"/>\`);
	const svg = \`<svg xmlns="http://www.w3.org/2000/svg">\${bars.join("")}</svg>\\n\`;
	return new TextEncoder().encode(svg);
}
`;
}

function drawingCases(name: string): string {
	return `test("${name} draws a bar for each word", async () => {
	const { picture } = await call("one two");
	assert.match(new TextDecoder().decode(picture), /(<rect [^>]*>){2}/);
});

test("${name} draws nothing of an empty text", async () => {
	assert.equal((await call("")).bars, 0);
});
`;
}

function partsMill(name: string): string {
	return `import { defineMill, MiB, Type, text } from "gristmill";

export default defineMill({
	name: "${name}",
	version: "1.0.0",
	summary: "Measures the words of a text.",
	input: { "text/plain": text({ maxBytes: 1 * MiB, description: "Any text." }) },
	output: Type.Object({
		lengths: Type.Array(Type.Integer(), { description: "The length of each word." }),
		words: Type.Integer({ minimum: 0 }),
	}),
	// Accept: application/jsonl asks for the lengths as they come. Others get the whole result.
	parts: "lengths",
	// Examples are documentation, the self-test at the start, and what \`gristmill test\` runs.
	examples: [{ input: "Grist to the mill", output: { lengths: [5, 2, 3, 4], words: 4 } }],
	// The algorithm. It must be pure: the same input always gives the same output.
	*run(input) {
		let words = 0;
		for (const [word] of input.matchAll(/\\S+/g)) {
			words++;
			yield word.length;
		}
		return { words };
	},
});
`;
}

function partsCases(name: string): string {
	return `test("${name} gives a length for each word", async () => {
	assert.deepEqual(await call("one three"), { lengths: [3, 5], words: 2 });
});

test("${name} finds nothing in an empty text", async () => {
	assert.deepEqual(await call(""), { lengths: [], words: 0 });
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
	if (bytes.byteLength < 24) throw new Problem("unreadable-input", "The picture is cut off. Send all of it.");
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
	assert.deepEqual(await call(PIXEL), { width: 1, height: 1 });
});

test("${name} refuses half a picture", async () => {
	await assert.rejects(call(PIXEL.subarray(0, 20)), { code: "unreadable-input" });
});
`;
}

function testFile(name: string, ending: string, cases: string): string {
	return `import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "gristmill";
import mill from "./${name}.${ending === "ts" ? "js" : ending}";

const call = await open(mill);

${cases}`;
}
