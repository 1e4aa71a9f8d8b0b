import { type Example, inputParts, type Mill } from "../core/definition/mill.js";
import { mapBinary } from "../core/schema/binary-values.js";
import { located, type ServerInfo } from "./server-info.js";

/** Returns the media type of an example's input. */
export function exampleType(mill: Mill, { mediaType }: Example): string {
	return mediaType ?? Object.keys(mill.input)[0] ?? "";
}

/** Returns the examples of a mill for its schema document. Text is included; other input is linked by its address. */
export function listedExamples(mill: Mill, info: ServerInfo): object[] {
	return mill.examples.map((example, i) => {
		const { title, input, parameters = {} } = example;
		const isBinary = isBinaryInput(input);
		const href = isBinary ? exampleAddress(mill, info, i) : undefined;
		return {
			...(title !== undefined && { title }),
			mediaType: exampleType(mill, example),
			...(Object.keys(parameters).length > 0 && { parameters }),
			...(!isBinary && { input }),
			...(href !== undefined && { href }),
		};
	});
}

/** Returns whether an input is or contains bytes, which JSON cannot hold. */
export function isBinaryInput(input: unknown): boolean {
	return inputParts(input).some((part) => part instanceof URL || part instanceof Uint8Array);
}

/** Returns the address of the input of the example with this index; undefined if the server does not send it. */
export function exampleAddress(mill: Mill, info: ServerInfo, i: number): string | undefined {
	const example = mill.examples[i];
	const { offers } = info;
	if (!example || !offers("urls", mill.name) || !offers("schema", mill.name) || !info.gives(example))
		return undefined;
	return located(info, exampleHref(mill, i));
}

/** The most bytes of a binary member that a document shows. */
const MOST_SHOWN = 3_000;

/** Returns the output of an example as JSON has it; undefined if its bytes are in a file or too long for a document. */
export function outputAsJson({ binary }: Mill, { output }: Example): object | undefined {
	let isShort = true;
	const json = mapBinary(output, binary, (value) => {
		isShort &&= value instanceof Uint8Array && value.byteLength <= MOST_SHOWN;
		return value instanceof Uint8Array && isShort ? Buffer.from(value).toString("base64") : undefined;
	});
	return isShort ? (json as object) : undefined;
}

/** Returns the output of an example for people: bytes are named by their type. */
export function outputForPeople({ binary }: Mill, { output }: Example): unknown {
	return mapBinary(output, binary, (_, { mediaTypes }) => `(${mediaTypes[0]} in base64)`);
}

/** The address is below the mill's name, which does not depend on the parameters in the mill's path. */
function exampleHref(mill: Mill, i: number): string {
	return `${mill.name}/$example${i === 0 ? "" : `?number=${i + 1}`}`;
}
