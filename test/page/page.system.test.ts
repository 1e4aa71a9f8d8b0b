import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
	binary,
	bytes,
	createServer,
	defineMill,
	json,
	Type,
	text,
} from "../../packages/gristmill/dist/index.js";
import { INSTALLED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import { skip, visit } from "../../packages/gristmill/dist/testing/browser.js";
import { MILLS } from "../../packages/gristmill/dist/testing/mills/mills.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";

/** A mill of an author's own, with every kind of parameter and an answer that no viewer knows. */
const recordSorter = defineMill({
	name: "record-sorter",
	version: "1.0.0",
	summary: "Sorts words into records.",
	input: { "application/json": json(Type.Array(Type.String())) },
	parameters: Type.Object({
		limit: Type.Integer({ minimum: 1, maximum: 5, default: 3, description: "How many records." }),
		only: Type.Optional(Type.Array(Type.Enum(["short", "long"]), { description: "Which words." })),
		mark: Type.Optional(Type.String({ maxLength: 2, description: "Put behind each word." })),
		ascending: Type.Boolean({ default: true, description: "From the start." }),
		strict: Type.Optional(Type.Boolean({ description: "Whether to be strict." })),
	}),
	output: Type.Object({
		records: Type.Array(
			Type.Object({ word: Type.String({ description: "A word." }), tags: Type.Array(Type.String()) }),
		),
	}),
	examples: [
		{
			input: ["mill", "grist"],
			output: {
				records: [
					{ word: "grist", tags: ["long"] },
					{ word: "mill", tags: ["short"] },
				],
			},
		},
	],
	run: (input, { parameters: { limit, only = [], mark = "", ascending } }) => {
		const tagged = [...input]
			.sort()
			.map((word) => ({ word: word + mark, tags: [word.length > 4 ? "long" : "short"] }));
		const wanted = tagged.filter(({ tags }) => only.length === 0 || only.some((tag) => tags.includes(tag)));
		return { records: (ascending ? wanted : wanted.reverse()).slice(0, limit) };
	},
});

/** Marks the vowels by their places alone: spans without a text of their own. */
const vowelFinder = defineMill({
	name: "vowel-finder",
	version: "1.0.0",
	summary: "Finds vowels.",
	input: { "text/plain": text() },
	output: Type.Object({ vowels: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() })) }),
	examples: [{ input: "mill", output: { vowels: [{ start: 1, end: 2 }] } }],
	run: (input) => ({
		vowels: [...input.matchAll(/[aeiou]/g)].map(({ index }) => ({ start: index, end: index + 1 })),
	}),
});

/** Answers with its parameters. */
const parameterEchoer = defineMill({
	name: "parameter-echoer",
	version: "1.0.0",
	summary: "Answers with its parameters.",
	input: { "text/plain": text() },
	parameters: Type.Object({
		words: Type.Array(Type.String(), { default: [] }),
		mark: Type.Optional(Type.String()),
	}),
	output: Type.Object({ echo: Type.String() }),
	run: (_, { parameters: { words, mark = "" } }) => ({ echo: JSON.stringify([...words, mark]) }),
});

/** Answers with a file. */
const pictureMaker = defineMill({
	name: "picture-maker",
	version: "1.0.0",
	summary: "Makes a picture.",
	input: { "image/png": bytes() },
	output: Type.Object({
		picture: binary("image/gif"),
		side: Type.Integer(),
	}),
	run: () => ({ picture: Buffer.from(PIXEL, "base64"), side: 1 }),
});
const PIXEL = "R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=";

const lineLister = defineMill({
	name: "line-lister",
	version: "1.0.0",
	summary: "Answers with lines.",
	input: { "text/plain": text() },
	output: Type.Object({ lines: Type.String() }),
	examples: [{ input: "oats\nrye\n", output: { lines: "oats\nrye\n" } }],
	run: (lines) => ({ lines }),
});

