// Characters per second when splitting text into words, sentences and graphemes: gristmill's segments compared with
// Intl.Segmenter in chunks of 512 characters split at line ends (the reference, wrong if a line is longer), and with
// Intl.Segmenter on the whole text if that is linear.
//
//   node scripts/build.mjs && node bench/tokeniser/segments.mjs
//   BENCH_ROUNDS=5      measured rounds, after a warm-up round
//   BENCH_LENGTH=400000 characters of each text but the mixed one, which is the tokeniser's five megabytes
import { segment } from "../../packages/mills/dist/tokeniser/segments/segments.js";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, short } from "../runtime/numbers.mjs";
import { mixedText } from "./corpus.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const length = Number(process.env.BENCH_LENGTH ?? 400_000);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(length) || length < 1) {
	console.error("Set BENCH_ROUNDS and BENCH_LENGTH as whole numbers above 0.");
	process.exit(1);
}

const CHUNK = 512;
const WHOLE_IS_LINEAR = Number.parseInt(process.versions.node, 10) >= 22;
const UNITS = {
	English:
		"It was a bright cold day in April, and the clocks weren't striking 13.5 times.\nWho'd have thought?\n",
	Russian: "Был холодный ясный апрельский день, и часы пробили тринадцать.\nКто бы мог подумать?\n",
	code: "const ends = new Uint32Array(text.length >>> 1); // it's 2 ** 32 at most\nreturn ends_of(x_1, 'a');\n",
	Chinese: "四月里一个晴朗的日子，天气很冷，时钟敲了十三下。\n我们都没有想到会这样！\n",
	Japanese: "四月の晴れた寒い日で、時計は十三時を打っていた。\nスーパーマーケットへ行きましょう。\n",
	Thai: "วันนั้นเป็นวันที่อากาศแจ่มใสและหนาวเย็นในเดือนเมษายน นาฬิกาตีสิบสามครั้ง\n",
	emoji: "so good 👍🏽 👩‍👩‍👧‍👦 and 🇩🇪🇫🇷 ❤️\n",
};
const GRANULARITIES = ["word", "sentence", "grapheme"];

/** The ends of all segments, and which are words: what the mill needs, so that all do the same work. */
function byEngine(text, from, segmenter, ends, wordLike) {
	for (const { index, segment, isWordLike } of segmenter.segment(text)) {
		ends.push(from + index + segment.length);
		wordLike.push(isWordLike ? 1 : 0);
	}
}

const CONTENDERS = {
	"Intl.Segmenter in chunks": (text, granularity) => {
		const segmenter = new Intl.Segmenter("en", { granularity });
		const [ends, wordLike] = [[], []];
		for (let from = 0; from < text.length; ) {
			const line = text.lastIndexOf("\n", from + CHUNK - 1) + 1;
			const to = line > from ? line : from + CHUNK;
			byEngine(text.slice(from, to), from, segmenter, ends, wordLike);
			from = to;
		}
		return ends.length;
	},
	gristmill: (text, granularity) => segment(text, granularity, "en").ends.length,
};
if (WHOLE_IS_LINEAR)
	CONTENDERS["Intl.Segmenter at once"] = (text, granularity) => {
		const [ends, wordLike] = [[], []];
		byEngine(text, 0, new Intl.Segmenter("en", { granularity }), ends, wordLike);
		return ends.length;
	};

console.log(JSON.stringify({ ...MACHINE, icu: process.versions.icu, rounds, length }));
console.log(
	`others use ${Math.round((await othersShare()) * 100)} % of the machine: trust this only near 0 %`,
);

const MIXED = "mixed";
const TEXTS = Object.fromEntries(
	Object.entries(UNITS).map(([name, unit]) => [name, unit.repeat(Math.ceil(length / unit.length))]),
);
TEXTS[MIXED] = mixedText();

const samples = [];
for (const [name, text] of Object.entries(TEXTS)) {
	for (const granularity of GRANULARITIES) {
		const counts = new Set(Object.values(CONTENDERS).map((divide) => divide(text, granularity)));
		// Real text has lines that are longer than a chunk, and there chunks are wrong.
		if (counts.size !== 1 && name === MIXED)
			console.log(`${name}: ${granularity}s are ${[...counts].join(" or ")}, by who counts them`);
		else if (counts.size !== 1)
			throw new Error(`${name}: not all find as many ${granularity}s: ${[...counts]}`);
		for (let round = 0; round <= rounds; round++) {
			const order = Object.entries(CONTENDERS);
			// The order changes from round to round, because a costly neighbour affects the next one.
			for (const [contender, divide] of round % 2 === 0 ? order : order.toReversed()) {
				const began = performance.now();
				divide(text, granularity);
				const rate = text.length / (performance.now() - began) / 1_000;
				if (round > 0) samples.push({ name, granularity, contender, round, rate });
			}
		}
	}
}

const [anchor] = Object.keys(CONTENDERS);
const rate = (...wanted) =>
	samples.find((s) => wanted.every((value) => Object.values(s).includes(value)))?.rate ?? Number.NaN;
const lines = [["text", "contender", ...GRANULARITIES.flatMap((g) => [`${g} M/s`, "× anchor"])]];
for (const name of Object.keys(TEXTS)) {
	for (const contender of Object.keys(CONTENDERS)) {
		const cells = GRANULARITIES.flatMap((granularity) => {
			const of = samples.filter(
				(s) => s.name === name && s.granularity === granularity && s.contender === contender,
			);
			// Ratios within a round, so that a busy moment of the machine affects both sides.
			const ratios = of.map((s) => s.rate / rate(name, granularity, anchor, s.round));
			return [short(median(of.map((s) => s.rate))), short(median(ratios))];
		});
		lines.push([name, contender, ...cells]);
	}
}
console.log(`\n${columns(lines)}`);
