import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { modules } from "../../packages/mills/dist/index.js";
import { median, quantile } from "../measuring/numbers.mjs";
import { post } from "../measuring/post.mjs";
import { alternate } from "../measuring/rounds.mjs";
import { startGristmill } from "../measuring/start.mjs";
import { makeText } from "./sentences.mjs";

/** The servers: one computes each call alone, and the other computes waiting calls together. */
const SERVERS = { alone: 1, together: 16 };
const CALLERS = [1, 4, 16];
/** All different: equal calls would be computed once. */
const SENTENCES = makeText(2_000);
let sent = 0;

/** Callers with one sentence each, one call after the other, for some seconds. */
async function load({ port, agent }, callers, seconds) {
	// The calls of the last load are over, but the sockets of the next one must not meet their end.
	await sleep(50);
	const began = performance.now();
	const latencies = [];
	const caller = async () => {
		while (performance.now() - began < seconds * 1_000) {
			const before = performance.now();
			await post(port, "/translator?from=en&to=es", SENTENCES[sent++ % SENTENCES.length], {}, agent);
			latencies.push(performance.now() - before);
		}
	};
	await Promise.all(Array.from({ length: callers }, caller));
	return {
		calls: latencies.length / ((performance.now() - began) / 1_000),
		p50: median(latencies),
		p95: quantile(latencies, 0.95),
	};
}

/** Calls per second and latencies of several callers at a time, with and without batches across calls. */
export async function measureCallers(rounds, seconds, workers) {
	const servers = {};
	for (const [name, maxBatch] of Object.entries(SERVERS)) {
		const options = { workers, mills: { translator: { maxBatch } } };
		const server = await startGristmill([modules.translator], options);
		servers[name] = { ...server, agent: new Agent({ keepAlive: true }) };
	}
	const run = await alternate({ rounds, names: Object.keys(SERVERS), kinds: CALLERS }, (name, callers) =>
		load(servers[name], callers, seconds),
	);
	for (const { stop, agent } of Object.values(servers)) {
		agent.destroy();
		await stop();
	}
	return run;
}

/** The lines of a table: per number of callers, the ratios of `together` to `alone` in the same round. */
export function callersTable(run) {
	const rate = (kind, name) => median(run.values({ kind, name }, "calls")).toFixed(1);
	const ratio = (kind, what) => median(run.ratios({ kind, name: "together" }, "alone", what)).toFixed(2);
	return [
		["callers", "", "calls/s alone", "together", "ratio", "ratio of p50", "ratio of p95"],
		...CALLERS.map((callers) => [
			`${callers}`,
			"",
			rate(callers, "alone"),
			rate(callers, "together"),
			...["calls", "p50", "p95"].map((what) => ratio(callers, what)),
		]),
	];
}
