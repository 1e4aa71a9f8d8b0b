import { type Encode, encodersOf, type ResultType, rawTypes } from "../../codecs/encode.js";
import type { Mill } from "../../core/definition/mill.js";
import { compile, compileOutput, type Validator } from "../../core/schema/json-schema.js";

/** A loaded mill: its model is in memory and its schemas are compiled. */
export interface ReadyMill {
	readonly mill: Mill;
	readonly model: unknown;
	/** By media type; only for inputs with a schema. */
	readonly inputs: ReadonlyMap<string, Validator>;
	readonly output: Validator;
	/** By media type of the result. */
	readonly encoders: ReadonlyMap<ResultType, Encode>;
	/** The media types of its bytes, if callers can get them alone. */
	readonly rawTypes: readonly ResultType[];
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
		output: compileOutput(mill.output, mill.binary),
		encoders: encodersOf(mill),
		rawTypes: rawTypes(mill),
	};
}
