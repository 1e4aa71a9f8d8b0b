import assert from "node:assert/strict";
import { test } from "node:test";
import { normalise } from "./pipeline.js";
import { PRESETS, type Settings } from "./steps/settings.js";

const NONE: Settings = { ...PRESETS.none, locale: "root" };

/** Returns the result of one step alone. */
async function made(text: string, settings: Partial<Settings>): Promise<string> {
	return (await normalise(text, { ...NONE, ...settings })).text;
}

/** Asserts that the first text of each pair becomes the second under these settings. */
function makes(
	what: string,
	settings: Partial<Settings>,
	pairs: readonly (readonly [string, string])[],
): void {
	test(what, async () => {
		for (const [text, expected] of pairs)
			assert.equal(await made(text, settings), expected, JSON.stringify(text));
	});
}

makes("every kind of line end becomes one line feed", { newlines: "lf" }, [
	["a\r\nb\rc\nd", "a\nb\nc\nd"],
	["\r\r\n\n", "\n\n\n"],
	["a\vb\fc\u0085d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"],
]);

makes("control characters go, white space among them stays", { controls: "strip" }, [
	["a\0b\x1bc\x7f\x80\x9fd", "abd"],
	["\t\n\v\f\r\u0085", "\t\n\v\f\r\u0085"],
]);

makes("escape sequences of terminals go as a whole", { controls: "strip" }, [
	["\x1b[1;31mError:\x1b[0m x\x1b[K", "Error: x"],
	["\x1b[38;2;255;0;0mred\x1b[m \x1b[?25l", "red "],
	["\x1b]0;title\x07$ ls \x1b]8;;http://a.b\x1b\\link\x1b]8;;\x1b\\", "$ ls link"],
	["\x1bPq#0\x1b\\\x1b(Bx\x1b7y\x1b=z", "xyz"],
	["\x1b[31", ""],
	["\x1b]no end\nnext", "no end\nnext"],
	["\x93quoted\x94 \x9d5m\x9c", "quoted 5m"],
]);

makes("letters that a printer strikes twice are there once", { controls: "strip" }, [
	["N\bNA\bAM\bME\bE _\bx_\by", "NAME xy"],
	["abc\b\b", "abc"],
]);

makes("overrides of direction go with their ends, and embeddings stay", { bidi: "overrides" }, [
	["user\u202egpj.exe\u202c", "usergpj.exe"],
	["\u202aa\u202db\u202cc\u202c \u2067d\u2069\u200f", "\u202aabc\u202c \u2067d\u2069\u200f"],
	["a\u202c\u202cb", "ab"],
]);

makes("a variation selector behind another one goes", { invisibles: "strip" }, [
	["❤\ufe0f\ufe0f\u{e0110}\u{e0120}!", "❤\ufe0f!"],
	["❤\ufe0f\u200b\ufe0e!", "❤\ufe0f!"],
]);

makes("marks that pile up on a letter are capped", { zalgo: "cap" }, [
	[`z${"\u0301\u0323".repeat(30)}!`, "ẓ\u0323\u0323\u0323!"],
	[`ก${"\u0e47".repeat(30)}`, `ก${"\u0e47".repeat(10)}`],
	["Nguyễn ᾧ שָּׁ֣ בསྒྲུབས", "Nguyễn ᾧ שָּׁ֣ בསྒྲུབས"],
	["ǖ\u0301\u0301\u0301", "ǖ\u0301\u0301"],
]);

makes("digits of every script become 0 to 9", { digits: "ascii" }, [
	["٣٤٥ ۳۴۵ १२३ ๑๒๓ ᠑᠒᠓ 𝟗𝟘𝟙 ８９", "345 345 123 123 123 901 89"],
	["½ ② Ⅳ", "½ ② Ⅳ"],
]);

makes("Latin letters without an accent to lose become plain ones", { letters: "fold" }, [
	["øØ łŁ đĐ ħ ŧ ı æ œ ß þ ð ŋ ɓ ƙ", "oO lL dD h t i ae oe ss th d n b k"],
	["Ærø ÆRØ Œuvre ŒUVRE Þór ẞ", "Aero AERO Oeuvre OEUVRE Thór SS"],
	["ǿ é ä", "o\u0301 é ä"],
	["مكتـــوب", "مكتوب"],
]);

