/** Texts whose segments need the rules of many scripts. */
export const TEXTS: readonly string[] = [
	"",
	"a",
	"\ud83d",
	"\udc4d\ud83d",
	"Hello, world! It's 3.14 o'clock.\r\nMr. Smith paid $1,000.00 (e.g. by cheque). Really?! Yes.",
	"snake_case __init__ a_1 1_000 _\u0301 x:y a@b.example http://a.example/?q=1",
	'צה"ל ג\'ירף "שלום"',
	"👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇩🇪🇫🇷🇬 e\u0301 क्षि த் 각각 ᄀ각 \u0600\u0661",
	"我们都是好朋友。今天天气很好，我们去公园吧！",
	"今日は「天気」がいいですね。スーパーマーケットへ行きます。ﾊﾟｿｺﾝ ー本 〱本",
	"ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน abcไทยภาษา123",
	"ພາສາລາວ ខ្មែរភាសា မြန်မာဘာသာစကား ᥐᥑᥒ 한국어 문장입니다. 한\u0301국",
	"Τι κάνεις; Καλά· εσύ; Ναι.",
	"A\u2028B\u0085C\vD\u200bE\ufeffF\u00adG",
];
