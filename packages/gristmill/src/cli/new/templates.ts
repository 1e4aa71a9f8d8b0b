/** A PNG image of one pixel. */
export const PIXEL =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The files of a new mill by name, and a command that calls it. */
export interface NewFiles {
	readonly line: string;
	readonly files: Readonly<Record<string, string>>;
}

/** What a new mill takes, or "parts": a text, and its result comes part by part. */
export type NewInput = "text" | "image" | "form" | "parts";

/** The files of a new mill in TypeScript or JavaScript. */
export function templates(name: string, input: NewInput, isJavaScript: boolean): NewFiles {
	const ending = isJavaScript ? "mjs" : "ts";
	const { mill, cases } = {
		text: () => ({ mill: textMill(name), cases: textCases(name) }),
		image: () => ({ mill: imageMill(name, isJavaScript), cases: imageCases(name) }),
		form: () => ({ mill: formMill(name), cases: formCases(name) }),
		parts: () => ({ mill: partsMill(name), cases: partsCases(name) }),
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
		parts: `${curl} -N -H 'Accept: application/jsonl' -H 'Content-Type: text/plain' --data-raw 'One. Two words.'`,
	}[input];
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

function formCases(name: string): string {
	return `test("${name} counts characters, not bytes", async () => {
	const { output } = await client.call("${name}", { parts: { old: "Grüße", new: "Korn" } }, { validate: true });
	assert.deepEqual(output, { added: -1 });
});

test("${name} refuses a call without one of its parts", async () => {
	const call = client.call("${name}", { parts: { old: "Grist" } });
	await assert.rejects(call, { status: 422 });
});
`;
}

function partsMill(name: string): string {
	return `import { defineMill, MiB, Type, text } from "gristmill";

export default defineMill({
	name: "${name}",
	version: "1.0.0",
	summary: "Counts the words of each sentence.",
	description: "A sentence ends with a full stop.",
	input: { "text/plain": text({ maxBytes: 1 * MiB, description: "Any text." }) },
	output: Type.Object({
		words: Type.Array(Type.Integer({ minimum: 0 }), { description: "The words of each sentence." }),
		longest: Type.Integer({ minimum: 0, description: "The words of the longest sentence." }),
	}),
	// This member comes part by part, for callers that ask for application/jsonl or text/event-stream. All others get the whole.
	parts: "words",
	// Examples are documentation, the self-test at the start, and what \`gristmill test\` runs.
	examples: [{ input: "One. Two words.", output: { words: [1, 2], longest: 2 } }],
	// The algorithm. It must be pure: the same input always gives the same parts.
	*run(input, { progress }) {
		const sentences = input.split(".").filter((sentence) => sentence.trim() !== "");
		let longest = 0;
		for (const [i, sentence] of sentences.entries()) {
			const words = sentence.trim().split(/\\s+/).length;
			longest = Math.max(longest, words);
			yield words;
			progress((i + 1) / sentences.length);
		}
		// The other members.
		return { longest };
	},
});
`;
}

function partsCases(name: string): string {
	return `test("${name} counts the words of each sentence", async () => {
	const { output } = await client.call("${name}", "A b c. D.", { validate: true });
	assert.deepEqual(output, { words: [3, 1], longest: 3 });
});

test("${name} gives its parts one by one", async () => {
	const parts = [];
	for await (const part of client.stream("${name}", "A b c. D.")) parts.push(part);
	assert.deepEqual(parts, [3, 1]);
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
