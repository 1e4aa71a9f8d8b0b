import type { Mill } from "../core/definition/mill.js";
import { withBytes } from "../core/schema/binary-values.js";
import type { Cancellation } from "../runtime/cancellation.js";
import { checked, compute } from "../runtime/compute.js";
import { demandAssets } from "../runtime/digest/assets.js";
import { millDigest } from "../runtime/digest/digest.js";
import type { ExampleResult } from "../runtime/loading/examine.js";
import type { ImportedMill } from "../runtime/loading/import-mill.js";
import { type Call, encode, factsOf, isRaw, readInput } from "../runtime/perform.js";
import { makeReady, type ReadyMill } from "../runtime/ready-mill.js";
import { type CheckedCopy, checkedCopyBy } from "./checked-copy.js";
import { plainCopy } from "./plain-copy.js";
import type { Parts } from "./types.js";

/** A long input, besides its call. */
type Pieces = AsyncIterable<Uint8Array>;

/** Where the calls of an opened mill run. */
export interface Place {
	readonly digest: string;
	/** The number of calls that `many` may begin before the first has ended. */
	readonly most: number;
	/** The result as a value, or the mill's bytes alone. Throws what the runtime throws. */
	run(call: Call, caller: Cancellation, pieces?: Pieces): Promise<unknown>;
	/** The parts of a call that `streamCall` made. Throws what the runtime throws. */
	stream(
		call: Call,
		caller: Cancellation,
		onProgress: (done: number) => void,
		pieces?: Pieces,
	): Promise<Parts>;
	/** Runs the mill's own examples. */
	examine(): Promise<readonly ExampleResult[]>;
	close(): void;
}

/** Runs calls in this process. */
export async function placeHere({ mill, module, defined = mill }: ImportedMill): Promise<Place> {
	await demandAssets(mill);
	// Few mills start a program, and finding it takes more code than calling a mill.
	const programs = mill.program && new (await import("../runtime/loading/programs.js")).Programs([mill]);
	try {
		const program = await programs?.of(mill);
		const digest = await millDigest(defined, module?.url, program?.identity);
		const ready = await makeReady(mill, program?.found);
		const inOnePass = mill.binary.length === 0 ? checkedCopyBy(mill.output) : undefined;
		return {
			digest,
			most: 1,
			run: (call, caller, pieces) => resultOf(ready, inOnePass, call, caller, pieces),
			stream: async (call, caller, onProgress, pieces) =>
				(await import("./parts.js")).partsHere(ready, call, caller, onProgress, pieces),
			examine: async () => (await import("../runtime/loading/examine.js")).examine(ready),
			close: () => programs?.close(),
		};
	} catch (error) {
		programs?.close();
		throw error;
	}
}

/** The result of a call in this process. Whatever the mill keeps is copied: it may write to it again. */
async function resultOf(
	ready: ReadyMill,
	inOnePass: CheckedCopy | undefined,
	call: Call,
	caller: Cancellation,
	pieces: Pieces | undefined,
): Promise<unknown> {
	const { mill } = ready;
	const input = readInput(ready, call, pieces);
	const facts = factsOf(ready, call);
	const isPlain = mill.binary.length === 0;
	// Copying finds what JSON cannot write, so looking for it before would be done twice.
	const { schemaAlone } = ready.output;
	let checkedOne: object | undefined;
	const check = (value: unknown) => {
		checkedOne = inOnePass?.(value, mill.maxOutput);
		return checkedOne !== undefined || schemaAlone.check(value);
	};
	const checkedBy = isPlain ? { ...ready, output: { ...schemaAlone, schemaAlone, check } } : ready;
	const output = await compute(checkedBy, input, facts, () => caller.signal());
	const copy = checkedOne ?? (isPlain ? plainCopy(output, mill.maxOutput) : undefined);
	if (copy) return copy;
	if (isPlain) checked(ready, output, facts);
	const content = encode(ready, output, call);
	return isRaw(ready, call) ? Buffer.from(content as Uint8Array) : readResult(mill, content);
}

/** A result as a value: bytes are Uint8Arrays. */
export function readResult({ binary }: Mill, content: Uint8Array | string): unknown {
	const text = typeof content === "string" ? content : Buffer.from(content).toString("utf8");
	return withBytes(JSON.parse(text), binary);
}
