// The speed of the normaliser, compared with its parts: bare normalize("NFC"), which is one of its steps, and ftfy-js, which has
// the same purpose. They alternate within one run on the same texts, without HTTP.
//
//   BENCH_ROUNDS=7       measured rounds, after a warm-up round
//   BENCH_SIZE=1000000   characters of each text
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fix_text } from "ftfy-js";
import { normalise } from "../../packages/mills/dist/normaliser/pipeline.js";
import { PRESETS } from "../../packages/mills/dist/normaliser/steps/settings.js";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, short } from "../runtime/numbers.mjs";
import { KINDS, makeText } from "./texts.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const size = Number(process.env.BENCH_SIZE ?? 1_000_000);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(size) || size < 1000) {
	console.error("Set BENCH_ROUNDS above 0 and BENCH_SIZE of at least 1000.");
	process.exit(1);
}
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const ftfy = read("../../node_modules/ftfy-js/package.json").version;

const applying = (settings) => (text) => normalise(text, { ...settings, locale: "root" });
const RIVALS = {
	'normalize("NFC")': (text) => text.normalize("NFC"),
	"ftfy-js": (text) => fix_text(text, { max_decode_length: 1000 }),
	"preset=clean": applying(PRESETS.clean),
	"preset=search": applying(PRESETS.search),
	"preset=ascii": applying(PRESETS.ascii),
	"clean, mojibake=fix": applying({ ...PRESETS.clean, mojibake: "fix" }),
};
const NAMES = Object.keys(RIVALS);
const [NFC, FTFY] = NAMES;

const samples = [];
const others = [];
// Round 0 warms up: it compiles every function and builds every table.
for (let round = 0; round <= rounds; round++) {
	others.push(await othersShare());
	for (const kind of KINDS) {
		const text = makeText(kind, size);
		const bytes = Buffer.byteLength(text);
		// The order changes from round to round, because a costly neighbour affects the next one.
		for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
			const before = performance.now();
			await RIVALS[name](text);
			const ms = performance.now() - before;
			if (round > 0) samples.push({ round, kind, name, bytes, ms });
		}
	}
}

const setting = {
	date: new Date().toISOString(),
	...MACHINE,
	unicode: process.versions.unicode,
	ftfy,
	rounds,
	size,
};
mkdirSync(new URL("../results/", import.meta.url), { recursive: true });
writeFileSync(
	new URL("../results/normaliser.json", import.meta.url),
	`${JSON.stringify({ ...setting, others, samples }, null, 2)}\n`,
);

const rate = ({ bytes, ms }) => bytes / 1e3 / ms;
const of = (kind, name) =>
	samples.filter((s) => s.kind === kind && s.name === name).sort((a, b) => a.round - b.round);
/** Compared per round, so that a busy moment of the machine affects both sides. */
const ratio = (kind, name, anchor) => {
	const by = of(kind, anchor);
	return median(of(kind, name).map((sample, i) => rate(sample) / rate(by[i])));
};
console.log(
	`Node ${setting.node} ${setting.arch}, ${setting.cores} cores, Unicode ${setting.unicode}, ftfy-js ${ftfy}`,
);
console.log(
	`${rounds} rounds, texts of ${size} characters: ascii, mixed (seven scripts, NFC), unkempt (the same, untidy)`,
);
console.log(`Other processes took ${(median(others) * 100).toFixed(0)} % of the machine between the rounds.`);
console.log("Medians of MB/s (UTF-8), and ratios to the two anchors: more is better.\n");
const lines = KINDS.flatMap((kind) =>
	NAMES.map((name) => [
		kind,
		name,
		short(median(of(kind, name).map(rate))),
		ratio(kind, name, NFC).toFixed(3),
		ratio(kind, name, FTFY).toFixed(1),
	]),
);
console.log(`${columns([["text", "what", "MB/s", "to NFC", "to ftfy-js"], ...lines])}\n`);
const clean = median(of("mixed", "preset=clean").map(rate));
console.log(
	`${clean >= 25 ? "met    " : "not met"}  25 MB/s for preset=clean on mixed text: ${short(clean)}`,
);
