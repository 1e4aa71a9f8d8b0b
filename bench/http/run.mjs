// Requests per second and CPU time per request of an echo mill: gristmill compared with bare node:http, fastify and hono. They
// alternate within one run, because two runs on one machine differ by more than the servers do.
//
//   BENCH_ROUNDS=15     measured rounds, after a warm-up round
//   BENCH_SECONDS=0.8   for each server and size in a round
//   BENCH_TEXT=ascii    or unicode: what the text is made of
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { stolenShare } from "../runtime/machine.mjs";
import { load } from "./load.mjs";
import { goals, summarise, table } from "./report.mjs";
import { KINDS, makeCall, makeText, SIZES, verify } from "./requests.mjs";
import { start } from "./start.mjs";

const SERVERS = ["node-http", "node-http-same-fields", "gristmill", "fastify", "hono"];
const RIVALS = ["fastify", "hono", "@hono/node-server"];
const CONNECTIONS = 16;
const bench = new URL("../", import.meta.url);

if (RIVALS.some((rival) => !existsSync(new URL(`node_modules/${rival}`, bench)))) {
	console.error("Install the packages to compare with first: npm ci --prefix bench");
	process.exit(1);
}
const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const seconds = Number(process.env.BENCH_SECONDS ?? 0.8);
const text = process.env.BENCH_TEXT ?? "ascii";
if (!Number.isInteger(rounds) || rounds < 1 || !(seconds > 0) || !KINDS.includes(text)) {
	console.error(`Set BENCH_ROUNDS and BENCH_SECONDS above 0, and BENCH_TEXT as ${KINDS.join(" or ")}.`);
	process.exit(1);
}

const versionOf = (rival) =>
	JSON.parse(readFileSync(new URL(`node_modules/${rival}/package.json`, bench))).version;
const setting = {
	date: new Date().toISOString(),
	node: process.version,
	arch: process.arch,
	cores: availableParallelism(),
	cpu: cpus()[0]?.model,
	rivals: Object.fromEntries(RIVALS.map((rival) => [rival, versionOf(rival)])),
	rounds,
	seconds,
	connections: CONNECTIONS,
	text,
};

/** The CPU time that the whole machine has used since it started, in microseconds. */
function busy() {
	return cpus().reduce(
		(sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) * 1_000,
		0,
	);
}

const servers = [];
const stolen = stolenShare();
try {
	for (const name of SERVERS) servers.push(await start(name));
	for (const server of servers)
		for (const size of Object.values(SIZES))
			for (const kind of KINDS) await verify(server, makeText(kind, size));

	const samples = [];
	// Round 0 warms up: it compiles every function and grows every heap.
	for (let round = 0; round <= rounds; round++) {
		// The order changes from round to round, because a costly neighbour affects the next one.
		const order = round % 2 === 0 ? servers : servers.toReversed();
		for (const [size, length] of Object.entries(SIZES)) {
			const call = makeCall(makeText(text, length));
			for (const server of order) {
				const machine = busy();
				const runner = process.cpuUsage();
				const before = await server.cpu();
				const done = await load(server.port, call, { seconds, connections: CONNECTIONS });
				const cpuMicroseconds = (await server.cpu()) - before;
				const { user, system } = process.cpuUsage(runner);
				const othersMicroseconds = Math.max(0, busy() - machine - cpuMicroseconds - user - system);
				if (round > 0)
					samples.push({ round, size, server: server.name, ...done, cpuMicroseconds, othersMicroseconds });
			}
		}
	}

	// In the order of SERVERS, not of the first round.
	samples.sort((a, b) => a.round - b.round || SERVERS.indexOf(a.server) - SERVERS.indexOf(b.server));
	mkdirSync(new URL("results/", bench), { recursive: true });
	writeFileSync(new URL("results/http.json", bench), `${JSON.stringify({ ...setting, samples }, null, 2)}\n`);

	const sum = (key) => samples.reduce((total, sample) => total + sample[key], 0);
	const others = sum("othersMicroseconds") / 1e6 / sum("seconds") / setting.cores;
	const rows = summarise(samples);
	const rivals = RIVALS.map((rival) => `${rival} ${setting.rivals[rival]}`).join(", ");
	console.log(`Node ${setting.node} ${setting.arch}, ${setting.cores} cores, ${rivals}`);
	console.log(`${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, ${text} text`);
	// The client and a server keep two cores busy. Any other process distorts the measurement.
	console.log(`Other processes took ${(others * 100).toFixed(0)} % of the machine meanwhile.`);
	console.log(`Other machines took ${(stolen() * 100).toFixed(0)} % of it.`);
	console.log("Medians; the ratios are to node:http: more requests/s and less CPU are better.\n");
	console.log(`${table(rows)}\n`);
	for (const { goal, met, found } of goals(rows))
		console.log(`${met ? "met    " : "not met"}  ${goal}: ${found}`);
} finally {
	await Promise.all(servers.map((server) => server.stop()));
}
