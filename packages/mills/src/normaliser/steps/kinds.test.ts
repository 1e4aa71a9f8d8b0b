import assert from "node:assert/strict";
import { test } from "node:test";
import { normalise } from "../pipeline.js";
import { KINDS, type Kind } from "./kinds.js";
import { PRESETS, type Settings } from "./settings.js";

const all = (treatment: "replace" | "remove") =>
	Object.fromEntries(KINDS.map((kind) => [kind, treatment])) as Settings["found"];

async function made(text: string, found: Settings["found"], more: Partial<Settings> = {}): Promise<string> {
	return (await normalise(text, { ...PRESETS.none, locale: "root", found, ...more })).text;
}

function finds(what: string, kind: Kind, pairs: readonly (readonly [string, string])[]): void {
	test(what, async () => {
		for (const [text, expected] of pairs) {
			assert.equal(await made(text, { [kind]: "replace" }), expected);
			// Searching for other kinds changes nothing, unless the text is of such a kind.
			if (!/[@#]|:\/\//.test(expected))
				assert.equal(await made(text, all("replace")), expected, "beside all other kinds");
		}
	});
}

finds("URLs are found without the sentence around them", "url", [
	["See https://example.com/a?b=c#d.", "See [url]."],
	["(http://a.b/c_(d)) and www.example.org, ftp://x.y", "([url]) and [url], [url]"],
	["<https://example.com>", "<[url]>"],
	["请看https://example.com/路。", "请看[url]路。"],
	["http://[2001:db8::1]:80/ https://x.de/?a[]=1", "[url] [url]"],
	["e.g. file.txt, Node.js, a://, www. and 12:30", "e.g. file.txt, Node.js, a://, www. and 12:30"],
]);

finds("e-mail addresses are found", "email", [
	["Mail joe.o'neil+x@mail.example.co.uk.", "Mail [email]."],
	["<müller@exämple.de>;mailto:a@b.cd", "<[email]>;mailto:[email]"],
	["邮箱joe@example.com或", "邮箱[email]或"],
	["a@b, @joe, a@@b.de, joe@localhost", "a@b, @joe, a@@b.de, joe@localhost"],
]);

finds("phone numbers are found, and other numbers are not", "phone", [
	["+49 (0)30 / 1234-567, +1-555-010-9999", "[phone], [phone]"],
	["Tel. 030 1234567; (555) 010-9999; 06 12 34 56 78", "Tel. [phone]; [phone]; [phone]"],
	["2024-01-15 09:30, 01/02/2024, 01.02.2024", "2024-01-15 09:30, 01/02/2024, 01.02.2024"],
	[
		"3.14159265, 0.12345678, 192.168.100.200, 1,234,567.89",
		"3.14159265, 0.12345678, 192.168.100.200, 1,234,567.89",
	],
	["0 1 2 3 4 5 6 7 8 9, 007, ISBN 978-3-16-148410-0", "0 1 2 3 4 5 6 7 8 9, 007, ISBN 978-3-16-148410-0"],
]);

finds("emoji are found with all their parts", "emoji", [
	["a 😀👍🏽 👩‍👩‍👧‍👦 🇩🇪 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "a [emoji][emoji] [emoji] [emoji] [emoji] [emoji] [emoji]!"],
	["© ™ ❤ 1 # * ↔ ☎", "© ™ ❤ 1 # * ↔ ☎"],
]);

finds("hashtags are found", "hashtag", [
	["#eins #Zwei_2, #日本 (#x)", "[hashtag] [hashtag], [hashtag] ([hashtag])"],
	["#1 C# a#b &#233; http://a.b/#c", "#1 C# a#b &#233; http://a.b/#c"],
]);

finds("mentions are found", "mention", [
	["@joe, @anna_k: hi (@x) @joe@mastodon.social", "[mention], [mention]: hi ([mention]) [mention]"],
	["a@b @ x, https://a.b/@joe joe@x.de", "a@b @ x, https://a.b/@joe joe@x.de"],
]);

test("what is removed takes one space along", async () => {
	for (const [text, expected] of [
		["hello #tag world", "hello world"],
		["#tag hello", "hello"],
		["hello #tag", "hello"],
		["hello #tag.", "hello ."],
		["one\n#tag\ntwo #a\nthree", "one\n\ntwo\nthree"],
		["hi 😀 there @joe", "hi there"],
		["#a #b #c", ""],
		["hello #a #b", "hello"],
	] as const)
		assert.equal(await made(text, all("remove")), expected);
});

test("placeholders have the case of the text", async () => {
	const found = { url: "replace", emoji: "replace" } as const;
	assert.equal(await made("see 😀 http://a.b", found, { case: "upper" }), "SEE [EMOJI] [URL]");
	assert.equal(await made("see 😀 http://a.b", found, PRESETS.search), "see [emoji] [url]");
	assert.equal(await made("see 😀 http://a.b", found, PRESETS.ascii), "see [emoji] [url]");
});