const TOKENISER = INSTALLED_MILLS.tokeniser as URL;
const NORMALISER = INSTALLED_MILLS.normaliser as URL;
const { url } = skip
	? { url: "" }
	: await start(
			{ workers: 1 },
			{
				mills: [
					TOKENISER,
					NORMALISER,
					...MILLS,
					recordSorter,
					vowelFinder,
					parameterEchoer,
					pictureMaker,
					lineLister,
				],
			},
		);

const status = (page: Page) => page.locator(".status");
const bench = (page: Page) => page.locator(".bench");
const stage = (page: Page) => page.locator('[role="tabpanel"]:visible');
const runs = (page: Page) => page.locator(".tokens .run");

/** Waits until the answer's status line holds this. */
async function told(page: Page, words: string | RegExp): Promise<void> {
	await status(page).filter({ hasText: words }).waitFor();
}

/** Chooses a mill as the visitor does: with Ctrl K and its name. */
async function pick(page: Page, name: string): Promise<void> {
	await page.keyboard.press("Control+k");
	await page.keyboard.type(name);
	await page.keyboard.press("Enter");
	await page.getByRole("heading", { name, level: 1 }).waitFor();
}

async function useExample(page: Page, name: string): Promise<void> {
	await page.locator("summary", { hasText: "Examples" }).click();
	await page.getByRole("button", { name }).click();
}

/** The code of a language, opened where it is not. */
async function codeOf(page: Page, language: string): Promise<string> {
	const opener = page.getByRole("button", { name: language, exact: true });
	if ((await opener.getAttribute("aria-expanded")) === "false") await opener.click();
	return (await page.locator(".code").textContent()) ?? "";
}

/** The texts of the calls that a page makes from now on. */
function callsOf(page: Page): string[] {
	const calls: string[] = [];
	page.on("request", (request) => {
		if (request.method() === "POST" || request.method() === "QUERY") calls.push(request.postData() ?? "");
	});
	return calls;
}

test("the first thing that a visitor sees is an answer", { skip }, async (t) => {
	const { page, complaints, origins } = await visit(t, `${url}/#tokeniser`);
	await told(page, /^16 tokens · [\d.]+ m?s · 200$/);
	assert.equal(await page.title(), "tokeniser – Gristmill");
	assert.equal(await bench(page).locator("h1").textContent(), "tokeniser");
	assert.deepEqual(complaints, []);
	assert.deepEqual([...origins], [url]);
});

test("tokens are coloured runs; looking at one shows its number, place and bytes", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#tokeniser?scheme=o200k_base`);
	await page.getByLabel("Text", { exact: true }).fill("Raw 👩‍🚀 data");
	await told(page, "7 tokens");
	// Each piece has its number over it, and the parts of one emoji are joined under it.
	assert.deepEqual((await runs(page).allTextContents()).slice(0, 1), ["21586 Raw"]);
	assert.deepEqual(await page.locator(".whole .glyph").allTextContents(), [" 👩‍🚀"]);
	assert.equal(await page.locator(".whole .run").count(), 5);
	assert.equal((await page.locator(".tokens .tint0, .tokens .tint1").count()) > 1, true);
	await runs(page).first().hover();
	assert.equal(await page.locator(".detail").textContent(), "Raw id 21586 from 0 to 3 bytes 52 61 77 ");
	await runs(page).first().focus();
	await page.keyboard.press("End");
	assert.match(
		(await page.locator(".detail").textContent()) ?? "",
		/^·data id \d+ from 9 to 14 bytes 20 64 61 74 61 $/,
	);
	assert.equal(await page.locator('.run[aria-selected="true"]').count(), 1);
	// The numbers alone can be copied.
	await page.getByRole("button", { name: "IDs", exact: true }).click();
	assert.match(await page.locator(".tokens .words").innerText(), /^21586, \d+, /);
	await page.getByLabel("format").selectOption("ids");
	await page.locator(".part .words", { hasText: /^21586, / }).waitFor();
});

