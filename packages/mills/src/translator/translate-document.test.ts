import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyText } from "../testing/any-text.js";
import type { Pair, TranslateSentences } from "./document/pair.js";
import { findItems } from "./document/protect/items.js";
import { count } from "./document/protect/stand-ins.js";
import { translateDocument, translateInParts } from "./translate-document.js";

const numRuns = Number(process.env.TEST_RUNS ?? 8);
const pair: Pair = { from: "en", to: "es" };
const each = (change: (sentence: string) => string): TranslateSentences => {
	return async (sentences, wanted) =>
		sentences.map((sentence) => (wanted === "best" ? [change(sentence)] : []));
};
const listen = (asked: string[]): TranslateSentences => {
	return async (sentences, wanted) => {
		if (wanted === "best") asked.push(...sentences);
		return sentences.map((sentence) => [sentence]);
	};
};
const echo = each((sentence) => sentence);

/** Engines with the errors that a model may make, and worse ones. */
const ENGINES: Readonly<Record<string, TranslateSentences>> = {
	echo,
	capitals: each((sentence) => sentence.toUpperCase()),
	nothing: each(() => ""),
	chatter: each(() => "Lo siento, no puedo."),
	loop: each(() => "la casa de ".repeat(50)),
	reversed: each((sentence) => [...sentence].reverse().join("")),
	"words reversed": each((sentence) => sentence.split(" ").reverse().join(" ")),
	"without signs": each((sentence) => sentence.replace(/[^\p{L} ]/gu, "")),
	"first half": each((sentence) => sentence.slice(0, sentence.length / 2)),
	"line breaks": each((sentence) => sentence.replaceAll(" ", "\n")),
	twice: each((sentence) => `${sentence} ${sentence}`),
};

const ITEMS = [
	"https://example.com/a?b=1&c=2",
	"ana@example.org",
	"`npm  install`",
	"{name}",
	"{{ count }}",
	"%1$d",
	"$HOME",
	"😀",
	"👩‍👩‍👧",
	"Москва",
	"東京",
	"<br/>",
	"**",
	"[^1]",
	"&nbsp;",
	"snake_case",
	"/usr/lib",
];
const word = fc.constantFrom(
	"the",
	"house",
	"of",
	"Mr.",
	"green",
	"and",
	"No.",
	"e.g.",
	"¿qué?",
	"well,",
	"X1",
	"A",
	"año",
);
const number = fc.constantFrom("2,500", "1998", "3.75", "10:30", "192.168.0.1", "47");
const token = fc.oneof(
	{ weight: 5, arbitrary: word },
	{ weight: 1, arbitrary: fc.constantFrom(...ITEMS) },
	number,
);
const sentence = fc
	.tuple(fc.array(token, { minLength: 1, maxLength: 12 }), fc.constantFrom(".", "!", "?", "", "…", ":"))
	.map(([tokens, end]) => tokens.join(" ") + end);
const line = fc
	.tuple(
		fc.constantFrom("", "", "  ", "\t", "- ", "1. ", "> ", "# ", "  * ", "- [ ] ", "| "),
		fc.array(sentence, { maxLength: 3 }),
		fc.constantFrom("", "", "  ", "\r"),
	)
	.map(([prefix, sentences, end]) => prefix + sentences.join(" ") + end);
const document = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));

const frame = (text: string) =>
	text.split("\n").map((each) => [/^[\s>]*/.exec(each)?.[0], /\s*$/.exec(each)?.[0]]);

