import assert from "node:assert/strict";
import { test } from "node:test";
import fc, { type Arbitrary } from "fast-check";
import { segmenterAnswer, written } from "../../testing/segmenter-answer.js";
import { Columns } from "./columns.js";
import { Dictionary } from "./dictionary.js";
import type { Granularity } from "./rules.js";
import { segment } from "./segments.js";

const RUNS = Number(process.env.TEST_RUNS ?? 300);
const LOCALES = ["en", "en-US-u-va-posix", "el", "ja", "th"];

/** At least one of each class that the rules know, and characters for which the dictionaries have their own rules. */
const HOSTILE = [
	..."abAZ19.,:;'\"_-!?()+@ \t\r\n\v",
	..."\u0085\u2028\u00a0\u3000\u00ad\u200b\u200c\u200d\u2060\ufeff\u0301\u0308\ufe0f’·٬٠ªßǅאב\u0600\u06dd",
	..."👍😀❤🏽🇦🇧Ⓜ🅰ℹ\u{e0041}\u{17000}\u{20000}",
	..."漢字日本々〆〇⼀かカㇰー〱゛゠ﾀﾞ㌀㊗。、，：．\u3099\u{16ff0}",
	..."한국가각각กภาษัไทย๑ฯๆພາສຂកខម្ကမျ်ᥐᨠ",
	..."कष्िःൎཱ",
	"\ud800",
	"\udc00",
];
/** Words and letters of the scripts that have dictionaries, to be joined without a space. */
const RUNS_OF: Readonly<Record<string, readonly string[]>> = {
	chinese: [..."中国人民上海的是一东京都我们好朋友学生银行年"],
	japanese: [..."東京都日本語のはがでカタカナースーパひらー々〆", "한", "A"],
	katakana: [..."カタナスパーｶﾞﾊﾟｲﾞㇰ㋐㌀ヿ", "漢"],
	han: [..."漢々〇⼀㇀豈", "\u{20000}", "\u{16ff0}", "\u0301", "\u3099"],
	thai: [
		"ภาษา",
		"ไทย",
		"เป็น",
		"ที่",
		"มี",
		"ระดับ",
		"เสียง",
		"ของ",
		"แน่นอน",
		"ก",
		"ๆ",
		"ฯ",
		"ั",
		"์",
		"_",
		"\u0301",
		"1",
	],
	lao: ["ພາສາ", "ລາວ", "ເປັນ", "ກ", "່", "ຂອງ"],
	khmer: ["ភាសា", "ខ្មែរ", "ជា", "ក", "្", "និង"],
	burmese: ["မြန်မာ", "ဘာသာ", "စကား", "က", "်", "သည်"],
	several: ["ภาษาไทย", "ພາສາລາວ", "ខ្មែរ", "မြန်မာ", "ᥐᥑ", "漢字", "ー", "〱", "a", "1", "'", "\u0301", " "],
};

/** Makes texts of few different characters, so that each often meets itself and the same neighbours. */
function made(of: readonly string[], maxLength: number): Arbitrary<string> {
	const anything = fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));
	const piece = fc.oneof(
		{ weight: 30, arbitrary: fc.constantFrom(...of) },
		{ weight: 1, arbitrary: of === HOSTILE ? anything : fc.constantFrom(...of) },
	);
	return fc
		.uniqueArray(piece, { minLength: 1, maxLength: 8 })
		.chain((few) => fc.array(fc.constantFrom(...few), { maxLength, size: "max" }))
		.map((pieces) => pieces.join(""));
}

for (const granularity of ["word", "sentence", "grapheme"] as Granularity[]) {
	test(`any text is divided into ${granularity}s as Intl.Segmenter divides it at once`, () => {
		segment("", granularity, "en");
		const check = (text: string, locale: string) =>
			assert.equal(written(segment(text, granularity, locale)), segmenterAnswer(text, granularity, locale));
		const locale = fc.constantFrom(...LOCALES);
		fc.assert(fc.property(made(HOSTILE, 30), locale, check), { numRuns: RUNS * 3 });
		fc.assert(fc.property(made(HOSTILE, 1_500), locale, check), { numRuns: Math.ceil(RUNS / 10) });
	});
}

for (const [script, pieces] of Object.entries(RUNS_OF)) {
	test(`a run of ${script} is cut only where both parts are divided as the whole is`, () => {
		segment("", "word", "en");
		const check = (text: string, leaf: number, locale: string) => {
			const columns = new Columns(true);
			const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
			new Dictionary(segmenter, undefined, leaf).divide(text, 0, text.length, columns);
			assert.equal(written(columns.finish()), segmenterAnswer(text, "word", locale));
		};
		const leaf = fc.constantFrom(100, 256, 700);
		fc.assert(fc.property(made(pieces, 1_000), leaf, fc.constantFrom("en", "ja", "th"), check), {
			numRuns: Math.ceil(RUNS / 5),
		});
	});
}