test("chunks are passages, each with its count and place", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#tokeniser?scheme=o200k_base&chunk=10&overlap=5`);
	await page.getByLabel("Text", { exact: true }).fill("Dr. No came. He left. She stayed.");
	await told(page, "2 chunks");
	assert.deepEqual(await runs(page).allTextContents(), ["Dr. No came. He left. ", "He left. She stayed."]);
	await runs(page).last().hover();
	assert.equal(await page.locator(".detail").textContent(), "count 6 from 13 to 33 ");
});

test("spans that have no text of their own are shown by the text that was sent", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#vowel-finder`);
	await page.getByLabel("Text", { exact: true }).fill("grist and mill");
	await told(page, "3 vowels");
	assert.deepEqual(await runs(page).allTextContents(), ["i", "a", "i"]);
});

test("a normalised text stands beside what it was, with the differences marked", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#normaliser`);
	await told(page, "differences");
	await page.getByLabel("Text", { exact: true }).fill("Cafe\u0301 \u200bau  lait");
	await told(page, "3 differences");
	assert.deepEqual(await page.locator("del").allTextContents(), ["Cafe\u0301", "[ZWSP]", "·"]);
	assert.deepEqual(await page.locator("ins").allTextContents(), ["Café"]);
	assert.equal(await page.locator("ins").getAttribute("title"), "U+0043 U+0061 U+0066 U+00E9");
	assert.match((await page.locator(".steps .did").allTextContents()).join(), /form.*whitespace/);
	assert.match((await page.locator(".facts").textContent()) ?? "", /^changedyesunicode/);
	// A screen reader says the answer itself.
	assert.equal(await page.locator(".answer > .unseen").textContent(), "Café au lait");
	await page.getByLabel("Text", { exact: true }).fill("plain");
	await told(page, "nothing to change");
	await page.getByLabel("Text", { exact: true }).fill("a  b".repeat(450));
	await told(page, "450 differences");
	// What this view does not know is shown below it.
	await useExample(page, "A look-alike word");
	await page.locator("dd", { hasText: /^paypal$/ }).waitFor();
});

test("a text keeps its lines, and a problem is not told about an input that is gone", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#line-lister`);
	const lines = page.locator(".reading", { hasText: "oats" });
	await lines.waitFor();
	assert.equal(await lines.innerText(), "oats\nrye\n");
	await pick(page, "picture-maker");
	const chooser = page.locator('input[type="file"]');
	await chooser.setInputFiles({ name: "cat.gif", mimeType: "image/gif", buffer: Buffer.alloc(35) });
	await told(page, "Not sent");
	await page.getByRole("button", { name: "Remove" }).click();
	await stage(page).getByText("Choose, drop or paste a picture").waitFor();
	assert.equal(await status(page).textContent(), "");
});

test("plain values are shown with what they mean", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`);
	await page.getByLabel("Text", { exact: true }).fill("one two three");
	await page.locator("dd", { hasText: /^13$/ }).waitFor();
	assert.equal(
		await page.locator(".facts > div").first().textContent(),
		"words3Runs of letters, marks and digits.",
	);
});

test("a mill with parameters in its path can be tried with a file", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#checksum-calculator`);
	await page.locator("dd", { hasText: /^ba7816bf/ }).waitFor();
	await page.getByLabel("algorithm").selectOption("sha512");
	await page.locator("dd", { hasText: /^ddaf35a1/ }).waitFor();
	assert.equal(new URL(page.url()).hash, "#checksum-calculator?algorithm=sha512");
	const file = { name: "a b.bin", mimeType: "", buffer: Buffer.from("grist") };
	await page.locator('input[type="file"]').setInputFiles(file);
	await page.locator("dd", { hasText: /^5$/ }).waitFor();
	assert.match((await page.locator(".size").textContent()) ?? "", /a b\.bin, 5 bytes/);
});

