import { Buffer } from "node:buffer";
import { fileURLToPath } from "node:url";
import { type Definition, defineMill } from "../core/definition/define-mill.js";
import type { InputForm } from "../core/definition/input.js";
import type { Example, Mill, Need, RunContext, SettingValues } from "../core/definition/mill.js";
import { plainSettings } from "../core/definition/settings.js";
import { binaryMembers } from "../core/schema/binary.js";
import { mapBinary } from "../core/schema/binary-values.js";
import type { JsonSchema } from "../core/schema/json-schema.js";
import type { ObjectSchema, Schema } from "../core/schema/type.js";
import { inputBytes } from "./input-bytes.js";
import { PythonProcess } from "./python-process.js";
import { agreesWithin } from "./tolerance.js";

/** Bytes of an example as Python tells them. */
type ToldBytes = { readonly hex: string } | { readonly file: string };
type ToldInput = { readonly value: unknown } | ToldBytes;

/** What a mill file in Python tells about its mill. */
export interface ToldMill {
	/** The keys of `defineMill` that JSON can write. */
	readonly definition: Readonly<Record<string, unknown>> & {
		readonly name: string;
		readonly input: Readonly<Record<string, InputForm>>;
		readonly output: JsonSchema;
		readonly examples: readonly (Omit<Example, "input"> & { readonly input: ToldInput })[];
	};
	/** URLs of files. */
	readonly assets: readonly string[];
	/** How far numbers may be from those of an example. */
	readonly tolerance: number | null;
	/** Whether it can compute several calls together. */
	readonly batches: boolean;
	/** The line of the function. */
	readonly line: number;
	/** The version of Python, and of the packages that the file has imported. */
	readonly python: string;
	readonly packages: Readonly<Record<string, string>>;
}

/** A mill in Python: what its file tells, and how to run it. Paths are URLs, because the digest leaves folders out. */
export interface PythonMill {
	readonly told: ToldMill;
	readonly script: string;
	/** Ends in a slash, so that the digest leaves it out: the same code may run with another interpreter of the same version. */
	readonly interpreter: string;
	/** The script, the modules beside it that it imports, and the list of its packages: they are hashed like assets. */
	readonly files: readonly string[];
	/** The seed of Python's hashes, which decides the order of sets. */
	readonly seed: number;
}

type AnyDefinition = Definition<Record<string, InputForm>, ObjectSchema, Schema, PythonProcess>;

/** Makes a mill of a file in Python. Throws a TypeError if the definition is invalid. */
export function pythonMill({ told, script, interpreter, files, seed }: PythonMill): Mill {
	const { definition, assets, tolerance, batches } = told;
	const { name, input, output, examples } = definition;
	const call = (value: unknown, { mediaType, outputType, parameters }: RunContext) =>
		[{ mediaType, outputType, parameters }, inputBytes(input[mediaType], value)] as const;
	const binary = binaryMembers(output);
	const options = {
		interpreter: fileURLToPath(interpreter).replace(/\/$/, ""),
		script: fileURLToPath(script),
		seed,
	};
	return defineMill({
		...definition,
		examples: examples.map((example) => ({
			...example,
			input: "value" in example.input ? example.input.value : bytesOf(example.input),
			output: mapBinary(example.output, binary, (value) => bytesOf(value as ToldBytes)),
		})),
		assets: [...files, ...assets].map((url) => new URL(url)),
		needs: Array.isArray(definition.needs ?? [])
			? ["spawn", ...((definition.needs ?? []) as Need[])]
			: definition.needs,
		...(tolerance === null ? {} : { agrees: agreesWithin(tolerance) }),
		load: (context: { readonly settings: SettingValues }) =>
			PythonProcess.start(name, options, { settings: plainSettings({ settingValues: context.settings }) }),
		run:
			definition.parts === undefined
				? (value: unknown, context: RunContext) =>
						(context.model as PythonProcess).call(...call(value, context))
				: async function* (value: unknown, context: RunContext) {
						return yield* (context.model as PythonProcess).callInParts(...call(value, context), context);
					},
		...(batches && {
			runBatch: (values: readonly unknown[], { mediaType, outputType, parameters, model }: RunContext) =>
				(model as PythonProcess).callBatch(
					{ mediaType, outputType, parameters },
					values.map((value) => inputBytes(input[mediaType], value)),
				),
		}),
		// The definition is checked when it is used: its types are those of another program.
	} as unknown as AnyDefinition);
}

function bytesOf(told: ToldBytes): Uint8Array | URL {
	return "hex" in told ? Uint8Array.from(Buffer.from(told.hex, "hex")) : new URL(told.file);
}