describe("a document with a faulty engine", () => {
	for (const [name, engine] of Object.entries(ENGINES)) {
		it(`keeps lines, indentation, items and numbers with an engine that gives: ${name}`, async () => {
			await fc.assert(
				fc.asyncProperty(document, async (text) => {
					const { text: target, segments } = await translateDocument(text, pair, engine);
					assert.equal(segments.map(({ source }) => source).join(""), text);
					assert.equal(segments.map((segment) => segment.target).join(""), target);
					assert.deepEqual(frame(target), frame(text));
					for (const item of ITEMS) assert.ok(count(target, item) >= count(text, item), item);
					assert.ok(count(target, "1998") >= count(text, "1998"));
					assert.ok(count(target, "2.500") + count(target, "2,500") >= count(text, "2,500"));
				}),
				{ numRuns },
			);
		});
	}

	it("has consecutive segments that cover the whole text", async () => {
		await fc.assert(
			fc.asyncProperty(anyText({ maxLength: 200 }), async (text) => {
				const { segments } = await translateDocument(text, pair, echo);
				let at = 0;
				for (const { start, end, source } of segments) {
					assert.equal(start, at);
					assert.equal(source, text.slice(start, end));
					at = end;
				}
				assert.equal(at, text.length);
			}),
			{ numRuns },
		);
	});

	it("loses no item of any text", async () => {
		await fc.assert(
			fc.asyncProperty(anyText({ maxLength: 120 }), async (text) => {
				const { text: target } = await translateDocument(
					text,
					pair,
					ENGINES["without signs"] as TranslateSentences,
				);
				for (const { source } of findItems(text))
					if (!/\s|^[\u00ad\u200b\u2060]+$/.test(source))
						assert.ok(count(target, source) >= count(text, source), source);
			}),
			{ numRuns },
		);
	});
});

