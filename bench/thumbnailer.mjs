// Small pictures per second, compared with bare loops.
// The thumbnailer over HTTP with all its workers, and as many bare loops of the same function. Slices are short, because the
// speed of a shared machine changes within seconds.
//
//   BENCH_ROUNDS=12      measured rounds, after a warm-up round
//   BENCH_SECONDS=1      of each in each round
//   BENCH_WORKERS=2      default: the number of cores
import { availableParallelism } from "node:os";
import { columns, median, middleHalf, short } from "./measuring/numbers.mjs";
import { alternate, save, settings } from "./measuring/rounds.mjs";
import { startGristmill } from "./measuring/start.mjs";
import { KINDS, makePictures } from "./pictures/pictures.mjs";
import { httpRate, loopRate, startLoop } from "./pictures/rates.mjs";

const { rounds, seconds, workers } = settings({ rounds: 12, seconds: 1, workers: availableParallelism() });
const mill = new URL("../packages/gristmill/dist/examples/thumbnailer.js", import.meta.url);
const server = await startGristmill([mill], { workers });
const bare = new URL("thumbnailer/bare.mjs", import.meta.url);
const loops = await Promise.all(Array.from({ length: workers }, () => startLoop(bare)));

const MILL = "mill over HTTP";
const LOOPS = "bare loops";
const target = { port: server.port, path: "/thumbnailer", accept: "image/webp", workers };
const RUNS = {
	[MILL]: (pictures) => httpRate(target, pictures, seconds),
	[LOOPS]: (pictures) => loopRate(loops, pictures, seconds),
};
const kinds = Object.keys(KINDS);
const sets = {};
for (const kind of kinds) sets[kind] = await makePictures(kind, 4 * workers + 1);
const run = await alternate({ rounds, names: Object.keys(RUNS), kinds }, async (name, kind) => ({
	perSecond: await RUNS[name](sets[kind]),
}));
for (const one of [...loops, server]) await one.stop();
save("thumbnailer", { rounds, seconds, workers, ...run });

run.printHead(`${workers} workers`, `${rounds} rounds of ${seconds} s`);
const lines = kinds.map((kind) => {
	const where = { kind, name: MILL };
	const ratios = run.ratios(where, LOOPS, "perSecond");
	const rate = short(median(run.values(where, "perSecond")));
	return [kind, `${MILL} ÷ ${LOOPS}`, rate, short(median(ratios)), middleHalf(ratios)];
});
console.log(columns([["picture", "", "pictures/s", "ratio", "middle half"], ...lines]));