test("a list of objects is a table, and every kind of parameter has its control", { skip }, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#record-sorter`);
	await page.locator("table").waitFor();
	assert.deepEqual(await page.locator("th, td").allTextContents(), [
		...["word", "tags"],
		...["grist", "long"],
		...["mill", "short"],
	]);
	// What a visitor has not changed is not part of the address.
	assert.equal(new URL(page.url()).hash, "#record-sorter");
	await page.getByLabel("long").check();
	await page.getByLabel("mark").fill("!");
	await page.getByLabel("ascending").uncheck();
	await page.getByLabel("strict").selectOption("true");
	await page.locator("tbody", { hasText: /^grist!long$/ }).waitFor();
	assert.equal(new URL(page.url()).hash, "#record-sorter?only=long&mark=%21&ascending=false&strict=true");
	assert.deepEqual(complaints, []);
});

test("texts of the address are sent as they are until the visitor edits them", {
	skip,
}, async (t) => {
	const query = new URLSearchParams([
		["words", "a,b"],
		["words", " c"],
		["mark", "\n"],
	]);
	const { page } = await visit(t, `${url}/#parameter-echoer?${query}`);
	await page.locator("dd", { hasText: String.raw`["a,b"," c","\n"]` }).waitFor();
	assert.equal(new URL(page.url()).hash, `#parameter-echoer?${query}`);
	await page.getByLabel("mark").fill(" ");
	await page.locator("dd", { hasText: '["a,b"," c"," "]' }).waitFor();
	await page.getByLabel("words").fill("a,b");
	await page.locator("dd", { hasText: '["a","b"," "]' }).waitFor();
	assert.equal(new URL(page.url()).hash, "#parameter-echoer?words=a&words=b&mark=+");
});

test("a file in a result is shown beside the picture that was sent, and can be saved", {
	skip,
}, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#picture-maker`);
	await stage(page).getByText("Choose, drop or paste a picture").waitFor();
	await page
		.locator('input[type="file"]')
		.setInputFiles({ name: "cat.png", mimeType: "image/png", buffer: Buffer.alloc(350) });
	await page.locator(".file-place img").waitFor();
	const caption = (await page.locator("figcaption").textContent()) ?? "";
	assert.match(caption, /^image\/gif, 35 bytes, 90 % smaller/);
	assert.equal(await page.locator("a[download]").getAttribute("download"), "cat.gif");
	assert.equal(await page.locator(".facts").textContent(), "side1");
	await page.getByRole("tab", { name: "JSON" }).click();
	assert.match((await stage(page).textContent()) ?? "", /"picture": "… 35 bytes of image\/gif"/);
	assert.deepEqual(complaints, []);
});

test("limits are checked as you type, and what is wrong is not sent", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#record-sorter`);
	await page.locator("table").waitFor();
	const calls = callsOf(page);
	const limit = page.getByLabel("limit");
	await limit.fill("6");
	assert.equal(
		await page.locator(".wrong:not(:empty)").textContent(),
		"“6” is not a whole number from 1 to 5.",
	);
	assert.equal(await limit.getAttribute("aria-invalid"), "true");
	// The old answer is gone: it belongs to another setting.
	await page.locator(".problem", { hasText: "is not a whole number from 1 to 5" }).waitFor();
	assert.equal(await page.locator("table").count(), 0);
	assert.deepEqual(calls, []);
	await limit.fill("1");
	await page.locator("tbody", { hasText: /^gristlong$/ }).waitFor();
	assert.equal(await page.locator(".wrong:not(:empty)").count(), 0);
	assert.equal(calls.length, 1);
});

