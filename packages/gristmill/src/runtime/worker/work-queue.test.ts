import assert from "node:assert/strict";
import { test } from "node:test";
import { defineMill, Type, text } from "../../index.js";
import type { WindowMode } from "../pool/messages.js";
import type { Wire } from "../pool/wire.js";
import { makeReady } from "../ready-mill.js";
import { Answers } from "./answers.js";
import { CpuTime } from "./cpu-time.js";
import { QUEUES_CALLS } from "./queues-calls.js";
import { WorkQueue } from "./work-queue.js";

/** What was begun stays begun, and every promise that can go on does. */
const turn = () => new Promise<void>((done) => setImmediate(done));

/** A worker whose mill computes a batch until the test ends it. */
async function start({ queues }: { readonly queues: boolean }) {
	const batches: { readonly inputs: readonly unknown[]; readonly end: () => void }[] = [];
	const mill = defineMill({
		name: "length-meter",
		version: "1.0.0",
		summary: "Measures a text.",
		input: { "text/plain": text() },
		output: Type.Object({ length: Type.Integer() }),
		examples: [{ input: "", output: { length: 0 } }],
		load: () => (queues ? { [QUEUES_CALLS]: true, close: () => {} } : undefined),
		run: (input) => ({ length: input.length }),
		runBatch: (inputs) =>
			new Promise<{ length: number }[]>((resolve) =>
				batches.push({ inputs, end: () => resolve(inputs.map(({ length }) => ({ length }))) }),
			),
	});
	const ready = await makeReady(mill);
	const sent: string[] = [];
	const wire = {
		send: ({ type, id, done }: { type: string; id?: number; done?: { ids: number[] } }) =>
			void sent.push(`${type} ${id ?? done?.ids.join(" ")}`),
	} as unknown as Wire;
	const queue = new WorkQueue(
		new Answers(() => wire, true),
		new CpuTime(
			() => {},
			() => 0,
		),
		() => ready,
	);
	const add = async (mode: WindowMode, ...ids: readonly number[]) => {
		const calls = ids.map((id) => ({
			id,
			call: {
				mediaType: "text/plain",
				charset: undefined,
				parameters: {},
				resultType: "application/json" as const,
				links: undefined,
				body: Buffer.from("x".repeat(id)),
			},
		}));
		queue.add([{ mill: mill.name, mode, calls }]);
		await turn();
		await turn();
	};
	const end = async (batch: number) => {
		batches[batch]?.end();
		await turn();
		await turn();
	};
	return { queue, batches, sent, add, end };
}

test("a model that queues calls has the next batch while it computes one, and the answers to the first go first", async () => {
	const { queue, batches, sent, add, end } = await start({ queues: true });
	await add("batch", 1, 2);
	await add("batch", 3, 4);
	assert.equal(batches.length, 2);
	assert.deepEqual(sent, ["begun 1"]);
	assert.deepEqual(queue.remove([3, 4]), [], "the model has them already");
	await end(1);
	assert.deepEqual(sent, ["begun 1"]);
	await end(0);
	assert.deepEqual(sent, ["begun 1", "answers 1 2", "answers 3 4"]);
	await add("batch", 5, 6);
	await end(2);
	assert.deepEqual(sent.slice(3), ["begun 5", "answers 5 6"]);
});

test("another model gets the next batch after the answers to the one before, and until then it can be returned", async () => {
	const { queue, batches, sent, add, end } = await start({ queues: false });
	await add("batch", 1, 2);
	await add("batch", 3, 4);
	await add("batch", 5, 6);
	assert.deepEqual(queue.remove([3, 4]), [3, 4]);
	await end(0);
	assert.equal(batches.length, 2);
	await end(1);
	assert.deepEqual(sent, ["begun 1", "answers 1 2", "begun 5", "answers 5 6"]);
});
