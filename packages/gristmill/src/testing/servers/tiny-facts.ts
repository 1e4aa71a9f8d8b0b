import { Buffer, isUtf8 } from "node:buffer";

/** The facts about a tiny mill: the content of its documents, and its algorithm. */
export interface TinyFacts {
	readonly tool: string;
	readonly mediaType: string;
	/** Returns undefined if the input is not of the mill's type. */
	readonly run: (input: Buffer) => Record<string, unknown> | undefined;
	readonly schema: Record<string, unknown>;
	readonly xmlSchema: string;
	readonly description: string;
	readonly list: unknown;
	readonly openApi: unknown;
	readonly catalogue: unknown;
	readonly links: Record<string, unknown>;
	/** Returns the ETag of each document. */
	readonly tag: (document: string) => string;
	readonly allow: string;
	/** Its Mill-Digest. Then it has pinned addresses. */
	readonly digest?: string;
	/** The media types of its bytes, and how they are written. The member `drawing` has the first in base64. */
	readonly raw?: Readonly<Record<string, (input: Buffer) => Buffer>>;
	/** The parts of its result, and the other members. */
	readonly stream?: (
		input: Buffer,
		chunked: boolean,
	) => { readonly parts: readonly unknown[]; readonly rest: object };
	readonly offers: { readonly negotiation: boolean; readonly links: boolean; readonly urls: boolean };
}

const XSD = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

function factsOf(
	tool: string,
	mediaType: string,
	output: Record<string, "string" | "integer">,
	run: TinyFacts["run"],
	examples: readonly string[],
): TinyFacts {
	const names = Object.keys(output);
	const elements = names.map((name) => `<xs:element name="${name}" type="xs:${output[name]}"/>`).join("");
	const operation = {
		requestBody: { content: { [mediaType]: {} } },
		responses: { 200: { description: "The result" } },
	};
	return {
		tool,
		mediaType,
		run,
		schema: {
			$schema: "https://json-schema.org/draft/2020-12/schema",
			title: tool,
			type: "object",
			properties: Object.fromEntries(names.map((name) => [name, { type: output[name] }])),
			required: names,
			$defs: {
				input: { contentMediaType: mediaType, ...(examples.length > 0 && { examples }) },
				operation: { const: { method: "POST", security: [] } },
			},
		},
		xmlSchema: `<xs:schema ${XSD}><xs:element name="${tool}"><xs:complexType><xs:sequence>${elements}</xs:sequence></xs:complexType></xs:element></xs:schema>`,
		description: `# ${tool}\n\nPOST ${mediaType} to it.\n`,
		list: { methods: [{ name: tool, method: "POST", accepts: [mediaType] }, { name: "other-tool" }] },
		openApi: {
			openapi: "3.1.1",
			info: { title: "Tiny", version: "1" },
			paths: { [`/${tool}`]: { post: operation } },
		},
		catalogue: { linkset: [{ anchor: `http://127.0.0.1/v1/${tool}` }] },
		links: { schema: { href: "docs/schema" }, description: { href: "docs/text" } },
		tag: (document) => `"${document}-1"`,
		allow: "POST, OPTIONS",
		offers: { negotiation: true, links: true, urls: true },
	};
}

/** Returns a text in capitals. */
export function shouter(): TinyFacts {
	const run = (input: Buffer) => {
		const text = input.toString("utf8");
		// If the bytes differ after decoding and encoding, the input was not valid UTF-8.
		if (!Buffer.from(text, "utf8").equals(input)) return undefined;
		return { text: text.toUpperCase(), length: text.length };
	};
	const examples = ["Rye grows here", "Wheat grows there", "Barley grows nowhere", "Oats grow anywhere"];
	return factsOf("shouter", "text/plain", { text: "string", length: "integer" }, run, examples);
}

/** Classifies the pixels of an image. Here, all bytes outside comments stand for the pixels. */
export function classifier(): TinyFacts {
	const run = (input: Buffer) => {
		if (input[0] !== 0xff || input[1] !== 0xd8 || input.at(-1) !== 0xd9) return undefined;
		const start = input[3] === 0xfe ? 4 + input.readUInt16BE(4) : 2;
		let sum = 0;
		for (const byte of input.subarray(start)) sum = (sum + byte) % 90;
		return { gender: sum % 2 ? "f" : "m", age: sum };
	};
	return factsOf("classifier", "image/jpeg", { gender: "string", age: "integer" }, run, []);
}

export const DRAWER_DIGEST = "drawer-digest-00000000";

/** Draws a text. The bytes only begin like a picture. */
function drawer(): TinyFacts {
	const raw = {
		"image/png": (input: Buffer) => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), input]),
		"image/gif": (input: Buffer) => Buffer.concat([Buffer.from("GIF89a"), input]),
	};
	const run = (input: Buffer) => {
		if (!isUtf8(input)) return undefined;
		return { drawing: raw["image/png"](input).toString("base64"), length: input.length };
	};
	const examples = ["A mill by a river", "A sack of rye", "Two millstones", "A heap of flour"];
	const facts = factsOf("drawer", "text/plain", { drawing: "string", length: "integer" }, run, examples);
	const { properties, $defs } = facts.schema as Record<string, Record<string, Record<string, unknown>>>;
	const whole = { "application/json": "#", "application/hal+json": "#", "application/xml": null };
	const operation = {
		method: "POST",
		security: [],
		responses: { 200: { ...whole, "image/png": null, "image/gif": null } },
	};
	return {
		...facts,
		raw,
		digest: DRAWER_DIGEST,
		schema: {
			...facts.schema,
			properties: {
				...properties,
				drawing: { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
			},
			$defs: { ...$defs, operation: { const: operation } },
		},
	};
}

/** Tells the words of a text one by one. */
function teller(): TinyFacts {
	const words = (input: Buffer) => input.toString("utf8").split(" ");
	const run = (input: Buffer) =>
		isUtf8(input) ? { text: words(input).join(" "), words: words(input).length } : undefined;
	const examples = ["Rye grows here", "Wheat grows there", "Barley grows nowhere", "Oats grow anywhere"];
	return {
		...factsOf("teller", "text/plain", { text: "string", words: "integer" }, run, examples),
		stream: (input) => ({
			parts: words(input).map((word, i) => (i > 0 ? ` ${word}` : word)),
			rest: { words: words(input).length },
		}),
	};
}

export const TINY_MILLS = { shouter, classifier, drawer, teller } as const;

export type TinyMill = keyof typeof TINY_MILLS;