describe("a document", () => {
	const translated = async (text: string, engine: TranslateSentences, languages = pair) =>
		(await translateDocument(text, languages, engine)).text;

	it("without words stays as it is and sends nothing to the engine", async () => {
		const refuse: TranslateSentences = async () => assert.fail("asked");
		for (const text of [
			"",
			" \n\t\r\n ",
			"12,5 + 3 = ?",
			"😀 🎉",
			"```\nlet x = 1;\n```",
			"https://example.com/a",
			"Привет, мир!",
		])
			assert.equal(await translated(text, refuse), text);
	});

	it("is sent to the engine in one batch, each sentence once", async () => {
		const batches: string[][] = [];
		const engine: TranslateSentences = async (sentences) => {
			batches.push([...sentences]);
			return sentences.map((sentence) => [sentence]);
		};
		await translateDocument("Hi there. Go on.\n\n* Hi there.", pair, engine);
		assert.deepEqual(batches, [["Hi there.", "Go on."]]);
	});

	it("rejects an engine that omits sentences", async () => {
		await assert.rejects(
			translateDocument("One. Two.", pair, async () => []),
			/0 translations for 2 sentences/,
		);
	});

	it("joins the lines of a wrapped paragraph, and the answer has as many lines", async () => {
		const asked: string[] = [];
		const engine = each((sentence) => {
			asked.push(sentence);
			return sentence.replaceAll("paper", "papel de imprenta");
		});
		const text =
			"> It was one of the first factories of paper\n> in the region, and paper was all that it\n> made.\n";
		const target = await translated(text, engine);
		assert.deepEqual(asked, [
			"It was one of the first factories of paper in the region, and paper was all that it made.",
		]);
		assert.match(target, /^> It .*\n> .*\n> .*made\.\n$/);
	});

	it("sends a word that is hyphenated at the end of a line as one word", async () => {
		const asked: string[] = [];
		const target = await translated("A long para-\ngraph of well-\nknown words", listen(asked));
		assert.deepEqual(asked, ["A long paragraph of well-known words"]);
		assert.equal(target.split("\n").length, 3);
	});

	it("sends words without soft hyphens and zero-width spaces", async () => {
		const asked: string[] = [];
		await translated("The inter\u00adnational co\u00adope\u200bration", listen(asked));
		assert.deepEqual(asked, ["The international cooperation"]);
	});

	it("keeps HTML entities in tags, code and addresses", async () => {
		for (const text of [
			"Click <b title='x&#39; onclick=&#39;alert(1)'>here</b> to begin the work.",
			"Write `&eacute;` to get that letter.",
			"See https://a.org/?q=O&#39;B for more.",
		])
			assert.equal(await translated(text, echo), text);
	});

	it("keeps the scale of equal numbers", async () => {
		const asked = "It spent 2 million and earned 2 trillion.";
		const engine = each(() => "Gastó 2 millones y ganó 2 millones.");
		assert.equal(await translated(asked, engine), "Gastó 2 millones y ganó 2 billones.");
	});

	it("sends letters instead of HTML entities", async () => {
		const asked: string[] = [];
		await translated("It&#39;s in Espa&ntilde;a &amp; &Aacute;vila", listen(asked));
		assert.equal(asked[0], "It's in España X1 Ávila");
	});

	it("sends letters with composed accents, except in a URL", async () => {
		const asked: string[] = [];
		const text = "El nin\u0303o comio\u0301: https://a.example/cafe\u0301";
		await translated(text, listen(asked));
		assert.equal(asked[0], "El niño comió: https://a.example/cafe\u0301");
	});

	it("keeps every kind of line end", async () => {
		const ends = ["\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"];
		const text = ends.map((end) => `one line${end}`).join("");
		assert.equal(await translated(text, echo), text);
	});

	it("sends a sentence with inline code as one sentence", async () => {
		const asked: string[] = [];
		const target = await translated("The <code>int</code> type (see <code>a.b</code>).", listen(asked));
		assert.deepEqual(asked, ["The X1 type (see X2)."]);
		assert.equal(target, "The <code>int</code> type (see <code>a.b</code>).");
	});

	it("keeps the rules on both sides of a line", async () => {
		const asked: string[] = [];
		assert.equal(await translated("-----Original Message-----", listen(asked)), "-----Original Message-----");
		assert.deepEqual(asked, ["Original Message"]);
	});

	it("keeps times and spelling in a sentence that is translated around its numbers", async () => {
		const loses = each((sentence) => sentence.replace(/\d/g, "").replace(/p\.?m\.?/g, "mañana"));
		const { text } = await translateDocument("Thx, we are open 4pm-7pm.", pair, loses);
		assert.equal(text, "Thanks, we are open 4 p. m. to 7 p. m.");
		const back = await translateDocument("Abre a las 7:30 p. m. y cierra.", { from: "es", to: "en" }, loses);
		assert.equal(back.text, "Abre a las 7:30 p.m. y cierra.");
	});

	it("keeps both brackets around a whole line", async () => {
		const engine = each((asked) => asked.replace(/\]$/, ""));
		assert.equal(await translated("[door slams]", engine), "[door slams]");
	});

	it("translates verses separately", async () => {
		const asked: string[] = [];
		await translated("Tyger tyger burning bright\nin the forests of the night", listen(asked));
		assert.equal(asked.length, 2);
	});

	it("splits long sentences and sends every word", async () => {
		const asked: string[] = [];
		const words = Array.from({ length: 900 }, (_, index) => (index % 9 === 8 ? "word," : "word"));
		const target = await translated(words.join(" "), listen(asked));
		assert.equal(target, words.join(" "));
		for (const part of asked) assert.ok(part.length < 400, part);
		for (const part of asked.slice(0, -1)) assert.match(part, /,$/);
	});

	it("in capitals is sent in sentence case, and the answer is in capitals", async () => {
		const engine = each((asked) => (asked === "I like the report of X1" ? "Me gusta el informe de X1" : "?"));
		assert.equal(await translated("I LIKE THE REPORT OF {name}", engine), "ME GUSTA EL INFORME DE {name}");
	});

	it("translates the text of a link, not its URL", async () => {
		const words: Record<string, string> = {
			"Read the manual now.": "Lee el manual ahora.",
			"the manual": "el manual",
		};
		assert.equal(
			await translated(
				"Read [the manual](https://x.org/the_(manual)) now.",
				each((asked) => words[asked] ?? ""),
			),
			"Lee [el manual](https://x.org/the_(manual)) ahora.",
		);
	});

	it("keeps a sentence whole if the words of a mark are translated differently alone", async () => {
		const words: Record<string, string> = {
			"A fast and simple tool": "Una herramienta rápida y simple",
			fast: "rápido",
			simple: "simple",
			"Read this before you open an issue.": "Lee esto antes de abrir un issue.",
			"open an issue": "abrir un problema",
			"NOTE: The option was removed.": "AVISO: Se ha quitado la opción.",
			"If you like it, give us a star.": "Si te gusta, danos una estrella.",
			like: "como",
			star: "estrella",
		};
		const engine = each((asked) => words[asked] ?? "nada");
		for (const [source, target] of [
			["A **fast** and *simple* tool", "Una herramienta **rápida** y *simple*"],
			["Read this before you [open an issue](x).", "Lee esto antes de [abrir un issue](x)."],
			["**NOTE:** The option was removed.", "**AVISO:** Se ha quitado la opción."],
			["If you **like** it, give us a *star*.", "Si te **gusta**, danos una *estrella*."],
		] as const)
			assert.equal(await translated(source, engine), target);
	});

	it("gives two marks with the same words different places", async () => {
		assert.equal(await translated("a <b>file</b> or _file_ here", echo), "a <b>file</b> or _file_ here");
		assert.equal(
			await translated(
				"**file** or *file*",
				each((asked) => asked.replace("file or file", "o file, file")),
			),
			"o **file**, *file*",
		);
	});

	it("corrects an item that is nearly right, and retries if a piece of it remains", async () => {
		assert.equal(
			await translated(
				"Send %s now.",
				each((asked) => asked.replace("%s", "% S")),
			),
			"Send %s now.",
		);
		const two = "https://example.com/a?b=1&c=2 the. ana@example.org the Mr.…";
		assert.match(
			await translated(two, ENGINES["first half"] as TranslateSentences),
			/^https:.*ana@example\.org/,
		);
		const address = "See https://a.example/b now.";
		const wrong = (to: string) => each((asked) => asked.replace("https://a.example/b", to));
		assert.equal(await translated(address, wrong("https://a.exmaple/b")), address);
		assert.equal(await translated(address, wrong("https:https://a.example/b")), address);
	});

	it("leaves no white space after removing a final mark", async () => {
		assert.equal(
			await translated(
				"the house",
				each(() => "la casa ."),
			),
			"la casa",
		);
	});

	it("keeps the source if the engine fails", async () => {
		assert.equal(
			await translated("The green house.", ENGINES.loop as TranslateSentences),
			"The green house.",
		);
	});

	it("never returns an invalid character from the engine", async () => {
		const engine = each((asked) => asked.replace("M€", "M\ufffd "));
		assert.equal(await translated("It won 1,500 M€.", engine), "It won 1.500 M€.");
	});

	it("writes large numbers with the words of the target language", async () => {
		const spanish = each((asked) =>
			asked
				.replace("million people", "millones de personas")
				.replace("million dollars", "millones de dólares"),
		);
		assert.equal(await translated("2.5 billion people", spanish), "2500 millones de personas");
		assert.equal(await translated("3 trillion dollars", spanish), "3 billones de dólares");
		const english = each((asked) => asked.replace("millones de euros", "million euros"));
		const back: Pair = { from: "es", to: "en" };
		assert.equal(await translated("2.500 millones de euros", english, back), "2.5 billion euros");
		assert.equal(await translated("3 billones de euros", english, back), "3 trillion euros");
		assert.equal(await translated("40 millones de euros", english, back), "40 million euros");
		assert.equal(await translated("120 000 millones de euros", english, back), "120 billion euros");
	});

	it("splits a sentence that lost a number, and keeps the answers that did not", async () => {
		const asked: string[] = [];
		const engine = each((sentence) => {
			asked.push(sentence);
			return sentence.length > 90 ? sentence.replace("1998", "then") : sentence;
		});
		const text =
			"Since the summer of 1998, the old mill on the river has been closed to all of the visitors, and nobody knows why.";
		assert.equal(await translated(text, engine), text);
		assert.equal(asked[0], text);
		for (const part of asked.slice(1)) assert.match(part, /[,.]$/);
	});

	it("omits the article of a percentage or a date if only Spanish has one", async () => {
		const words: Record<string, string> = {
			"del dinero": "of the money",
			"de enero": "January",
			Llegó: "He came",
		};
		const engine = each((asked) => words[asked] ?? "nothing");
		const back: Pair = { from: "es", to: "en" };
		assert.equal(await translated("El 70% del dinero", engine, back), "70% of the money");
		assert.equal(await translated("Llegó el 20 de enero", engine, back), "He came 20 January");
	});

	it("restores a minus sign that became a hyphen, without a retry", async () => {
		const asked: string[] = [];
		const engine = each((sentence) => {
			asked.push(sentence);
			return sentence.replaceAll("−", "-");
		});
		assert.equal(await translated("It is −5 here and −7 there.", engine), "It is −5 here and −7 there.");
		assert.equal(asked.length, 1);
	});
});

