import type { Example, Mill } from "../../core/definition/mill.js";
import { batchKey } from "../admission/call-key.js";
import { type Call, perform } from "../perform.js";
import { performBatch } from "../perform-batch.js";
import type { ReadyMill } from "../ready-mill.js";
import { describeFailure } from "./describe-failure.js";
import { exampleCall } from "./example-call.js";

/** An answer that depends on the other calls of its batch. */
export interface Dependence {
	/** The example whose input was sent. */
	readonly example: number;
	/** The example whose parameters were sent. */
	readonly parametersOf: number;
	/** The examples whose inputs were in the batch, in order. */
	readonly batch: readonly number[];
	readonly alone: unknown;
	/** Undefined if it failed in the batch. */
	readonly together?: unknown;
	readonly failure?: string;
}

/** More inputs in a batch would make the self-test slow. */
const MOST_TOGETHER = 8;
/** The number of calls that an example may cost: each input of its batch alone, and then twice in company. */
export const CALLS_TOGETHER = 3 * MOST_TOGETHER;

const NEVER = new AbortController().signal;
const never = () => NEVER;

interface ExampleCall {
	readonly example: number;
	/** The example whose parameters it has. */
	readonly parametersOf: number;
	readonly call: Call;
}

interface Known extends ExampleCall {
	readonly content: string;
}

/**
 * Runs a mill's own examples in batches, in two orders, and compares each answer with the one that it gets alone. Examples with
 * the same parameters are in one batch. If there is only one, inputs of other examples join it, with its parameters.
 */
export async function examineTogether(ready: ReadyMill, order?: readonly number[]): Promise<Dependence[]> {
	const { mill } = ready;
	const calls = [...(order ?? mill.examples.keys())].flatMap((example) => callOf(mill, example));
	const found: Dependence[] = [];
	for (const group of groupsOf(calls, Math.min(MOST_TOGETHER, mill.batch?.most ?? 1))) {
		const known: Known[] = [];
		for (const one of group) {
			const content = await answerAlone(ready, one.call);
			// A problem belongs to the call, and a failure is reported without company.
			if (content !== undefined) known.push({ ...one, content });
		}
		const [only] = known;
		const batch = only && known.length === 1 ? [only, only] : known;
		for (const one of batch.length > 1 ? [batch, batch.toReversed()] : [])
			found.push(...(await dependences(ready, one)));
	}
	return found;
}

function callOf(mill: Mill, example: number): ExampleCall[] {
	try {
		return [{ example, parametersOf: example, call: exampleCall(mill, mill.examples[example] as Example) }];
	} catch {
		// Its file cannot be read. It fails alone, too.
		return [];
	}
}

/** The batches to try. No batch has more calls than `most`. */
function groupsOf(calls: readonly ExampleCall[], most: number): ExampleCall[][] {
	const groups = new Map<string, ExampleCall[]>();
	for (const one of calls) {
		const key = batchKey(one.call);
		groups.set(key, [...(groups.get(key) ?? []), one]);
	}
	return [...groups.values()].flatMap((own) => {
		const [first] = own;
		if (!first || own.length > 1) return chunksOf(own, most);
		const { mediaType, parameters } = first.call;
		const others = calls.filter(
			({ example, call }) => example !== first.example && call.mediaType === mediaType,
		);
		const joined = others.map(({ example, call }) => ({
			example,
			parametersOf: first.example,
			call: { ...call, parameters },
		}));
		return [[first, ...joined.slice(0, most - 1)]];
	});
}

function chunksOf<T>(list: readonly T[], size: number): T[][] {
	const chunks: T[][] = [];
	for (let at = 0; at < list.length; at += size) chunks.push(list.slice(at, at + size));
	return chunks;
}

async function answerAlone(ready: ReadyMill, call: Call): Promise<string | undefined> {
	try {
		return String(await perform(ready, call, never));
	} catch {
		return undefined;
	}
}

/** The answers of a batch that are not those that its calls get alone. */
async function dependences(ready: ReadyMill, batch: readonly Known[]): Promise<Dependence[]> {
	const answers = await performBatch(
		ready,
		batch.map(({ call }) => call),
		never,
	);
	const names = batch.map(({ example }) => example);
	return batch.flatMap(({ example, parametersOf, content }, i): Dependence[] => {
		const answer = answers[i];
		const finding = { example, parametersOf, batch: names, alone: JSON.parse(content) };
		if (!answer || "error" in answer)
			return [{ ...finding, failure: answer ? describeFailure(answer.error) : "it has no answer" }];
		const text = String(answer.content);
		return text === content ? [] : [{ ...finding, together: JSON.parse(text) }];
	});
}

/** Says in words which input had which company. */
export function describeDependence({ example, parametersOf, batch }: Dependence): string {
	const parameters = example === parametersOf ? "" : ` with the parameters of example ${parametersOf}`;
	return `example ${example}${parameters}, alone and in a batch of the examples ${batch.join(", ")}`;
}
