// Pictures per second of the classifier, compared with bare loops and other packages.
// The mill over HTTP with all its workers is compared with as many bare loops of the same pipeline, and one bare loop with
// @vladmandic/human and @vladmandic/face-api on WebAssembly, stage by stage. Slices are short and rounds many, because the
// speed of a shared machine changes within seconds.
//
//   BENCH_ROUNDS=24      measured rounds, after a warm-up round
//   BENCH_SECONDS=1      of each rival in each round
//   BENCH_WORKERS=2      default: the number of cores
import { availableParallelism } from "node:os";
import { modules } from "../packages/mills/dist/index.js";
import { columns, median, middleHalf, short } from "./measuring/numbers.mjs";
import { alternate, needPackages, save, settings } from "./measuring/rounds.mjs";
import { startGristmill } from "./measuring/start.mjs";
import { KINDS, makePictures } from "./pictures/pictures.mjs";
import { httpRate, LEAD_MS, loopRate, startLoop } from "./pictures/rates.mjs";

needPackages("@vladmandic/human", "@vladmandic/face-api");
const { rounds, seconds, workers } = settings({ rounds: 24, seconds: 1, workers: availableParallelism() });
const loopOf = (name) => startLoop(new URL(`classifier/rivals/${name}.mjs`, import.meta.url));

const server = await startGristmill([modules.classifier], { workers });
const own = await Promise.all(Array.from({ length: workers }, () => loopOf("gristmill")));
const rivals = { human: await loopOf("human"), "face-api": await loopOf("face-api") };
const target = { port: server.port, path: "/classifier", accept: "*/*", workers };
const RUNS = {
	"mill over HTTP": (pictures) => httpRate(target, pictures, seconds),
	"bare loops": (pictures) => loopRate(own, pictures, seconds),
	"one bare loop": (pictures) => loopRate([own[0]], pictures, seconds),
	human: (pictures) => loopRate([rivals.human], pictures, seconds),
	"face-api": (pictures) => loopRate([rivals["face-api"]], pictures, seconds),
};
const kinds = Object.keys(KINDS);
const sets = {};
for (const kind of kinds) sets[kind] = await makePictures(kind, 4 * workers + 1);
const run = await alternate({ rounds, names: Object.keys(RUNS), kinds }, async (name, kind) => ({
	perSecond: await RUNS[name](sets[kind]),
}));

const stages = {};
for (const kind of kinds)
	for (const [name, loop] of Object.entries({ gristmill: own[0], ...rivals })) {
		const order = { pictures: sets[kind], lead: LEAD_MS, ms: 4 * seconds * 1_000, byStage: true };
		const { count, spent } = await loop.ask(order);
		const means = Object.entries(spent).map(([stage, total]) => [stage, total / count]);
		stages[`${kind}, ${name}`] = Object.fromEntries(means);
	}
for (const one of [...own, ...Object.values(rivals), server]) await one.stop();
save("classifier", { rounds, seconds, workers, ...run, stages });

run.printHead(`${workers} workers`, `${rounds} rounds of ${seconds} s`);
const PAIRS = [
	["mill over HTTP", "bare loops"],
	["bare loops", "bare loops"],
	["one bare loop", "one bare loop"],
	["one bare loop", "human"],
	["one bare loop", "face-api"],
];
const lines = kinds.flatMap((kind) =>
	PAIRS.map(([name, anchor]) => {
		const ratios = run.ratios({ kind, name }, anchor, "perSecond");
		return [
			kind,
			name === anchor ? name : `${name} ÷ ${anchor}`,
			short(median(run.values({ kind, name }, "perSecond"))),
			short(median(ratios)),
			name === anchor ? "" : middleHalf(ratios),
		];
	}),
);
console.log(columns([["picture", "", "pictures/s", "ratio", "middle half"], ...lines]));
console.log("\nmilliseconds by stage");
for (const [name, spent] of Object.entries(stages)) {
	const means = Object.entries(spent).map(([stage, mean]) => `${stage} ${short(mean)}`);
	console.log(`${name}: ${means.join(", ")}`);
}
