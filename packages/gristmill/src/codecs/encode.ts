import type { Mill } from "../core/definition/mill.js";
import { rawMember } from "../core/schema/binary.js";
import { withBase64 } from "../core/schema/binary-values.js";
import { encodeJson } from "./formats/json.js";
import { encodeXml } from "./formats/xml.js";
import { xmlShape } from "./formats/xml-shape.js";

/** An encoded result. The server sends a string in one write with the headers. */
export type Content = Uint8Array | string;

/** Encodes a result that was checked against the output schema. Returns undefined if the format cannot represent the value. */
export type Encode = (output: object, links: string | undefined) => Content | undefined;

/** The media type of a result. */
export type ResultType = string;

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

/** Every format of whole results, in the server's order of preference. A new format is one row. */
const FORMATS: Readonly<Record<ResultType, ResultFormat>> = {
	"application/json": {
		contentType: "application/json",
		encoder: jsonEncoder,
	},
	"application/hal+json": {
		contentType: "application/hal+json",
		needsLinks: true,
		encoder: jsonEncoder,
	},
	"application/xml": {
		contentType: "application/xml; charset=utf-8",
		unencodable: "The result has a character that XML 1.0 cannot represent. Ask for JSON.",
		encoder: ({ name, output, binary }) => {
			const shape = xmlShape(output);
			return shape && ((value) => encodeXml(name, shape, withBase64(value, binary)));
		},
	},
};

/** The media types of whole results. Bytes alone have the types that their mill offers. */
export const RESULT_TYPES: readonly ResultType[] = Object.keys(FORMATS);

/** The media types of a mill's bytes, if callers can get them alone. */
export function rawTypes({ binary }: Mill): readonly ResultType[] {
	return rawMember(binary)?.mediaTypes ?? [];
}

/** The format of a media type of results. */
export function resultFormat(type: ResultType): Omit<ResultFormat, "encoder"> {
	if (Object.hasOwn(FORMATS, type)) return FORMATS[type] as ResultFormat;
	return { contentType: type.startsWith("text/") ? `${type}; charset=utf-8` : type };
}

/** The encoders of a mill by media type, in the server's order of preference. */
export function encodersOf(mill: Mill): ReadonlyMap<ResultType, Encode> {
	const encoders = new Map<ResultType, Encode>();
	for (const [type, format] of Object.entries(FORMATS)) {
		const encode = format.encoder(mill);
		if (encode) encoders.set(type, encode);
	}
	const raw = rawMember(mill.binary);
	for (const type of raw?.mediaTypes ?? []) encoders.set(type, (output) => bytesOf(output, raw?.path[0]));
	return encoders;
}

function jsonEncoder({ binary }: Mill): Encode {
	if (binary.length === 0) return encodeJson;
	return (output, links) => encodeJson(withBase64(output, binary), links);
}

/** The bytes of a member. They are copied out of a larger memory, such as that of a WebAssembly module, which may change. */
function bytesOf(output: object, member = ""): Uint8Array {
	const bytes = (output as Record<string, Uint8Array>)[member] as Uint8Array;
	// Not with `slice`, which copies nothing of a Buffer.
	return bytes.byteLength === bytes.buffer.byteLength ? bytes : Buffer.from(bytes);
}
