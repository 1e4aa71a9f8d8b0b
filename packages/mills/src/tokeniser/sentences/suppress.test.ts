import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileText, random } from "../../testing/hostile-texts.js";
import { segment } from "../segments/segments.js";
import { suppress } from "./suppress.js";

const RUNS = Number(process.env.TEST_RUNS ?? 200);

function sentencesOf(text: string, locale: string): string {
	let start = 0;
	const found: string[] = [];
	for (const end of suppress(text, segment(text, "sentence", locale).ends, locale)) {
		found.push(text.slice(start, end).trim());
		start = end;
	}
	return found.join(" | ");
}

/** Texts that people write, with a bar at each end of a sentence. */
const CASES: readonly (readonly [locale: string, ...texts: string[]])[] = [
	[
		"en",
		"Dr. Smith arrived. | He sat.",
		"J. K. Rowling wrote it. | It sold.",
		"George W. Bush and Samuel L. Jackson met. | Nice.",
		"Use a tool, e.g. Python. | It works.",
		"Mr. and Mrs. Jones left. | They drove.",
		"He lives in the U.S. | The flag is red.",
		"The U.S. Government said no. | Then it changed.",
		"See Fig. 3 for details. | See p. 12.",
		"No. 5 Main St. Springfield is old. | I like it.",
		"It costs $3.50. | That is cheap.",
		"1. First item. | 2. Second item.",
		"Acme Inc. | The company grew.",
		"Acme Inc. CEO Bob Ray quit.",
		"We met at 5 p.m. | The bar closed.",
		"Plan B. | The team agreed.",
		'"Are you sure?" he asked. | "Yes."',
		"Are you ok? | i am.",
		"Visit https://example.com/search?q=Foo now. | Thanks.",
		"Prof. A. B. Jones, Ph.D., spoke. | We listened.",
		"Apples, pears, etc. | The end.",
		"He said OK. | Then he left.",
		"What is it? | It is I. | We won.",
		"Version 2.0 is out. | Get it.",
		"It is -3.5 °C. | Cold!",
		"Wait... what? | Yes.",
		"Gen. Lee v. Gov. Ray is Vol. IV of the set.",
		"Sept. 11 and Oct. 3. | Both.",
	],
	[
		"de",
		"Am 3. Oktober feiern wir. | Es ist schön.",
		"Das gilt z. B. für Hunde, d. h. Tiere. | Ja.",
		"Das gilt z.\u00a0B. Müllers Hund. | Ja.",
		"Dr. med. Müller wohnt in der Ring-Str. 5. | Er ist alt.",
		"Er wurde 1990. | Meister.",
		"Prof. Dr. h. c. Müller kommt.",
		"Wir haben 5 Mio. Euro. | Das reicht.",
		"»Wohin?« | »Nach Hause.«",
	],
	["fr", "M. Dupont est né en 50 av. J.-C. Martin. | Il dort.", "Il a dit : « Quoi ? » | Puis il partit."],
	["es", "El Sr. García vive en EE. UU. desde 1990. | Trabaja mucho.", "La Dra. Ana llegó. | ¿Qué tal?"],
	["it", "Il Dott. Rossi cita l'art. 5. | Poi va."],
	["pt", "O Sr. Silva e a Sra. Costa vieram. | Foi bom."],
	[
		"ru",
		"Он живёт в г. Москва. | Она тоже.",
		"А. С. Пушкин родился в 1799 г. | Москва была мала.",
		"Это Warner Bros. | Подчиняется.",
	],
	["ja", "彼は「行くよ。」と言った。 | 「本当？」 | 彼女は驚いた。"],
	["zh", "他走了。 | 《红楼梦》很长。"],
	["nl", "Dhr. Jansen woont o.a. in Utrecht. | Hij werkt."],
	["fi", "Se alkoi 5. Toukokuuta. | Hyvä."],
];

for (const [locale, ...texts] of CASES)
	test(`the sentences of everyday texts end where a reader ends them: ${locale}`, () => {
		for (const text of texts) {
			const separator = /^(?:ja|zh)$/.test(locale) ? "" : " ";
			assert.equal(sentencesOf(text.replaceAll(" | ", separator), locale), text);
		}
	});

test("a line break ends a sentence, whatever stands before it", () => {
	assert.equal(sentencesOf("Dr.\nSmith", "en"), "Dr. | Smith");
	assert.equal(sentencesOf("1.\r\nOne", "en"), "1. | One");
});

test("the region of a locale does not change the abbreviations of its language", () => {
	assert.equal(sentencesOf("Am 3. Oktober. Ja.", "de-AT"), "Am 3. Oktober. | Ja.");
	assert.equal(sentencesOf("Dr. No. Yes.", "tlh"), "Dr. No. | Yes.");
});

test("whatever the text, the ends ascend and the last one is the end of the text", () => {
	const next = random(11);
	const bits = [
		"Dr. ",
		"J. ",
		"1. ",
		"z. B. ",
		"。「",
		"? » ",
		"!” a",
		"www.a?b",
		" (",
		"...",
		"U.S. ",
		"»",
		"\n",
	];
	for (let i = 0; i < RUNS; i++) {
		let text = "";
		for (let left = 8; left > 0; left--)
			text += next() < 0.7 ? bits[Math.floor(next() * bits.length)] : hostileText(next);
		const { ends: english } = segment(text, "sentence", "en");
		for (const locale of ["en", "de", "fr", "ja"]) {
			// These locales have the same rules for sentences.
			const ends = suppress(text, english, locale);
			assert.equal(ends.at(-1), text.length, JSON.stringify(text));
			for (let j = 1; j < ends.length; j++)
				assert.ok((ends[j] as number) > (ends[j - 1] as number), JSON.stringify(text));
		}
	}
});
