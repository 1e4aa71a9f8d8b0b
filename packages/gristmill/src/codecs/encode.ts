import type { Mill } from "../core/definition/mill.js";
import { encodeJson } from "./formats/json.js";
import { encodeXml } from "./formats/xml.js";
import { xmlShape } from "./formats/xml-shape.js";

/** An encoded result. The server sends a string in one write with the headers. */
export type Content = Uint8Array | string;

/** Encodes a result that was checked against the output schema. Returns undefined if the format cannot represent the value. */
export type Encode = (output: object, links: string | undefined) => Content | undefined;

/** A media type of results. */
interface ResultFormat {
	/** The value of Content-Type. */
	readonly contentType: string;
	/** Whether the format is offered only where the server offers links. */
	readonly needsLinks?: boolean;
	/** The detail of the 406 if `Encode` returns undefined. */
	readonly unencodable?: string;
	/** Prepares the encoder of a mill, once per process. Returns undefined if the mill's results have no such format. */
	encoder(mill: Mill): Encode | undefined;
}

/** Every format of results, in the server's order of preference. A new format is one row. */
const FORMATS = {
	"application/json": {
		contentType: "application/json",
		encoder: () => encodeJson,
	},
	"application/hal+json": {
		contentType: "application/hal+json",
		needsLinks: true,
		encoder: () => encodeJson,
	},
	"application/xml": {
		contentType: "application/xml; charset=utf-8",
		unencodable: "Ask for JSON: this result contains a character that XML 1.0 cannot represent.",
		encoder: ({ name, output }) => {
			const shape = xmlShape(output);
			return shape && ((value) => encodeXml(name, shape, value));
		},
	},
} satisfies Record<string, ResultFormat>;

export type ResultType = keyof typeof FORMATS;

export const RESULT_FORMATS: Readonly<Record<ResultType, ResultFormat>> = FORMATS;

export const RESULT_TYPES = Object.keys(FORMATS) as readonly ResultType[];

/** The encoders of a mill by media type, in the server's order of preference. */
export function encodersOf(mill: Mill): ReadonlyMap<ResultType, Encode> {
	const encoders = new Map<ResultType, Encode>();
	for (const type of RESULT_TYPES) {
		const encode = RESULT_FORMATS[type].encoder(mill);
		if (encode) encoders.set(type, encode);
	}
	return encoders;
}
