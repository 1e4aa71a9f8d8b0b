import { type XmlShape, xmlShape } from "../codecs/xml-shape.js";
import { compile, compileOutput, type Validator } from "../core/json-schema.js";
import type { Mill } from "../core/mill.js";

/** A mill that is loaded and can be called: its model in memory, its schemas compiled. */
export interface ReadyMill {
	readonly mill: Mill;
	readonly model: unknown;
	/** By media type; only where the input has a schema. */
	readonly inputs: ReadonlyMap<string, Validator>;
	readonly output: Validator;
	/** How its results look in XML; undefined where they cannot. */
	readonly xml: XmlShape | undefined;
}

/** Loads the model and compiles the schemas: once per process, before the first call. */
export async function makeReady(mill: Mill): Promise<ReadyMill> {
	const inputs = new Map<string, Validator>();
	for (const [mediaType, { schema }] of Object.entries(mill.input))
		if (schema) inputs.set(mediaType, compile(schema));
	return {
		mill,
		model: await mill.load?.({ assets: mill.assets }),
		inputs,
		output: compileOutput(mill.output),
		xml: xmlShape(mill.output),
	};
}
