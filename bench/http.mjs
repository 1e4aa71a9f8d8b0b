// Requests per second and CPU time of an echo mill, compared with node:http, fastify and hono.
//
//   BENCH_ROUNDS=15     measured rounds, after a warm-up round
//   BENCH_SECONDS=0.8   for each server and size in a round
//   BENCH_TEXT=ascii    or unicode: what the text is made of
import { readFileSync } from "node:fs";
import { KINDS, makeCall, makeText, SIZES, verify } from "./http/requests.mjs";
import { load } from "./measuring/load.mjs";
import { columns, median } from "./measuring/numbers.mjs";
import { alternate, needPackages, printGoal, save, settings, stop } from "./measuring/rounds.mjs";
import { start } from "./measuring/start.mjs";

const ANCHOR = "node-http";
const SERVERS = [ANCHOR, "node-http-same-fields", "gristmill", "fastify", "hono"];
const RIVALS = ["fastify", "hono", "@hono/node-server"];
const connections = 16;

needPackages(...RIVALS);
const { rounds, seconds } = settings({ rounds: 15, seconds: 0.8 });
const text = process.env.BENCH_TEXT ?? "ascii";
if (!KINDS.includes(text)) stop(`BENCH_TEXT is not ${KINDS.join(" or ")}: ${text}`);
const rivals = RIVALS.map((rival) => {
	const { version } = JSON.parse(
		readFileSync(new URL(`node_modules/${rival}/package.json`, import.meta.url)),
	);
	return `${rival} ${version}`;
});

const servers = {};
const kinds = Object.keys(SIZES);
try {
	for (const name of SERVERS)
		servers[name] = await start(new URL(`http/servers/${name}.mjs`, import.meta.url));
	for (const server of Object.values(servers))
		for (const size of Object.values(SIZES))
			for (const kind of KINDS) await verify(server, makeText(kind, size));
	const calls = Object.fromEntries(kinds.map((size) => [size, makeCall(makeText(text, SIZES[size]))]));

	const run = await alternate({ rounds, names: SERVERS, kinds }, async (name, size) => {
		const before = await servers[name].cpu();
		const { latencies: _, ...done } = await load(servers[name].port, calls[size], { seconds, connections });
		return { ...done, cpuMicroseconds: (await servers[name].cpu()) - before };
	});
	save("http", { rivals, rounds, seconds, connections, text, ...run });

	const rate = (sample) => sample.requests / sample.seconds;
	const cpu = (sample) => sample.cpuMicroseconds / sample.requests;
	const ratio = (kind, name, measure) => median(run.ratios({ kind, name }, ANCHOR, measure));
	run.printHead(...rivals, `${rounds} rounds of ${seconds} s`, `${connections} connections`, `${text} text`);
	console.log("Medians; the ratios are to node:http: more requests/s and less CPU are better.\n");
	const lines = kinds.flatMap((kind) =>
		SERVERS.map((name) => [
			kind,
			name,
			median(run.values({ kind, name }, rate)).toFixed(0),
			ratio(kind, name, rate).toFixed(2),
			median(run.values({ kind, name }, cpu)).toPrecision(4),
			ratio(kind, name, cpu).toFixed(2),
		]),
	);
	console.log(
		columns([["size", "server", "requests/s", "ratio", "CPU µs/request", "ratio"], ...lines]),
		"\n",
	);
	// By CPU time, which varies less than rates do, and based on ratios: each compares neighbours within a round.
	const against = (kind, name) => ratio(kind, "gristmill", cpu) / ratio(kind, name, cpu);
	for (const kind of kinds) {
		const found = against(kind, "node-http-same-fields");
		printGoal(
			found <= 1.1,
			`at most 1.1 times the CPU of node-http-same-fields at ${kind}`,
			found.toFixed(2),
		);
		for (const name of ["fastify", "hono"])
			printGoal(against(kind, name) < 1, `less CPU than ${name} at ${kind}`, against(kind, name).toFixed(2));
	}
} finally {
	await Promise.all(Object.values(servers).map((server) => server.stop()));
}
