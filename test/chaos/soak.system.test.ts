import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import checksumCalculator from "../../packages/gristmill/dist/examples/checksum-calculator.js";
import wordCounter from "../../packages/gristmill/dist/examples/word-counter.js";
import type { Mill } from "../../packages/gristmill/dist/index.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";

/** How many calls; `npm run soak` makes many. */
const CALLS = Number(process.env.TEST_SOAK ?? 600);
const AT_A_TIME = 24;
/** A worker is killed about every so many answers. */
const KILL_EVERY = 100;

const MODULES = [
	new URL("../../packages/gristmill/dist/examples/word-counter.js", import.meta.url),
	new URL("../../packages/gristmill/dist/examples/checksum-calculator.js", import.meta.url),
	new URL("../../packages/gristmill/dist/testing/mills/hostile-mill.js?deadline=600000", import.meta.url),
];

/** One call, and what its answer must hold. */
interface Question {
	readonly path: string;
	readonly mediaType: string;
	readonly body: string;
	readonly expected: Readonly<Record<string, unknown>>;
}

/** The answer as this process computes it. */
function compute(mill: Mill, input: unknown, parameters: Readonly<Record<string, unknown>> = {}): object {
	const { signal } = new AbortController();
	return mill.run(input, {
		parameters,
		settings: {},
		mediaType: "",
		outputType: "application/json",
		model: undefined,
		batchSize: 1,
		progress: () => {},
		uses: {},
		signal,
	}) as object;
}

const ALGORITHMS = ["sha256", "sha384", "sha512"] as const;
const ENCODINGS = ["hex", "base64"] as const;

/** The question of this number: no other has its input. */
function question(n: number): Question {
	const body = `${n} ${"grist and chaff\n".repeat(n % 97)}${"ü".repeat(n % 13)}`;
	const mediaType = n % 3 === 1 ? "application/octet-stream" : "text/plain";
	if (n % 3 === 0)
		return { path: "word-counter", mediaType, body, expected: { ...compute(wordCounter, body) } };
	if (n % 3 === 2) return { path: "hostile-tester", mediaType, body, expected: { echo: body } };
	const [algorithm, encoding] = [ALGORITHMS[(n % 7) % 3], ENCODINGS[n % 2]];
	return {
		path: `checksum-calculator/${algorithm}?encoding=${encoding}`,
		mediaType,
		body,
		expected: { ...compute(checksumCalculator, Buffer.from(body), { algorithm, encoding }) },
	};
}

test("every caller gets its own answer while workers are killed at random", {
	timeout: 3_600_000,
}, async (t) => {
	const { server, url, log } = await start({ workers: 2 }, { mills: MODULES });
	t.after(() => server.close());
	assert.deepEqual(await server.examined(), { unready: [] });

	const pending = new Set<Promise<void>>();
	const failures: string[] = [];
	const killed: number[] = [];
	let answered = 0;

	async function ask({ path, mediaType, body, expected }: Question): Promise<void> {
		const headers = { "Content-Type": mediaType };
		const post = () => fetch(`${url}/${path}`, { method: "POST", headers, body });
		let response = await post();
		// On a busy machine, workers may start more slowly than a call may wait.
		while (response.status === 503 || response.status === 502) {
			await response.arrayBuffer();
			await setTimeout(100);
			response = await post();
		}
		const { pid, ...answer } = (await response.json()) as Record<string, unknown>;
		answered++;
		try {
			assert.equal(response.status, 200);
			assert.deepEqual(answer, expected);
			// A worker's own process, and never this one.
			if ("echo" in expected) assert.notEqual(pid, process.pid);
		} catch {
			failures.push(`${response.status} ${path} ${body.slice(0, 20)}: ${JSON.stringify(answer)}`);
		}
	}

	/** Kills a worker, then waits for all calls that it could have hit: so none can lose two of them. */
	async function kill(): Promise<void> {
		const pids = server.workers();
		const victim = pids[Math.floor(Math.random() * pids.length)];
		if (victim !== undefined) {
			killed.push(victim);
			process.kill(victim, "SIGKILL");
		}
		await Promise.all(pending);
		const target = answered + KILL_EVERY * (0.5 + Math.random());
		while (answered < target && pending.size > 0) await Promise.race(pending);
	}

	let over = false;
	const killing = (async () => {
		while (!over) await kill();
	})();
	for (let n = 0; n < CALLS; n++) {
		const one: Promise<void> = ask(question(n)).finally(() => pending.delete(one));
		pending.add(one);
		if (pending.size >= AT_A_TIME) await Promise.race(pending);
	}
	await Promise.all(pending);
	over = true;
	await killing;

	t.diagnostic(`${CALLS} calls, ${killed.length} workers killed, ${failures.length} failures`);
	assert.deepEqual(failures, []);
	assert.ok(killed.length >= Math.min(5, CALLS / 200), `${killed.length} workers killed`);
	assert.deepEqual(
		log.filter(({ message }) => message === "a call failed"),
		[],
	);
});
