import { Buffer } from "node:buffer";
import { decodeInput } from "../codecs/decode.js";
import { encodeJson } from "../codecs/json.js";
import type { ResultType } from "../codecs/result-types.js";
import { encodeXml } from "../codecs/xml.js";
import type { Parameters } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { MILL_MAY_RAISE } from "../core/problem-table.js";
import type { ReadyMill } from "./ready-mill.js";

/** One call of a mill, as plain data: everything that the answer depends on, and nothing else. */
export interface Call {
	readonly mediaType: string;
	readonly charset: string | undefined;
	readonly parameters: Parameters;
	readonly resultType: ResultType;
	/** `_links` as JSON, where the result carries them. */
	readonly links: string | undefined;
	readonly body: Uint8Array;
}

/** A mill broke its own contract or threw: the caller learns only that it happened. */
export class Crash extends Error {
	override name = "Crash";
}

/** decode → validate → run → encode: the whole of a call, wherever it runs. Throws a Problem or a Crash. */
export async function perform(ready: ReadyMill, call: Call, signal: () => AbortSignal): Promise<Uint8Array> {
	const { mill } = ready;
	const form = mill.input[call.mediaType];
	if (!form) throw new Crash(`${mill.name} has no input ${call.mediaType}`);

	const input = decodeInput(form, call.mediaType, call.charset, call.body);
	const validator = ready.inputs.get(call.mediaType);
	if (validator && !validator.check(input))
		throw new Problem("invalid-input", `Make the input match its schema: ${validator.complaint(input)}.`);

	const output = await run(ready, input, call, signal);
	if (!ready.output.check(output))
		throw new Crash(`the answer does not match the output schema: ${ready.output.complaint(output)}`);

	return encode(ready, output as object, call);
}

async function run(
	ready: ReadyMill,
	input: unknown,
	call: Call,
	signal: () => AbortSignal,
): Promise<unknown> {
	const { mill, model } = ready;
	const { parameters, mediaType } = call;
	try {
		return await mill.run(input, {
			parameters,
			mediaType,
			model,
			// Made only when asked for: most mills never look, and a signal costs a microsecond.
			get signal() {
				return signal();
			},
		});
	} catch (error) {
		if (!Problem.is(error)) throw new Crash("run threw", { cause: error });
		if (error.code in mill.problems || (MILL_MAY_RAISE as readonly string[]).includes(error.code))
			throw error;
		throw new Crash(`run raised the problem "${error.code}", which the mill does not declare`, {
			cause: error,
		});
	}
}

function encode(ready: ReadyMill, output: object, call: Call): Uint8Array {
	if (call.resultType !== "application/xml") return encodeJson(output, call.links);
	const xml = ready.xml && encodeXml(ready.mill.name, ready.xml, output);
	if (xml === undefined)
		throw new Problem(
			"not-acceptable",
			"Ask for JSON: this result holds a character that XML 1.0 cannot carry.",
		);
	return Buffer.from(xml);
}
