// How long health takes while hostile messages of agents are under way: 50 of a kind are sent at once, again and again,
// and another thread asks for /health/live every 10 ms. The goal: p99 within 100 ms for each kind. Messages that are not
// answered when the time is over are cut: 50 large results take much longer than the measurement.
//
//   BENCH_SECONDS=3   for each kind of message
//   BENCH_ONLY=base64 only the kinds whose names begin like this
import { setMaxListeners } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { start } from "../http/start.mjs";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, quantile, short } from "../runtime/numbers.mjs";
import { probe } from "../runtime/probe.mjs";
import { MESSAGES } from "./messages.mjs";

const AT_ONCE = 50;
const GOAL_MS = 100;
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
if (!(seconds > 0)) {
	console.error("Set BENCH_SECONDS above 0.");
	process.exit(1);
}

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
	const server = await start("server", [], new URL("./", import.meta.url));
	const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
	try {
		// The first message starts the thread that reads them.
		await post(server.port, MESSAGES["a ping"], agent);
		const others = await othersShare();
		const before = await server.cpu();
		const health = await probe(server.port);
		const over = AbortSignal.timeout(seconds * 1_000);
		setMaxListeners(2 * AT_ONCE, over);
		const statuses = new Map();
		const send = async () => {
			do {
				const status = await post(server.port, message, agent, over);
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
			} while (!over.aborted);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, send));
		const { latencies, lateness } = await health.stop();
		const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0);
		return {
			name,
			bytes: message.body.byteLength,
			answers,
			statuses: Object.fromEntries(statuses),
			cpuMs: ((await server.cpu()) - before) / 1_000 / answers,
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
for (const [name, message] of Object.entries(MESSAGES)) {
	if (!name.startsWith(process.env.BENCH_ONLY ?? "")) continue;
	console.error(name);
	rows.push(await measure(name, message));
}
const ms = (value) => `${short(value)} ms`;
console.log(
	columns([
		["message", "answers", "bytes", "CPU each", "health p50", "p99", "longest", "probe late p99", "others"],
		...rows.map((row) => [
			row.name,
			Object.entries(row.statuses)
				.map(([status, count]) => `${count} × ${status}`)
				.join(", "),
			String(row.bytes),
			ms(row.cpuMs),
			ms(row.p50),
			ms(row.p99),
			ms(row.longest),
			ms(row.late99),
			`${(row.others * 100).toFixed(0)} %`,
		]),
	]),
);
for (const { name, p99 } of rows) if (p99 > GOAL_MS) console.log(`over the goal of ${GOAL_MS} ms: ${name}`);
const results = new URL("../results/", import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(new URL("mcp.json", results), `${JSON.stringify({ ...MACHINE, seconds, rows }, null, 1)}\n`);
