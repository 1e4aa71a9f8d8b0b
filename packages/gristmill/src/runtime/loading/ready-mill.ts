import { type Encode, encodersOf, type ResultType } from "../../codecs/encode.js";
import { ProgramMissing } from "../../command/program-failure.js";
import type { Mill } from "../../core/definition/mill.js";
import type { FoundProgram } from "../../core/definition/program.js";
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
}

/** Loads the model and compiles the schemas: once per process, before the first call. Tells `run` where its `program` is. */
export async function makeReady(mill: Mill, program?: FoundProgram): Promise<ReadyMill> {
	if (program && "missing" in program) throw new ProgramMissing(program.missing);
	if (program) mill.program?.use(program);
	const inputs = new Map<string, Validator>();
	for (const [mediaType, { schema }] of Object.entries(mill.input))
		if (schema) inputs.set(mediaType, compile(schema));
	return {
		mill,
		model: await mill.load?.({ assets: mill.assets }),
		inputs,
		output: compileOutput(mill.output),
		encoders: encodersOf(mill),
	};
}
