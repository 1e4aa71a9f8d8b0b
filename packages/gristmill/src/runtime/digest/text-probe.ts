/** Every script whose words come from a dictionary, rules that engines change ("a@b.io"), and signs of many characters. */
const SAMPLE =
	"Hi, a@b.io! Mr. 3.5 can't_do e.g. this? สวัสดีชาวโลก ພາສາລາວ ភាសាខ្មែរ မြန်မာဘာသာ 我们去北京大学。東京都に行きました。カタカナ 한국어 क्ष्मा 👩‍👩‍👧‍👦🇪🇸🇫 e\u0301\u200d שלום־ע״ב";
/** Languages with rules of their own for words, sentences or case. */
const LANGUAGES = ["en", "el", "fi", "ja", "th", "zh", "tr", "lt", "az", "nl", "hy"];
const CATEGORIES = "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P S Z Cf Cn".split(" ");
const PROPERTIES =
	"Ideographic Emoji Emoji_Presentation Extended_Pictographic Default_Ignorable_Code_Point Changes_When_NFKC_Casefolded White_Space";
const SCRIPTS =
	"Latin Greek Cyrillic Han Hiragana Katakana Hangul Thai Laoo Khmr Mymr Arabic Inherited Common";
/** The last Unicode versions gave these ranges characters, among others: 15.0, 15.1, 16.0, 17.0, and what may follow. */
const NEW_RANGES: readonly (readonly [number, number])[] = [
	[0x088f, 0x0898],
	[0x0c5c, 0x0c5d],
	[0x1acf, 0x1aff],
	[0x1c89, 0x1c8a],
	[0x20c0, 0x20c2],
	[0x2b96, 0x2b97],
	[0x2ffc, 0x2fff],
	[0xa7c5, 0xa7dc],
	[0x105c0, 0x105f3],
	[0x105c9, 0x105c9],
	[0x105e4, 0x105e4],
	[0x10940, 0x10959],
	[0x10d40, 0x10d8f],
	[0x10ec0, 0x10eff],
	[0x11380, 0x113e2],
	[0x11383, 0x11391],
	[0x11b60, 0x11b67],
	[0x11bc0, 0x11bf9],
	[0x11db0, 0x11de9],
	[0x11f00, 0x11f5a],
	[0x16121, 0x16128],
	[0x16d40, 0x16d79],
	[0x16d68, 0x16d6a],
	[0x16ea0, 0x16ed3],
	[0x1cc00, 0x1cd00],
	[0x1e5d0, 0x1e5ff],
	[0x1e6c0, 0x1e6ff],
	[0x1fa89, 0x1faff],
	[0x2b739, 0x2b740],
	[0x2cea2, 0x2ceb0],
	[0x2ebe0, 0x2ee60],
	[0x323af, 0x3347a],
];

/** Answers about texts: properties, forms, case and the places where words, sentences and graphemes end. */
export function probeText(): unknown {
	const points = samplePoints();
	const characters = points.map((point) => String.fromCodePoint(point));
	const has = [
		...CATEGORIES,
		...PROPERTIES.split(" "),
		...SCRIPTS.split(" ").map((script) => `Script=${script}`),
	].map((property) => {
		const pattern = new RegExp(`^\\p{${property}}$`, "u");
		return characters.map((character) => (pattern.test(character) ? 1 : 0)).join("");
	});
	const all = characters.join(" ");
	const forms = ["NFC", "NFD", "NFKC", "NFKD"].map((form) => all.normalize(form));
	const segments = LANGUAGES.slice(0, 6).flatMap((language) =>
		(["word", "sentence", "grapheme"] as const).map((granularity) =>
			breaks(new Intl.Segmenter(language, { granularity }), SAMPLE),
		),
	);
	const segmenters = (["word", "sentence", "grapheme"] as const).map(
		(granularity) => new Intl.Segmenter("en", { granularity }),
	);
	// In short texts: on Node 20 the cost of a text is quadratic.
	const neighbours = segmenters.map((segmenter) =>
		characters
			.filter((_, i) => i % 3 === 0)
			.map((character) => breaks(segmenter, `a${character}1${character}.A`)),
	);
	const tags = twoLetters();
	return [
		// Mills may tell it.
		process.versions.unicode,
		has,
		forms,
		all.toUpperCase(),
		all.toLowerCase(),
		LANGUAGES.map((language) => [
			"Iiİı i̇ ΆΣ ijs և".toLocaleUpperCase(language),
			"IIÌJ ΑΣ".toLocaleLowerCase(language),
		]),
		segments,
		neighbours,
		Intl.Segmenter.supportedLocalesOf(tags),
		Intl.getCanonicalLocales([...tags, "en-UK", "sr-YU", "sh-BA"]),
	];
}

/** New characters, and some of all others. */
function samplePoints(): number[] {
	const points: number[] = [];
	for (let point = 0x21; point < 0x32000; point += 401)
		if (point < 0xd800 || point > 0xf8ff) points.push(point);
	for (const [from, to] of NEW_RANGES) {
		const step = Math.max(1, Math.floor((to - from) / 12));
		for (let point = from; point <= to; point += step) points.push(point);
		points.push(to);
	}
	return points;
}

function breaks(segmenter: Intl.Segmenter, text: string): string {
	return Array.from(
		segmenter.segment(text),
		({ index, isWordLike }) => `${index}${isWordLike ? "w" : ""}`,
	).join(" ");
}

function twoLetters(): string[] {
	const letters = [..."abcdefghijklmnopqrstuvwxyz"];
	return letters.flatMap((first) => letters.map((second) => first + second));
}
