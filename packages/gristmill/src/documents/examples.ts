import type { Example, Mill } from "../core/definition/mill.js";
import { located, type ServerInfo } from "./server-info.js";

/** Returns the media type of an example's input. */
export function exampleType(mill: Mill, { mediaType }: Example): string {
	return mediaType ?? Object.keys(mill.input)[0] ?? "";
}

/** Returns the examples of a mill for its schema document. Text is included; other input is linked by its address. */
export function listedExamples(mill: Mill, info: ServerInfo): object[] {
	return mill.examples.map((example, i) => {
		const { title, input, parameters = {} } = example;
		const isBinary = input instanceof URL || input instanceof Uint8Array;
		const hasAddress = isBinary && info.offers("urls", mill.name) && info.gives(example);
		return {
			...(title !== undefined && { title }),
			mediaType: exampleType(mill, example),
			...(Object.keys(parameters).length > 0 && { parameters }),
			...(!isBinary && { input }),
			...(hasAddress && { href: located(info, exampleHref(mill, i)) }),
		};
	});
}

/** The address is below the mill's name, which does not depend on the parameters in the mill's path. */
function exampleHref(mill: Mill, i: number): string {
	return `${mill.name}/$example${i === 0 ? "" : `?number=${i + 1}`}`;
}
