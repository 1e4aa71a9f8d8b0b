// The response time of health checks during hostile messages of agents.
// 50 messages of a kind are sent at once, again and again, and another thread asks for /health/live every 10 ms. The goal: p99
// within 100 ms for each kind. Messages that are not answered when the time is over are cut: 50 large results take much longer
// than the measurement.
//
//   BENCH_SECONDS=3   for each kind of message
//   BENCH_ONLY=base64 only the kinds whose names begin like this
import { setMaxListeners } from "node:events";
import { Agent, request } from "node:http";
import { modules } from "../packages/mills/dist/index.js";
import { MESSAGES } from "./mcp/messages.mjs";
import { othersShare } from "./measuring/machine.mjs";
import { columns, quantile, short, sum } from "./measuring/numbers.mjs";
import { probe } from "./measuring/probe.mjs";
import { printGoal, save, settings } from "./measuring/rounds.mjs";
import { startGristmill } from "./measuring/start.mjs";

const AT_ONCE = 50;
const GOAL_MS = 100;
const EXAMPLES = ["word-counter", "checksum-calculator"].map(
	(name) => new URL(`../packages/gristmill/dist/examples/${name}.js`, import.meta.url),
);
const { seconds } = settings({ seconds: 3 });

/** Sends a message and gives the status of its answer; "closed" if the server closed the connection, "cut" if we did. */
function post(port, { body, coding }, agent, signal) {
	const headers = {
		"Content-Type": "application/json",
		"Content-Encoding": coding,
		"Content-Length": body.byteLength,
	};
	return new Promise((resolve) => {
		const sent = request({ port, path: "/mcp", method: "POST", headers, agent, signal }, (answer) => {
			answer.resume().once("end", () => resolve(answer.statusCode));
			answer.once("error", () => resolve(signal?.aborted ? "cut" : answer.statusCode));
		});
		sent.once("error", () => resolve(signal?.aborted ? "cut" : "closed"));
		sent.end(body);
	});
}

async function measure(name, message) {
	const server = await startGristmill([...EXAMPLES, modules.tokeniser]);
	const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
	try {
		// The first message starts the thread that reads them.
		await post(server.port, MESSAGES["a ping"], agent);
		const others = await othersShare();
		const before = await server.cpu();
		const health = await probe(server.port);
		const over = AbortSignal.timeout(seconds * 1_000);
		setMaxListeners(2 * AT_ONCE, over);
		const statuses = {};
		const send = async () => {
			do {
				const status = await post(server.port, message, agent, over);
				statuses[status] = (statuses[status] ?? 0) + 1;
			} while (!over.aborted);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, send));
		const { latencies, lateness } = await health.stop();
		return {
			name,
			bytes: message.body.byteLength,
			statuses,
			cpuMs: ((await server.cpu()) - before) / 1_000 / sum(Object.values(statuses)),
			p50: quantile(latencies, 0.5),
			p99: quantile(latencies, 0.99),
			longest: Math.max(...latencies),
			late99: quantile(lateness, 0.99),
			others,
		};
	} finally {
		agent.destroy();
		await server.stop();
	}
}

const rows = [];
for (const [name, message] of Object.entries(MESSAGES))
	if (name.startsWith(process.env.BENCH_ONLY ?? "")) rows.push(await measure(name, message));
save("mcp", { seconds, rows });
console.log(
	columns([
		["message", "answers", "bytes", "CPU each", "health p50", "p99", "longest", "probe late p99", "others"],
		...rows.map(({ name, statuses, bytes, others, cpuMs, p50, p99, longest, late99 }) => [
			name,
			Object.entries(statuses)
				.map(([status, count]) => `${count} × ${status}`)
				.join(", "),
			String(bytes),
			...[cpuMs, p50, p99, longest, late99].map((value) => `${short(value)} ms`),
			`${(others * 100).toFixed(0)} %`,
		]),
	]),
);
const over = rows.filter(({ p99 }) => p99 > GOAL_MS).map(({ name }) => name);
printGoal(over.length === 0, `health p99 at most ${GOAL_MS} ms`, over.join(", ") || "each message");
