import { type Encode, encodersOf, type ResultType, rawTypes } from "../codecs/encode.js";
import { streamTypes } from "../codecs/parts.js";
import { ProgramMissing } from "../command/program-failure.js";
import { partsOf } from "../core/definition/form.js";
import { type GrowingMember, growingMember } from "../core/definition/growing-member.js";
import type { InputForm } from "../core/definition/input.js";
import type { Mill } from "../core/definition/mill.js";
import type { FoundProgram } from "../core/definition/program.js";
import {
	compile,
	compileOutput,
	type JsonSchema,
	type OutputValidator,
	type Validator,
} from "../core/schema/json-schema.js";

/** The member of a mill's output that comes in parts, with what checks them. */
export interface Growing {
	readonly member: GrowingMember;
	/** Undefined for bytes. */
	readonly part: Validator | undefined;
	readonly rest: Validator;
	/** The media types in which it comes part by part. */
	readonly types: readonly string[];
}

/** A loaded mill: its model is in memory and its schemas are compiled. */
export interface ReadyMill {
	readonly mill: Mill;
	readonly model: unknown;
	/** The mills that it uses, by the name of the step. */
	readonly uses: ReadonlyMap<string, ReadyMill>;
	/** The schema of all parameters, for a mill that uses this one. */
	readonly parameters: Validator;
	/** By media type; only for inputs with a schema. */
	readonly inputs: ReadonlyMap<string, Validator>;
	readonly output: OutputValidator;
	/** Set if its result comes in parts. */
	readonly growing: Growing | undefined;
	/** By media type of the result. */
	readonly encoders: ReadonlyMap<ResultType, Encode>;
	/** The media types of its bytes, if callers can get them alone. */
	readonly rawTypes: readonly ResultType[];
}

/**
 * Loads the model and compiles the schemas: once per process, before the first call. Tells `run` where its `program` is, and
 * `load` where the files of `prepare` are.
 */
export async function makeReady(mill: Mill, program?: FoundProgram, prepared?: URL): Promise<ReadyMill> {
	if (program && "missing" in program) throw new ProgramMissing(program.missing);
	if (program) mill.program?.use(program);
	await mill.program?.start?.();
	const inputs = new Map<string, Validator>();
	for (const [mediaType, form] of Object.entries(mill.input)) {
		const schema = form.kind === "form" ? partsSchema(form) : form.schema;
		if (schema) inputs.set(mediaType, compile(schema));
	}
	const uses = new Map<string, ReadyMill>();
	for (const [step, used] of Object.entries(mill.uses)) uses.set(step, await makeReady(used));
	return {
		mill,
		uses,
		parameters: lazily(() => compile(mill.parameters)),
		model: await mill.load?.({ assets: mill.assets, settings: mill.settingValues, prepared }),
		inputs,
		output: compileOutput(mill.output, mill.binary),
		growing: mill.parts === undefined ? undefined : growingOf(mill, mill.parts),
		encoders: encodersOf(mill),
		rawTypes: rawTypes(mill),
	};
}

function growingOf(mill: Mill, name: string): Growing {
	const member = growingMember(mill.output, name);
	const part = member.part && compileOutput(member.part);
	return { member, part, rest: compileOutput(member.rest), types: streamTypes(mill) };
}

/** The schema of an object with the parts that are JSON. Other parts need no schema. */
function partsSchema(form: InputForm): JsonSchema {
	const members = partsOf(form).flatMap(([name, { schema }]) => (schema ? [[name, schema] as const] : []));
	return { type: "object", properties: Object.fromEntries(members) };
}

/** Compiles a schema on first use: few mills are used by others. */
function lazily(make: () => Validator): Validator {
	let made: Validator | undefined;
	const validator = () => {
		made ??= make();
		return made;
	};
	return {
		check: (value) => validator().check(value),
		complaint: (value) => validator().complaint(value),
		complaintForLog: (value, code) => validator().complaintForLog(value, code),
	};
}