describe("rules", () => {
	it("are told with the words before and after", async () => {
		const asked: string[] = [];
		const { text, changes } = await translateDocument(
			"Add 2 tsp at 7pm.",
			{ from: "en", to: "es" },
			async (sentences) => {
				asked.push(...sentences);
				return sentences.map(() => ["Añade 2 cucharaditas a las 7."]);
			},
		);
		assert.deepEqual(asked, ["Add 2 teaspoons at 7 p.m."]);
		assert.equal(text, "Añade 2 cucharaditas a las 7 p. m.");
		assert.deepEqual(
			changes.map(({ rule, before, after }) => [rule, before, after]),
			[
				["times", "7pm.", "7 p.m."],
				["units", "2 tsp", "2 teaspoons"],
				["times", "7", "7 p. m."],
			],
		);
	});
});

describe("the parts of a sentence that is split", () => {
	it("have the spellings of the whole sentence", async () => {
		// The engine loses the number as long as other words stand beside it.
		const asked: string[] = [];
		const engine: TranslateSentences = async (sentences, wanted) => {
			asked.push(...sentences);
			return sentences.map((sentence) => (wanted === "best" ? [sentence.replace(/\d+/g, "algo")] : []));
		};
		const { changes } = await translateDocument("Add 7 tsp salt", pair, engine);
		assert.ok(asked.includes("teaspoons salt"), asked.join(" | "));
		assert.equal(changes.length, 1);
	});

	it("get the times of the whole sentence", async () => {
		const engine = each((sentence) => sentence.replace(/p\.m\./, "pm").replace(/(?<=\p{L}.*)\d+/gu, "algo"));
		const { text } = await translateDocument("Come to the old house at 7pm sharp", pair, engine);
		assert.match(text, /7 p\. m\./);
	});
});

