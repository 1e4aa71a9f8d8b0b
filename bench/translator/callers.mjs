import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { median, quantile } from "../runtime/numbers.mjs";
import { makeText } from "./sentences.mjs";

/** The servers: one computes each call alone, and the other computes waiting calls together. */
const SERVERS = { alone: 1, together: 16 };
const NAMES = Object.keys(SERVERS);
const CALLERS = [1, 4, 16];
/** All different: equal calls would be computed once. */
const SENTENCES = makeText(2_000);
let sent = 0;

async function start(name) {
	const child = fork(new URL("./server.mjs", import.meta.url), [`${SERVERS[name]}`]);
	const [{ port }] = await once(child, "message");
	return { port, agent: new Agent({ keepAlive: true }), stop: () => child.disconnect() };
}

function call({ port, agent }) {
	const body = Buffer.from(SENTENCES[sent++ % SENTENCES.length]);
	const headers = { "Content-Type": "text/plain", "Content-Length": body.length };
	const path = "/translator?from=en&to=es";
	return new Promise((resolve, reject) => {
		const asked = request({ port, host: "127.0.0.1", path, method: "POST", agent, headers }, (reply) => {
			reply.resume().on("end", resolve);
			if (reply.statusCode !== 200) reject(new Error(`The translator answers ${reply.statusCode}.`));
		});
		asked.on("error", reject).end(body);
	});
}

/** Callers with one sentence each, one call after the other, for some seconds. */
async function load(server, callers, seconds) {
	const began = performance.now();
	const latencies = [];
	const caller = async () => {
		while (performance.now() - began < seconds * 1_000) {
			const before = performance.now();
			await call(server);
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

/** Calls per second and latencies of several callers at a time, with and without batches across calls. Round 0 warms up. */
export async function measureCallers(rounds, seconds) {
	const servers = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await start(name)])));
	const samples = [];
	for (let round = 0; round <= rounds; round++)
		for (const callers of CALLERS)
			for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
				// The calls of the last load are over, but the sockets of the next one must not meet their end.
				await sleep(50);
				const found = await load(servers[name], callers, seconds);
				if (round > 0) samples.push({ round, callers, name, ...found });
			}
	for (const { stop, agent } of Object.values(servers)) {
		agent.destroy();
		stop();
	}
	return samples;
}

/** The lines of a table: per number of callers, the ratios of `together` to `alone` in the same round. */
export function callersTable(samples) {
	const of = (callers, name, what) =>
		samples.filter((one) => one.callers === callers && one.name === name).map((one) => one[what]);
	const ratio = (callers, what) => {
		const alone = of(callers, "alone", what);
		return median(of(callers, "together", what).map((value, i) => value / alone[i])).toFixed(2);
	};
	return [
		["callers", "", "calls/s alone", "together", "ratio", "ratio of p50", "ratio of p95"],
		...CALLERS.map((callers) => [
			`${callers}`,
			"",
			median(of(callers, "alone", "calls")).toFixed(1),
			median(of(callers, "together", "calls")).toFixed(1),
			ratio(callers, "calls"),
			ratio(callers, "p50"),
			ratio(callers, "p95"),
		]),
	];
}
