// The speed of the normaliser, compared with plain NFC and with ftfy-js.
// Plain NFC is one of its steps, and ftfy-js has the same purpose. Without HTTP.
//
//   BENCH_ROUNDS=7       measured rounds, after a warm-up round
//   BENCH_SIZE=1000000   characters of each text
import { readFileSync } from "node:fs";
import { fix_text } from "ftfy-js";
import { normalise } from "../packages/mills/dist/normaliser/pipeline.js";
import { PRESETS } from "../packages/mills/dist/normaliser/steps/settings.js";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, printGoal, save, settings } from "./measuring/rounds.mjs";
import { KINDS, makeText } from "./normaliser/texts.mjs";

const { rounds, size } = settings({ rounds: 7, size: 1_000_000 });
const manifest = new URL("../node_modules/ftfy-js/package.json", import.meta.url);
const ftfy = `ftfy-js ${JSON.parse(readFileSync(manifest, "utf8")).version}`;
const unicode = `Unicode ${process.versions.unicode}`;

const applying = (settings) => (text) => normalise(text, { ...settings, locale: "root" });
const RIVALS = {
	'normalize("NFC")': (text) => text.normalize("NFC"),
	"ftfy-js": (text) => fix_text(text, { max_decode_length: 1000 }),
	"preset=clean": applying(PRESETS.clean),
	"preset=search": applying(PRESETS.search),
	"preset=ascii": applying(PRESETS.ascii),
	"clean, mojibake=fix": applying({ ...PRESETS.clean, mojibake: "fix" }),
};
const names = Object.keys(RIVALS);
const [NFC, FTFY] = names;
const texts = Object.fromEntries(KINDS.map((kind) => [kind, makeText(kind, size)]));

const run = await alternate({ rounds, names, kinds: KINDS }, async (name, kind) => {
	const bytes = Buffer.byteLength(texts[kind]);
	const before = performance.now();
	await RIVALS[name](texts[kind]);
	return { rate: bytes / 1e3 / (performance.now() - before) };
});
save("normaliser", { unicode, ftfy, rounds, size, ...run });

const rate = (kind, name) => median(run.values({ kind, name }, "rate"));
const ratio = (kind, name, anchor) => median(run.ratios({ kind, name }, anchor, "rate"));
run.printHead(unicode, ftfy, `${rounds} rounds`, `texts of ${size} characters`);
console.log("Texts: ascii, mixed (seven scripts, NFC), unkempt (the same, untidy)");
console.log("Medians of MB/s (UTF-8), and ratios to the two anchors: more is better.\n");
const lines = KINDS.flatMap((kind) =>
	names.map((name) => [
		kind,
		name,
		short(rate(kind, name)),
		ratio(kind, name, NFC).toFixed(3),
		ratio(kind, name, FTFY).toFixed(1),
	]),
);
console.log(columns([["text", "what", "MB/s", "to NFC", "to ftfy-js"], ...lines]), "\n");
const clean = rate("mixed", "preset=clean");
printGoal(clean >= 25, "25 MB/s for preset=clean on mixed text", short(clean));