test("while somebody types, a new call ends the one before, and a known answer comes at once", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`);
	await told(page, "200");
	const calls = callsOf(page);
	const ended: string[] = [];
	page.on("requestfailed", (request) => ended.push(request.postData() ?? ""));
	// The first of the two is held back until it is given up.
	await page.route("**/word-counter", (route) =>
		route.request().postData() === "one" ? undefined : route.continue(),
	);
	const area = page.getByLabel("Text", { exact: true });
	const sent = page.waitForRequest("**/word-counter");
	await area.fill("one");
	await sent;
	await page.getByText("Running…").waitFor();
	assert.equal(await page.locator('.answer[aria-busy="true"]').count(), 1);
	await area.fill("one two");
	await page.locator("dd", { hasText: /^7$/ }).waitFor();
	assert.deepEqual(calls, ["one", "one two"]);
	assert.deepEqual(ended, ["one"]);
	assert.equal(await page.getByText("Running…").count(), 0);
	await area.fill("one two three");
	await page.locator("dd", { hasText: /^13$/ }).waitFor();
	await area.fill("one two");
	await told(page, "kept · 200");
	await page.locator("dd", { hasText: /^7$/ }).waitFor();
	assert.equal(calls.length, 3);
});

test("a call that takes long can be stopped", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`);
	await told(page, "200");
	await page.route("**/word-counter", () => undefined);
	await page.getByRole("button", { name: "Run", exact: true }).click();
	await page.getByRole("button", { name: "Stop", exact: true }).click();
	// The answer to another input does not come back.
	await stage(page)
		.getByText("Stopped: there is no result for this input. Press Run to start again.")
		.waitFor();
	assert.equal(await page.locator(".facts dd").count(), 0);
	assert.equal(await status(page).textContent(), "Stopped");
	assert.equal(await page.getByText("Running…").count(), 0);
});

test("a problem is a sentence in the place of the answer, with the JSON one tab away", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#tokeniser?format=ids`);
	await told(page, /^bad-parameter · .* · 400/);
	assert.match(
		(await stage(page).textContent()) ?? "",
		/^Bad parameterscheme=word has no ids\. Choose another format\./,
	);
	await page.getByRole("tab", { name: "JSON" }).click();
	assert.match((await stage(page).textContent()) ?? "", /"code": "bad-parameter"/);
	await page.getByRole("tab", { name: "Result" }).click();
	const link = await page.getByText("About this problem").getAttribute("href");
	assert.equal((await fetch(new URL(link ?? "", `${url}/`))).status, 200);
});

test("the page shows a failed server, an answer that is not JSON, and the first part of a long one", {
	skip,
}, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#word-counter`);
	await told(page, "200");
	await page.route("**/word-counter", (route) =>
		route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }),
	);
	await page.getByRole("button", { name: "Run", exact: true }).click();
	await told(page, "502");
	assert.match((await stage(page).textContent()) ?? "", /^The server answered 502/);
	await page.unroute("**/word-counter");
	await page.route("**/word-counter", (route) =>
		route.fulfill({ status: 503, headers: { "Retry-After": "120" }, body: '{"title":"Overloaded"}' }),
	);
	await page.getByRole("button", { name: "Run", exact: true }).click();
	await stage(page).getByText("Trying again in 1").waitFor();
	// A long answer does not stop the page: its first part is shown.
	await page.unroute("**/word-counter");
	const words = Array.from({ length: 1_200_000 }, (_, i) => i);
	await page.route("**/word-counter", (route) => route.fulfill({ body: JSON.stringify({ words }) }));
	await page.getByRole("button", { name: "Try now" }).click();
	await stage(page).getByText("The answer has 8.1 MiB. This is its first part.").waitFor();
	await page.locator(".plot").waitFor();
	const download = page.waitForEvent("download");
	await page.locator(".result").getByText("Download all of it").click();
	assert.equal((await download).suggestedFilename(), "answer.json");
	assert.deepEqual(complaints, []);
});

test("the page says that the server is gone, and answers when it is back", { skip }, async (t) => {
	const port = await freePort();
	const begin = async () => {
		const server = await createServer(MILLS, { log: () => {} });
		await server.listen(port);
		return server;
	};
	const first = await begin();
	const { page } = await visit(t, `http://127.0.0.1:${port}/#word-counter`);
	await told(page, "200");
	await first.close();
	await page.getByLabel("Text", { exact: true }).fill("still here");
	await stage(page)
		.getByText("The server does not answer. The page keeps trying. Your input is kept.")
		.waitFor();
	const second = await begin();
	t.after(() => second.close());
	await page.locator("dd", { hasText: /^10$/ }).waitFor();
});

