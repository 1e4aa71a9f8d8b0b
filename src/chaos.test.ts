import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "./client/index.js";
import { anyOf, CHAOS_WORDS, disturb, KINDS, type Question, questionsOn, sha256 } from "./testing/chaos.js";
import { ROOT } from "./testing/command.js";
import { nginx, noNginx } from "./testing/nginx.js";
import { Replica } from "./testing/replica.js";

/** How many calls; `npm run chaos` sets it. */
const CALLS = Number(process.env.GRISTMILL_CHAOS ?? 0);
const AT_A_TIME = 12;
const unasked = CALLS === 0 && "GRISTMILL_CHAOS is not set: npm run chaos";

test("no caller notices that replicas behind nginx are killed and restarted", {
	skip: unasked || noNginx || (process.platform !== "linux" && "workers are found by /proc"),
	timeout: 3_600_000,
}, async (t) => {
	t.diagnostic(`GRISTMILL_CHAOS=${CALLS} calls`);
	const words = [...CHAOS_WORDS, `${ROOT}dist/examples/checksum-calculator.js`];
	const calm = await Replica.start(t, words);
	const questions = await questionsOn(calm.url, 12);
	await calm.stop();
	const replicas = await Promise.all([1, 2, 3].map(() => Replica.start(t, words)));
	const proxy = await nginx(
		t,
		replicas.map(({ port }) => port),
	);
	const client = createClient(proxy.url);

	const pending = new Set<Promise<void>>();
	const wrong: string[] = [];
	const errors: string[] = [];
	const times: number[] = [];
	let bare = 0;

	async function ask({ mill, parameters, mediaType, input, expected }: Question): Promise<void> {
		const began = performance.now();
		try {
			const { bytes, attempts } = await client.call(mill, input, { parameters, mediaType });
			if (attempts > 1) bare++;
			if (sha256(bytes) !== expected) wrong.push(`${mill} with ${input.length} characters`);
		} catch (error) {
			errors.push(`${mill} with ${input.length} characters: ${error}`);
		}
		times.push(performance.now() - began);
	}

	let over = false;
	const chaos = disturb(
		replicas,
		() => over,
		() => Promise.all(pending),
	);
	// A disturbance that fails ends the load, too.
	let failed = false;
	chaos.catch(() => {
		failed = true;
	});
	for (let n = 0; n < CALLS && !failed; n++) {
		const one: Promise<void> = ask(anyOf(questions)).finally(() => pending.delete(one));
		pending.add(one);
		if (pending.size >= AT_A_TIME) await Promise.race(pending);
	}
	await Promise.all(pending);
	over = true;
	const counts = await chaos;

	const lines = await proxy.log();
	const retried = lines.filter((line) => line.split("|", 1)[0]?.includes(",")).length;
	const [p50, p99, worst] = quantiles(times, [0.5, 0.99, 1]);
	t.diagnostic(KINDS.map((kind) => `${kind}: ${counts[kind]}`).join(", "));
	t.diagnostic(`${times.length} calls, ${errors.length} errors, ${wrong.length} wrong answers`);
	t.diagnostic(
		`${retried} sent again by nginx; ${bare} by the client, where a bare caller had seen an error`,
	);
	t.diagnostic(`p50 ${p50} ms, p99 ${p99} ms, longest ${worst} ms`);
	assert.deepEqual(errors, []);
	assert.deepEqual(wrong, []);
	assert.equal(times.length, CALLS);
	assert.ok(counts["replica killed"] > 0, "too few calls for any disturbance: GRISTMILL_CHAOS");
});

function quantiles(values: readonly number[], shares: readonly number[]): number[] {
	const sorted = [...values].sort((a, b) => a - b);
	return shares.map((share) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0));
}
