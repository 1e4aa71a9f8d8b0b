import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createClient } from "../../packages/gristmill/dist/client/index.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";
import {
	anyOf,
	CHAOS_WORDS,
	disturb,
	KINDS,
	type Kind,
	type Question,
	questionsOn,
	sha256,
} from "../../packages/gristmill/dist/testing/servers/chaos.js";
import { nginx, noNginx } from "../../packages/gristmill/dist/testing/servers/nginx.js";
import { Replica } from "../../packages/gristmill/dist/testing/servers/replica.js";

/** How many calls; `npm run chaos` sets it. */
const CALLS = Number(process.env.TEST_CHAOS ?? 0);
const AT_A_TIME = 12;
const unasked = CALLS === 0 && "TEST_CHAOS is not set: npm run chaos";
const options = {
	skip: unasked || noNginx || (process.platform !== "linux" && "workers are found by /proc"),
	timeout: 3_600_000,
};

test("no call fails while replicas behind nginx are killed and restarted", options, (t) =>
	survive(t, KINDS, {}),
);

test("a rolling restart behind nginx is not noticed even by callers that ask once", options, (t) =>
	survive(t, ["replica restarted"], { retry: false }),
);

/** Calls three replicas behind nginx while they are disturbed; every answer must come, and be the right one. */
async function survive(t: TestContext, kinds: readonly Kind[], caller: { retry?: false }): Promise<void> {
	t.diagnostic(`TEST_CHAOS=${CALLS} calls`);
	const words = [...CHAOS_WORDS, `${ROOT}packages/gristmill/dist/examples/checksum-calculator.js`];
	const calm = await Replica.start(t, words);
	const questions = await questionsOn(calm.url, 12);
	await calm.stop();
	const replicas = await Promise.all([1, 2, 3].map(() => Replica.start(t, words)));
	const proxy = await nginx(
		t,
		replicas.map(({ port }) => port),
	);
	const client = createClient(proxy.url, caller);

	const pending = new Set<Promise<void>>();
	const wrong: string[] = [];
	const errors: string[] = [];
	const times: number[] = [];
	let repeated = 0;

	async function ask({ mill, parameters, mediaType, input, expected }: Question): Promise<void> {
		const began = performance.now();
		try {
			const { bytes, attempts } = await client.call(mill, input, { parameters, mediaType });
			if (attempts > 1) repeated++;
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
		kinds,
	);
	// A disturbance that fails ends the load, too.
	chaos.catch(() => {
		over = true;
	});
	for (let n = 0; n < CALLS && !over; n++) {
		const one: Promise<void> = ask(anyOf(questions)).finally(() => pending.delete(one));
		pending.add(one);
		if (pending.size >= AT_A_TIME) await Promise.race(pending);
	}
	await Promise.all(pending);
	over = true;
	const counts = await chaos;

	const lines = await proxy.log();
	const again = lines.filter((line) => line.split("|", 1)[0]?.includes(",")).length;
	const refused = ["502", "503", "504"].map(
		(status) => lines.filter((line) => line.startsWith(status)).length,
	);
	t.diagnostic(kinds.map((kind) => `${kind}: ${counts[kind]}`).join(", "));
	t.diagnostic(`${times.length} calls, ${errors.length} errors, ${wrong.length} wrong answers`);
	t.diagnostic(`${again} sent again by nginx; it answered 502, 503, 504 to ${refused.join(", ")}`);
	t.diagnostic(`${repeated} sent again by the client: so many errors had a caller seen that asks once`);
	t.diagnostic(`p50, p99 and longest: ${quantiles(times, [0.5, 0.99, 1]).join(", ")} ms`);
	assert.deepEqual(errors, []);
	assert.deepEqual(wrong, []);
	assert.equal(times.length, CALLS);
	for (const kind of kinds.slice(0, 1)) assert.ok(counts[kind] > 0, `too few calls for any ${kind}`);
}

function quantiles(values: readonly number[], shares: readonly number[]): number[] {
	const sorted = [...values].sort((a, b) => a - b);
	return shares.map((share) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0));
}
