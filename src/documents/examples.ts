import type { Example, Mill } from "../core/mill.js";
import { located, type Site } from "./site.js";

/** The media type that an example is sent as. */
export function exampleType(mill: Mill, { mediaType }: Example): string {
	return mediaType ?? Object.keys(mill.input)[0] ?? "";
}

/** The examples of a mill for its schema document: what is text as it is, what is not by its address. */
export function listedExamples(mill: Mill, site: Site): object[] {
	return mill.examples.map((example, i) => {
		const { input, parameters = {} } = example;
		const isBinary = input instanceof URL || input instanceof Uint8Array;
		const hasAddress = isBinary && site.offers("urls", mill.name) && site.gives(example);
		return {
			mediaType: exampleType(mill, example),
			...(Object.keys(parameters).length > 0 && { parameters }),
			...(!isBinary && { input }),
			...(hasAddress && { href: located(site, exampleHref(mill, i)) }),
		};
	});
}

/** Below the mill's name, which is there whatever the parameters in its path are. */
function exampleHref(mill: Mill, i: number): string {
	return `${mill.name}/$example${i === 0 ? "" : `?number=${i + 1}`}`;
}
