// Small pictures per second: the thumbnailer over HTTP with all its workers compared with as many bare loops of the same
// function. They alternate within one run, in short slices, because the speed of a shared machine changes within seconds.
//
//   BENCH_ROUNDS=12      measured rounds, after a warm-up round
//   BENCH_SECONDS=1      of each in each round
//   BENCH_WORKERS=2      default: the number of cores
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { KINDS, makePictures } from "../classifier/pictures.mjs";
import { start } from "../http/start.mjs";
import { Connection } from "../runtime/connection.mjs";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, quantile, short } from "../runtime/numbers.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 12);
const seconds = Number(process.env.BENCH_SECONDS ?? 1);
const workers = Number(process.env.BENCH_WORKERS ?? availableParallelism());
if (!(rounds >= 1 && seconds > 0 && workers >= 1)) {
	console.error("Set BENCH_ROUNDS, BENCH_SECONDS and BENCH_WORKERS above 0.");
	process.exit(1);
}
const ms = seconds * 1000;
/** The lead time before a slice is measured: at its start all callers wait for the first answer. */
const LEAD_MS = 250;
process.env.BENCH_WORKERS = String(workers);

const server = await start("server", [], new URL("./", import.meta.url));
const loops = await Promise.all(Array.from({ length: workers }, startLoop));

async function startLoop() {
	const child = fork(new URL("./loop.mjs", import.meta.url), { serialization: "advanced" });
	const heard = () => new Promise((resolve) => child.once("message", resolve));
	await heard();
	return {
		run: (order) => {
			const answer = heard();
			child.send(order);
			return answer;
		},
		stop: () => child.disconnect(),
	};
}

/** The whole request as bytes, because the caller uses the same cores. */
function requestFor(picture) {
	const fields = [
		"Host: bench",
		"Content-Type: image/jpeg",
		"Accept: image/webp",
		`Content-Length: ${picture.length}`,
	];
	return Buffer.concat([
		Buffer.from(`POST /thumbnailer HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`),
		picture,
	]);
}

function keepCalling(next, from, until) {
	return new Promise((resolve, reject) => {
		let count = 0;
		const connection = new Connection(
			server.port,
			(status) => {
				const now = performance.now();
				if (status !== 200) reject(new Error(`A picture was answered with ${status}.`));
				else if (now >= until) resolve(count);
				else {
					if (now > from) count++;
					connection.send(next());
					return;
				}
				connection.destroy();
			},
			() => reject(new Error("The server closed the connection.")),
		);
		connection.connected.then(() => connection.send(next()), reject);
	});
}

/** Two callers for each worker: one whose picture is computed and one that waits. */
async function overHttp(pictures) {
	const requests = pictures.map(requestFor);
	let at = 0;
	const from = performance.now() + LEAD_MS;
	const callers = Array.from({ length: 2 * workers }, () =>
		keepCalling(() => requests[at++ % requests.length], from, from + ms),
	);
	return sum(await Promise.all(callers)) / seconds;
}

async function bare(pictures) {
	const done = await Promise.all(loops.map((loop) => loop.run({ pictures, lead: LEAD_MS, ms })));
	return sum(done.map(({ count, seconds: spent }) => count / spent));
}

const sum = (values) => values.reduce((a, b) => a + b, 0);
const RUNS = { "mill over HTTP": overHttp, "bare loops": bare };
const NAMES = Object.keys(RUNS);
const samples = [];
const others = [];
const sets = {};
for (const kind of Object.keys(KINDS)) sets[kind] = await makePictures(kind, 4 * workers + 1);
// Round 0 warms up.
for (let round = 0; round <= rounds; round++) {
	others.push(await othersShare());
	for (const kind of Object.keys(KINDS))
		for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
			const perSecond = await RUNS[name](sets[kind]);
			if (round > 0) samples.push({ round, kind, name, perSecond });
		}
}
for (const loop of loops) loop.stop();
await server.stop();

const setting = { date: new Date().toISOString(), ...MACHINE, rounds, seconds, workers };
mkdirSync(new URL("../results/", import.meta.url), { recursive: true });
writeFileSync(
	new URL("../results/thumbnailer.json", import.meta.url),
	`${JSON.stringify({ ...setting, others, samples }, null, 2)}\n`,
);
const of = (kind, name) =>
	samples.filter((one) => one.kind === kind && one.name === name).map((one) => one.perSecond);
console.log(
	`Node ${setting.node} ${setting.arch}, ${setting.cores} cores, ${workers} workers, ${rounds} rounds of ${seconds} s`,
);
console.log(`used by other processes: ${others.map((share) => `${Math.round(100 * share)} %`).join(", ")}\n`);
const lines = [["picture", "", "pictures/s", "ratio", "middle half"]];
for (const kind of Object.keys(KINDS)) {
	// Compared per round, so that a busy moment of the machine affects both sides. Rounds alternate their order.
	const ratios = of(kind, "mill over HTTP").map((value, i) => value / of(kind, "bare loops")[i]);
	const half = `${short(quantile(ratios, 0.25))}–${short(quantile(ratios, 0.75))}`;
	lines.push([
		kind,
		"mill over HTTP ÷ bare loops",
		short(median(of(kind, "mill over HTTP"))),
		short(median(ratios)),
		half,
	]);
}
console.log(columns(lines));
