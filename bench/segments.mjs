// Splitting a text into words, sentences and graphemes, compared with Intl.Segmenter.
// Characters per second. Intl.Segmenter gets the text in chunks of 512 characters split at line ends (the reference, wrong if a
// line is longer), and the whole text if that is linear.
//
//   BENCH_ROUNDS=5      measured rounds, after a warm-up round
//   BENCH_LENGTH=400000 characters of each text but the mixed one, which is the tokeniser's five megabytes
import { segment } from "../packages/mills/dist/tokeniser/segments/segments.js";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, needPackages, save, settings } from "./measuring/rounds.mjs";
import { mixedText } from "./tokeniser/corpus.mjs";

needPackages("typescript");
const { rounds, length } = settings({ rounds: 5, length: 400_000 });

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

const names = Object.keys(CONTENDERS);
const [ANCHOR] = names;
const MIXED = "mixed";
const TEXTS = Object.fromEntries(
	Object.entries(UNITS).map(([name, unit]) => [name, unit.repeat(Math.ceil(length / unit.length))]),
);
TEXTS[MIXED] = mixedText();

const kindOf = (text, granularity) => `${text}, ${granularity}`;
const WORK = {};
for (const [text, content] of Object.entries(TEXTS))
	for (const granularity of GRANULARITIES) {
		WORK[kindOf(text, granularity)] = [content, granularity];
		const counts = names.map((name) => CONTENDERS[name](content, granularity));
		if (new Set(counts).size === 1) continue;
		const found = `${kindOf(text, granularity)}: ${counts.join(", ")} by ${names.join(", ")}`;
		// Real text has lines that are longer than a chunk, and there chunks are wrong.
		if (text !== MIXED) throw new Error(found);
		console.log(found);
	}
const run = await alternate({ rounds, names, kinds: Object.keys(WORK) }, (name, kind) => {
	const [content, granularity] = WORK[kind];
	const began = performance.now();
	CONTENDERS[name](content, granularity);
	return { rate: content.length / (performance.now() - began) / 1_000 };
});
save("segments", { icu: process.versions.icu, rounds, length, ...run });

run.printHead(`${rounds} rounds`, `ICU ${process.versions.icu}`, `texts of ${length} characters`);
const lines = Object.keys(TEXTS).flatMap((text) =>
	names.map((name) => {
		const cells = GRANULARITIES.flatMap((granularity) => {
			const where = { kind: kindOf(text, granularity), name };
			return [run.values(where, "rate"), run.ratios(where, ANCHOR, "rate")];
		});
		return [text, name, ...cells.map((values) => short(median(values)))];
	}),
);
const heads = GRANULARITIES.flatMap((granularity) => [`${granularity} M/s`, "× anchor"]);
console.log(columns([["text", "contender", ...heads], ...lines]));