makes("German umlauts become two letters on request", { letters: "fold", locale: "de" }, [
	["Übung ÜBUNG Öl Ära schön u\u0308ber groß", "Uebung UEBUNG Oel Aera schoen ueber gross"],
]);

makes("spaces come between Chinese or Japanese and Latin on request", { cjk: "space" }, [
	["使用GitHub登录3次", "使用 GitHub 登录 3 次"],
	["サーバーA と B、서울A", "サーバー A と B、서울A"],
]);
makes("spaces between Chinese or Japanese and Latin go on request", { cjk: "join" }, [
	["使用 GitHub  登录 3 次", "使用GitHub登录3次"],
	["a b 中 文\n中\na", "a b中 文\n中\na"],
]);

makes("invisible characters go, and what letters and emoji need stays", { invisibles: "strip" }, [
	["\ufeffa\u00adb\u200bc\u2060d\ufeff", "abcd"],
	["نامه\u200cای 👩\u200d👧 ❤\ufe0f a\u034fb \u3164", "نامه\u200cای 👩\u200d👧 ❤\ufe0f a\u034fb \u3164"],
	["x\u{e0048}\u{e0069}\u{e0001}y", "xy"],
]);

makes("the tags of a flag stay with it, all others go", { invisibles: "strip" }, [
	[
		"\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
		"\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
	],
	["\u{1f3f4}\u{e0067}\u{e0062}", "\u{1f3f4}"],
	["\u{1f3f4}\u200b\u{e0067}\u{e007f}", "\u{1f3f4}"],
]);

makes("marks of direction go on request", { bidi: "strip" }, [
	["a\u202eb\u2066c\u2069\u200f\u061cd", "abcd"],
]);

makes("wide and half-wide forms become the usual ones", { width: "narrow" }, [
	["ＡＢＣ　１２３！", "ABC 123!"],
	["ｶﾞｷﾞ ﾊﾟ", "ガギ パ"],
	["①ﬁ²", "①ﬁ²"],
]);

makes("a narrow sign combines with the mark behind it", { width: "narrow", form: "nfc" }, [
	["＜\u0338", "≮"],
]);

makes("case folds as Unicode says, not as lower case does", { case: "fold" }, [
	["Straße ΣΊΣΥΦΟΣ ﬁ", "strasse σίσυφοσ fi"],
	["Ꭰꭰ", "ᎠᎠ"],
]);

makes("lower case knows the end of a word", { case: "lower" }, [["ΣΊΣΥΦΟΣ İ", "σίσυφος i\u0307"]]);
makes("upper case grows where it must", { case: "upper" }, [["straße ﬃ ŉ", "STRASSE FFI ʼN"]]);
makes("Turkish has two letters i", { case: "lower", locale: "tr" }, [["Iİ", "ıi"]]);
makes("Turkish has two letters I", { case: "upper", locale: "tr" }, [["ıi", "Iİ"]]);
makes("Greek capitals have no accents", { case: "upper", locale: "el" }, [["άέή", "ΑΕΗ"]]);
makes("Lithuanian keeps the dot of the i", { case: "lower", locale: "lt" }, [["Ì", "i\u0307\u0300"]]);

makes("vowel signs leave Hebrew and Arabic letters, a hamza stays", { marks: "strip" }, [
	["שָׁלוֹם בְּרֵאשִׁ֖ית \ufb2a", "שלום בראשית ש"],
	["ٱلْعَرَبِيَّة مُحَمَّدٌ سُؤال أَنا", "ٱلعربية محمد سؤال أنا"],
]);

makes("accents leave Latin, Greek and Cyrillic letters and no others", { marks: "strip" }, [
	["Ünïcödé ée\u0301 ǖ", "Unicode ee u"],
	["Άλφα ΐ йё", "Αλφα ι ие"],
	["हिन्दी ไทยดี が தமிழ்", "हिन्दी ไทยดี が தமிழ்"],
	["1\ufe0f\u20e3 ø ł ß", "1\ufe0f\u20e3 ø ł ß"],
	["\u0301a", "\u0301a"],
]);

