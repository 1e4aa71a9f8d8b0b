// Pictures per second: the mill over HTTP with all its workers compared with as many bare loops of the same pipeline, and one
// bare loop compared with @vladmandic/human and @vladmandic/face-api on WebAssembly, stage by stage. They alternate within one
// run, in short slices and many rounds, because the speed of a shared machine changes within seconds.
//
//   npm ci --prefix bench
//   BENCH_ROUNDS=24      measured rounds, after a warm-up round
//   BENCH_SECONDS=1      of each rival in each round
//   BENCH_WORKERS=2      default: the number of cores
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { start } from "../http/start.mjs";
import { Connection } from "../runtime/connection.mjs";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, quantile, short } from "../runtime/numbers.mjs";
import { KINDS, makePictures } from "./pictures.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 24);
const seconds = Number(process.env.BENCH_SECONDS ?? 1);
const workers = Number(process.env.BENCH_WORKERS ?? availableParallelism());
if (!(rounds >= 1 && seconds > 0 && workers >= 1)) {
	console.error("Set BENCH_ROUNDS, BENCH_SECONDS and BENCH_WORKERS above 0.");
	process.exit(1);
}
const ms = seconds * 1000;
/** The lead time before a slice is measured: at its start all callers wait for the first answer, and at its end none may. */
const LEAD_MS = 250;

process.env.BENCH_WORKERS = String(workers);
const server = await start("server", [], new URL("./", import.meta.url));

async function startLoop(name) {
	const child = fork(new URL("./loop.mjs", import.meta.url), [name], { serialization: "advanced" });
	child.once("exit", (code) => {
		if (code !== 0) throw new Error(`${name} ended with code ${code}.`);
	});
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
	const head = `POST /classifier HTTP/1.1\r\nHost: bench\r\nContent-Type: image/jpeg\r\nContent-Length: ${picture.length}\r\n\r\n`;
	return Buffer.concat([Buffer.from(head), picture]);
}

/** Calls with one picture after the other until the time is over. Resolves with the number of answers after the lead time. */
function keepCalling(requests, from, until) {
	return new Promise((resolve, reject) => {
		let count = 0;
		const answered = (status) => {
			if (status !== 200) return end(() => reject(new Error(`A picture was answered with ${status}.`)));
			const now = performance.now();
			if (now > from && now <= until) count++;
			if (now < until) connection.send(requests());
			else end(() => resolve(count));
		};
		const lost = () => reject(new Error("The server closed the connection."));
		const connection = new Connection(server.port, answered, lost);
		const end = (then) => {
			connection.destroy();
			then();
		};
		connection.connected.then(() => connection.send(requests()), reject);
	});
}

/** Two callers for each worker: one whose picture is computed and one that waits. */
async function overHttp(pictures) {
	const prepared = pictures.map(requestFor);
	let next = 0;
	const from = performance.now() + LEAD_MS;
	const callers = Array.from({ length: 2 * workers }, () =>
		keepCalling(() => prepared[next++ % prepared.length], from, from + ms),
	);
	return sum(await Promise.all(callers)) / seconds;
}

const own = await Promise.all(Array.from({ length: workers }, () => startLoop("gristmill")));
const rivals = { human: await startLoop("human"), "face-api": await startLoop("face-api") };
const rate = ({ count, seconds: spent }) => count / spent;
const sum = (values) => values.reduce((a, b) => a + b, 0);

const RUNS = {
	"mill over HTTP": overHttp,
	"bare loops": async (pictures) =>
		sum((await Promise.all(own.map((l) => l.run({ pictures, lead: LEAD_MS, ms })))).map(rate)),
	"one bare loop": async (pictures) => rate(await own[0].run({ pictures, lead: LEAD_MS, ms })),
	human: async (pictures) => rate(await rivals.human.run({ pictures, lead: LEAD_MS, ms })),
	"face-api": async (pictures) => rate(await rivals["face-api"].run({ pictures, lead: LEAD_MS, ms })),
};
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

const stages = {};
for (const kind of Object.keys(KINDS))
	for (const [name, loop] of Object.entries({ gristmill: own[0], ...rivals })) {
		const { count, spent } = await loop.run({ pictures: sets[kind], lead: LEAD_MS, ms: 4000, byStage: true });
		stages[`${kind}, ${name}`] = Object.fromEntries(
			Object.entries(spent).map(([stage, total]) => [stage, total / count]),
		);
	}
for (const loop of [...own, ...Object.values(rivals)]) loop.stop();
await server.stop();

const setting = { date: new Date().toISOString(), ...MACHINE, rounds, seconds, workers };
mkdirSync(new URL("../results/", import.meta.url), { recursive: true });
writeFileSync(
	new URL("../results/classifier.json", import.meta.url),
	`${JSON.stringify({ ...setting, others, samples, stages }, null, 2)}\n`,
);

const of = (kind, name) =>
	samples.filter((one) => one.kind === kind && one.name === name).sort((a, b) => a.round - b.round);
/** Compared per round, so that a busy moment of the machine affects both sides. */
const ratios = (kind, name, anchor) =>
	of(kind, name).map(({ perSecond }, i) => perSecond / of(kind, anchor)[i].perSecond);
/** The middle half of values. Its width shows how reliable the median is. */
const middleHalf = (values) => `${short(quantile(values, 0.25))}–${short(quantile(values, 0.75))}`;

console.log(
	`Node ${setting.node} ${setting.arch}, ${setting.cores} cores, ${workers} workers, ${rounds} rounds of ${seconds} s`,
);
console.log(`used by other processes: ${others.map((share) => `${Math.round(100 * share)} %`).join(", ")}\n`);
const lines = [["picture", "", "pictures/s", "ratio", "middle half"]];
for (const kind of Object.keys(KINDS))
	for (const [name, anchor] of [
		["mill over HTTP", "bare loops"],
		["bare loops", "bare loops"],
		["one bare loop", "one bare loop"],
		["one bare loop", "human"],
		["one bare loop", "face-api"],
	])
		lines.push([
			kind,
			name === anchor ? name : `${name} ÷ ${anchor}`,
			short(median(of(kind, name).map(({ perSecond }) => perSecond))),
			short(median(ratios(kind, name, anchor))),
			name === anchor ? "" : middleHalf(ratios(kind, name, anchor)),
		]);
console.log(columns(lines));
console.log("\nmilliseconds by stage");
for (const [name, spent] of Object.entries(stages))
	console.log(
		`${name}: ${Object.entries(spent)
			.map(([stage, mean]) => `${stage} ${short(mean)}`)
			.join(", ")}`,
	);