describe("a translation in parts", () => {
	it("is the whole, whatever the engine makes of it", async () => {
		const sentences = fc.array(
			fc.constantFrom("One mill.", "Two!", "- A list\n", "\n\n", " ", "Kind regards,\nJo\n", "It is 5 pm."),
			{
				maxLength: 40,
			},
		);
		const texts = fc.oneof(
			sentences.map((all) => all.join(" ")),
			anyText({ maxLength: 120 }),
		);
		await fc.assert(
			fc.asyncProperty(texts, fc.constantFrom(...Object.values(ENGINES)), async (text, engine) => {
				const pieces: string[] = [];
				const parts = translateInParts(text, pair, engine);
				let step = await parts.next();
				for (; !step.done; step = await parts.next()) pieces.push(step.value);
				assert.deepEqual(step.value, await translateDocument(text, pair, engine));
				assert.equal(pieces.join(""), step.value.text);
			}),
			{ numRuns },
		);
	});

	it("gives the first sentence before it asks for the second one", async () => {
		const asked: string[] = [];
		const parts = translateInParts("One mill. Two mills. Three mills.", pair, listen(asked));
		assert.equal((await parts.next()).value, "One mill. ");
		assert.deepEqual(asked, ["One mill."]);
		assert.equal((await parts.next()).value, "Two mills. Three mills.");
	});
});