makes("all marks of all scripts go on request", { marks: "all" }, [
	["é が שָׁלוֹם ดี", "e か שלום ด"],
	["각", "각"],
	["a ≠ b ∉ c ⊄ d ≮ e =\u0338 f", "a ≠ b ∉ c ⊄ d ≮ e ≠ f"],
]);

makes("curly quotation marks become straight", { quotes: "straight" }, [
	["“a” ‘b’ „c‟ ‚d‛ «e» it’s", "\"a\" 'b' \"c\" 'd' «e» it's"],
	["5′ 11″ ʼokina ʻ it`s it´s צה״ל ג׳", "5' 11\" 'okina ' it's it's צה\"ל ג'"],
]);

makes("dashes and the minus sign become hyphens", { dashes: "hyphen" }, [
	["a‐b‑c‒d–e—f―g−h תל־אביב", "a-b-c-d-e-f-g-h תל-אביב"],
]);

makes("letters of every script are spelt in ASCII", { translit: "ascii" }, [
	["Ærøskøbing Москва 東京", "Aeroskobing Moskva DongJing"],
	["plain", "plain"],
]);

makes("spellings in ASCII have the case that was asked for", { translit: "ascii", case: "lower" }, [
	["№", "no"],
]);
makes("spellings in ASCII are folded in NFKC_Casefold", { translit: "ascii", form: "nfkc_cf" }, [
	["東", "dong"],
]);

makes("character references are decoded once", { html: "decode" }, [
	["&eacute;&#233;&#xe9; &amp;lt; &copy &nosuch; & a&b", "ééé &lt; © &nosuch; & a&b"],
	["&#0;&#xd800;&#x110000;", "\ufffd\ufffd\ufffd"],
]);

makes("garbled text is repaired line by line, and text that is not stays", { mojibake: "fix" }, [
	[
		"schÃ¶n\nÐ¿Ñ€Ð¸Ð²ÐµÑ‚\nplain\nnaïve – “fine” привет 你好",
		"schön\nпривет\nplain\nnaïve – “fine” привет 你好",
	],
	[
		`${"plain ".repeat(200)}schÃ¶n ${"ascii ".repeat(200)}`,
		`${"plain ".repeat(200)}schön ${"ascii ".repeat(200)}`,
	],
	["é".repeat(1000), "é".repeat(1000)],
	["😀".repeat(1000), "😀".repeat(1000)],
]);

const BLANKS = "\n \n\t a \t b\u00a0c  \n\n\n\n  d\u3000\n e \n\n";
makes("trimming leaves indentation and inner blanks", { whitespace: "trim" }, [
	[BLANKS, "\t a \t b\u00a0c\n\n\n\n  d\n e"],
	["  a", "  a"],
	["a \r\n b\u2028 ", "a\r\n b"],
]);
makes("collapsing leaves one blank and one empty line", { whitespace: "collapse" }, [
	[BLANKS, "a b c\n\nd\ne"],
	["a \r\n \r\n\r\n b\rc\u2028\u2029\u0085d", "a\r\n\r\nb\rc\u2028\u2029d"],
	["\ta\tb", "a b"],
]);
makes("flattening leaves one line", { whitespace: "flatten" }, [
	[BLANKS, "a b c d e"],
	["a\nb\r\nc", "a b c"],
]);
for (const whitespace of ["trim", "collapse", "flatten"] as const)
	makes(`blank text becomes empty (${whitespace})`, { whitespace }, [
		["", ""],
		[" \t\n\u00a0\u3000\r\n", ""],
		["a", "a"],
		["\u200b", "\u200b"],
	]);

test("steps are told in their order, each with whether it changed anything", async () => {
	const { steps } = await normalise("a\r\nb", { ...NONE, whitespace: "trim", newlines: "lf", form: "nfd" });
	assert.deepEqual(steps, [
		{ step: "newlines", changed: true },
		{ step: "form", changed: false },
		{ step: "whitespace", changed: false },
	]);
});