test("the address holds the mill and its parameters, never the input", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#tokeniser?scheme=sentence`);
	await told(page, "1 token");
	assert.equal(await page.getByLabel("scheme").inputValue(), "sentence");
	await page.getByLabel("Text", { exact: true }).fill("A secret. Another.");
	await told(page, "2 tokens");
	await page.getByLabel("offsets").selectOption("utf8");
	assert.equal(new URL(page.url()).hash, "#tokeniser?scheme=sentence&offsets=utf8");
	await pick(page, "word-counter");
	await told(page, "200");
	assert.equal(new URL(page.url()).hash, "#word-counter");
	await page.goBack();
	await told(page, "2 tokens");
	assert.equal(new URL(page.url()).hash, "#tokeniser?scheme=sentence&offsets=utf8");
	assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), "A secret. Another.");
});

test("nothing is stored, and nothing goes to another origin", { skip }, async (t) => {
	const { page, complaints, origins } = await visit(t, `${url}/`);
	for (const name of ["tokeniser", "normaliser", "word-counter", "picture-maker"]) {
		await pick(page, name);
		await page.getByRole("button", { name: "Run", exact: true }).click();
	}
	await page.getByRole("button", { name: /light and dark/ }).click();
	const stored =
		"Promise.all([indexedDB.databases(), caches.keys(), navigator.serviceWorker.getRegistrations()])";
	assert.deepEqual(await page.evaluate(stored), [[], [], []]);
	assert.deepEqual(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]"), [
		0,
		0,
		"",
	]);
	assert.deepEqual(await page.context().cookies(), []);
	assert.deepEqual([...origins], [url]);
	assert.deepEqual(complaints, []);
});

test("text from a mill or a visitor is never HTML", { skip }, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#query-echoer`);
	await page.getByLabel("Text", { exact: true }).fill('<img src=x onerror="alert(1)"><b>bold</b>');
	await page.locator("dd", { hasText: "<b>bold</b>" }).waitFor();
	assert.equal(await page.locator(".answer b, .answer img").count(), 0);
	assert.deepEqual(complaints, []);
});

test("a mill whose method is GET says that a terminal is needed, and gives the line", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#get-counter`);
	await stage(page).getByText("Browsers send no body with GET").waitFor();
	assert.match(await codeOf(page, "curl"), /curl -sS -X GET /);
});

test("the input can be sent as another media type, and the text goes along", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#tokeniser`);
	await told(page, "16 tokens");
	await page.getByLabel("Text", { exact: true }).fill("Raw data.");
	await told(page, "3 tokens");
	await page.getByRole("group", { name: "Input as" }).getByText("JSON").click();
	await told(page, "3 tokens");
	assert.equal(await page.locator("textarea").inputValue(), '"Raw data."');
	assert.equal(await runs(page).count(), 3);
	assert.match(await codeOf(page, "curl"), /Content-Type: application\/json/);
	await page.locator("textarea").fill('{"a": 1,\n  oops}');
	await page.locator(".problem", { hasText: "The text is not JSON from line 2, column 3 on." }).waitFor();
});

test("a text file can be dropped on the text", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`);
	await told(page, "200");
	await drop(page, ".text-input", "dropped words here", "words.txt", "text/plain");
	await page.locator("dd", { hasText: /^18$/ }).waitFor();
});

test("an example and a file are sent as they are until the visitor edits them", {
	skip,
}, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#normaliser`);
	await told(page, "200");
	const sent = async (act: () => Promise<unknown>) => {
		const call = page.waitForRequest((request) => request.method() !== "GET");
		await act();
		return (await call).postDataBuffer()?.toString("latin1");
	};
	assert.match((await sent(() => useExample(page, "Text from the web"))) ?? "", /\r\n/);
	const area = page.getByLabel("Text", { exact: true });
	assert.match((await sent(() => area.press("x"))) ?? "", /^[^\r]*\n[^\r]*$/);
	const take = (bytes: string) => () => drop(page, ".text-input", bytes, "a.txt", "text/plain");
	assert.equal(await sent(take("\xef\xbb\xbfa\r\nb")), "\xef\xbb\xbfa\r\nb");
	// The server refuses these bytes. U+FFFD in their place would be a text.
	await take("caf\xe9")();
	await told(page, "400");
	assert.match(await codeOf(page, "curl"), /--data-binary '@a\.txt'/);
	assert.equal(await sent(() => area.fill("cafe")), "cafe");
	assert.deepEqual(complaints, []);
});

test("everything can be done with the keyboard alone", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`);
	await told(page, "200");
	const press = async (key: string, times = 1) => {
		for (let i = 0; i < times; i++) await page.keyboard.press(key);
	};
	const focused = () =>
		page.evaluate("(document.activeElement?.textContent || document.activeElement?.tagName)");
	await pick(page, "tokeniser");
	await told(page, "16 tokens");
	// From the input to the result.
	await page.locator("textarea").focus();
	await press("Control+a");
	await page.keyboard.type("by keys alone");
	await press("Control+Enter");
	await told(page, "3 tokens");
	await press("Tab");
	assert.equal(await focused(), "Result");
	await press("ArrowRight");
	assert.equal(await focused(), "JSON");
	await press("ArrowLeft");
	await press("Tab");
	assert.match(String(await focused()), /^tokens/);
	// The examples are a menu, which Escape closes.
	await page.locator("summary", { hasText: "Examples" }).focus();
	await press("Enter");
	await press("Tab");
	assert.match(String(await focused()), /^A language model's tokens/);
	await press("Escape");
	assert.equal(await focused(), "Examples");
	await page.getByRole("button", { name: "curl", exact: true }).focus();
	await press("Enter");
	assert.match(await codeOf(page, "curl"), /by keys alone/);
});

test("light and dark can be switched, and follow the system before", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/`, { colorScheme: "dark" });
	const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
	assert.equal(await ground(), "rgb(21, 25, 24)");
	await page.getByRole("button", { name: /light and dark/ }).click();
	assert.equal(await ground(), "rgb(253, 252, 250)");
});

test("a server that asks for a token gets it, and no line and no store holds it", { skip }, async (t) => {
	const { page, complaints } = await visit(t, "about:blank");
	const refusal = { code: "unauthorised", title: "Unauthorised", status: 401, detail: "Send a token." };
	await page.route(`${url}/**`, (route) => {
		const request = route.request();
		const isOpen = !/\$list|\$schema|\/word-counter$/.test(request.url());
		if (isOpen || request.headers().authorization === "Bearer s3cret") return route.continue();
		return route.fulfill({
			status: 401,
			contentType: "application/problem+json",
			body: JSON.stringify(refusal),
		});
	});
	await page.goto(`${url}/#word-counter`);
	await page.getByText("This server asks for a token.").waitFor();
	await page.getByLabel("Token").fill("wrong");
	await page.keyboard.press("Enter");
	await page.getByText("This server asks for a token.").waitFor();
	await page.getByText("This token was not accepted.").waitFor();
	await page.getByLabel("Token").fill("s3cret…");
	await page.keyboard.press("Enter");
	await page
		.getByText("The token has a space or a character that is not ASCII. Enter the token alone.")
		.waitFor();
	await page.getByLabel("Token").fill("s3cret");
	await page.getByRole("button", { name: "Use it" }).click();
	await told(page, "200");
	assert.match(await codeOf(page, "curl"), /-H "Authorization: Bearer \$TOKEN"/);
	assert.doesNotMatch(await page.content(), /s3cret/);
	assert.deepEqual(complaints, []);
});

test("a list that is refused for good is asked for again only by the visitor", {
	skip,
}, async (t) => {
	const { page, complaints } = await visit(t, "about:blank");
	let status = 404;
	let calls = 0;
	// As where discovery is closed: the page has no list, and asks for it.
	await page.route(`${url}/`, async (route) => {
		const response = await route.fetch();
		const body = (await response.text()).replace(
			/<script type="application\/json" id="list">.*?<\/script>/s,
			"",
		);
		return route.fulfill({ response, body });
	});
	await page.route("**/$list", (route) => {
		calls += 1;
		if (status === 200 || route.request().headers().authorization) return route.continue();
		const body = JSON.stringify({ title: "Refused", detail: `Ask the owner: ${status}.` });
		return route.fulfill({ status, contentType: "application/problem+json", body });
	});
	await page.clock.install();
	await page.goto(`${url}/#word-counter`);
	await page.getByText("Ask the owner: 404.").waitFor();
	await page.clock.runFor(60_000);
	assert.equal(calls, 1);
	status = 403;
	await page.getByRole("button", { name: "Try again" }).click();
	await page.getByText("Ask the owner: 403.").waitFor();
	await page.getByLabel("Token").fill("any");
	await page.getByRole("button", { name: "Use it" }).click();
	await page.clock.runFor(1_000);
	await told(page, "200");
	assert.equal(calls, 3);
	assert.deepEqual(complaints, []);
});

test("a call that answers 401 shows the field for a token", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`);
	await told(page, "200");
	await page.route("**/word-counter", (route) =>
		route.request().headers().authorization === undefined
			? route.fulfill({
					status: 401,
					contentType: "application/problem+json",
					body: '{"title":"Unauthorised","detail":"Send a token."}',
				})
			: route.continue(),
	);
	await page.getByRole("button", { name: "Run", exact: true }).click();
	await page.getByLabel("Token").fill("any");
	await page.getByRole("button", { name: "Use it" }).click();
	await told(page, "200");
});

test("under a base and with a public URL of another origin the page talks to its own server", {
	skip,
}, async (t) => {
	const site = await start({ base: "/v1", publicUrl: "https://api.example.org/mills" });
	const { page, origins } = await visit(t, `${site.url}/#checksum-calculator`);
	await page.locator("dd", { hasText: /^ba7816bf/ }).waitFor();
	assert.deepEqual([...origins], [new URL(site.url).origin]);
});

test("a mill whose schema is hidden still has a page", { skip }, async (t) => {
	const site = await start({ hide: ["schema"] });
	const { page, complaints } = await visit(t, `${site.url}/#checksum-calculator`);
	await page.getByLabel("algorithm").fill("sha256");
	await page
		.locator('input[type="file"]')
		.setInputFiles({ name: "a", mimeType: "", buffer: Buffer.from("abc") });
	await page.locator("dd", { hasText: /^ba7816bf/ }).waitFor();
	assert.equal(await page.getByRole("tab", { name: "Schema" }).count(), 0);
	assert.deepEqual(complaints, []);
});

test("of a hundred thousand tokens, 2,000 are shown, and more on request", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#tokeniser`);
	await told(page, "16 tokens");
	await page.getByLabel("scheme").selectOption("word");
	await page.getByLabel("Text", { exact: true }).fill("a ".repeat(50_000));
	await told(page, "100\u202f000 tokens");
	assert.equal(await runs(page).count(), 2_000);
	await page.getByText("Show more: 98\u202f000 are not shown").click();
	assert.equal(await runs(page).count(), 4_000);
});

/** Drops a file. Each character of its content is a byte. */
async function drop(page: Page, place: string, content: string, name: string, type: string): Promise<void> {
	const bytes = JSON.stringify([...Buffer.from(content, "latin1")]);
	const make = `(() => { const all = new DataTransfer(); all.items.add(new File([new Uint8Array(${bytes})], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} })); return all; })()`;
	const dataTransfer = await page.evaluateHandle(make);
	await page.dispatchEvent(place, "drop", { dataTransfer });
}
