import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { binary, defineMill, image, Type, text } from "../../packages/gristmill/dist/index.js";
import { INSTALLED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import { skip, violations, visit } from "../../packages/gristmill/dist/testing/browser.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { MILLS } from "../../packages/gristmill/dist/testing/mills/mills.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const PICTURE = `${ROOT}packages/mills/models/classifier/example.jpg`;

const EXAMPLES = [
	"chart-drawer",
	"line-sorter",
	"prime-counter",
	"search-indexer",
	"text-comparer",
	"thumbnailer",
].map((name) => new URL(`../../packages/gristmill/dist/examples/${name}.js`, import.meta.url));

/** Finds two boxes in every picture. */
const boxFinder = defineMill({
	name: "box-finder",
	version: "1.0.0",
	summary: "Finds boxes.",
	input: { "image/jpeg": image() },
	output: Type.Object({
		things: Type.Array(
			Type.Object({
				kind: Type.String(),
				x: Type.Integer(),
				y: Type.Integer(),
				width: Type.Integer(),
				height: Type.Integer(),
				score: Type.Number(),
			}),
			{ view: "boxes" },
		),
		scores: Type.Object({ cat: Type.Number(), dog: Type.Number() }, { view: "bars" }),
		curve: Type.Array(Type.Number(), { view: "plot" }),
	}),
	run: () => ({
		things: [
			{ kind: "cat", x: 10, y: 20, width: 100, height: 50, score: 0.7071067811865475 },
			{ kind: "dog", x: 150, y: 140, width: 90, height: 120, score: 0.25 },
		],
		scores: { cat: 0.7071067811865475, dog: 0.25 },
		curve: Array.from({ length: 40 }, (_, i) => Math.sin(i / 5)),
	}),
});

let release = () => {};
const released = new Promise<void>((settle) => {
	release = settle;
});
/** Gives two lines, tells how far it is, and waits. */
const slowWriter = defineMill({
	name: "slow-writer",
	version: "1.0.0",
	summary: "Writes a text in parts.",
	input: { "text/plain": text() },
	output: Type.Object({ story: Type.String(), lines: Type.Integer() }),
	parts: "story",
	async *run(_, { progress }) {
		yield "The first line\n";
		progress(0.5);
		yield "The second line\n";
		await released;
		yield "The end\n";
		return { lines: 3 };
	},
});

const PDF = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`);
/** Gives a PDF in parts, and waits for the end if the input says so. */
const pagePrinter = defineMill({
	name: "page-printer",
	version: "1.0.0",
	summary: "Prints pages.",
	input: { "text/plain": text() },
	output: Type.Object({ sheet: binary("application/pdf"), note: Type.String() }),
	parts: "sheet",
	async *run(input, { progress, signal }) {
		yield PDF.subarray(0, 10);
		progress(0.5);
		if (input === "wait") await new Promise((settle) => signal.addEventListener("abort", settle));
		yield PDF.subarray(10, 111);
		yield PDF.subarray(111);
		return { note: "" };
	},
});

/** Begins a story, and never ends it. */
const storyTeller = defineMill({
	name: "story-teller",
	version: "1.0.0",
	summary: "Tells a story.",
	input: { "text/plain": text() },
	output: Type.Object({ story: Type.String(), lines: Type.Integer() }),
	parts: "story",
	async *run(_, { signal }) {
		yield "The beginning\n";
		await new Promise((settle) => signal.addEventListener("abort", settle));
		return { lines: 1 };
	},
});

const { url } = skip
	? { url: "" }
	: await start(
			{ workers: 1 },
			{ mills: [...Object.values(INSTALLED_MILLS), ...EXAMPLES, ...MILLS, boxFinder, slowWriter] as never },
		);

const status = (page: Page, words: string | RegExp) =>
	page.locator(".status").filter({ hasText: words }).first().waitFor();
const area = (page: Page) => page.locator("textarea").first();

/** The names of the members of a JSON object, also if the end of its text is cut. */
function topLevel(json: string): readonly string[] {
	try {
		return Object.keys(JSON.parse(json) as object);
	} catch {
		return [...json.matchAll(/^ {2}"([^"]+)":/gm)].map(([, name = ""]) => name);
	}
}

test("every member of every example's result can be seen on the tab Result", { skip }, async (t) => {
	const { page, complaints } = await visit(t, `${url}/`);
	const names = await page.locator(".card h2").allTextContents();
	assert.ok(names.length > 12, String(names));
	let results = 0;
	// Browsers send no body with GET.
	for (const name of names.filter((one) => one !== "get-counter")) {
		await page.goto(`${url}/`);
		await page.goto(`${url}/#${name}`);
		await page.getByRole("heading", { name, level: 1 }).waitFor();
		const count = await page.locator(".examples .item").count();
		const answered = () => page.locator('.answer[data-state="answered"]').waitFor();
		// A mill opens with its first example.
		if (count > 0) await answered();
		for (let i = 0; i < count; i++) {
			await page.locator(".examples > summary").click();
			// The old answer is stale once the call begins. Its end is told by the page alone: of a stream that was read
			// to its end, a busy Chromium sometimes tells that it was cut off.
			const begun = page.waitForEvent("request", (request) => request.method() !== "GET");
			await Promise.all([begun, page.locator(".examples .item").nth(i).click()]).catch((error) => {
				throw new Error(`${name}, example ${i + 1}`, { cause: error });
			});
			await answered();
			if ((await page.locator(".result").count()) === 0) continue;
			await page.getByRole("tab", { name: "JSON" }).click();
			const json = (await page.locator("[role=tabpanel]:visible code").textContent()) ?? "";
			await page.getByRole("tab", { name: "Result", exact: true }).click();
			const members = topLevel(json);
			assert.ok(members.length > 0, json);
			for (const member of members) {
				const place = page.locator(`.result [data-member="${member}"]`);
				assert.equal(await place.count(), 1, `${name}, example ${i + 1}: ${member}`);
				assert.ok(await place.isVisible(), `${name}, example ${i + 1}: ${member}`);
			}
			results += 1;
		}
	}
	assert.ok(results > 30, String(results));
	assert.deepEqual(complaints, []);
});

test("the first result needs few requests, few bytes, and nothing moves", { skip }, async (t) => {
	const { page } = await visit(t, "about:blank");
	const sizes: Promise<number>[] = [];
	page.on("response", (response) => {
		if (response.request().resourceType() !== "fetch" || response.request().method() === "GET")
			sizes.push(
				response.body().then(
					(body) => gzipSync(body).length,
					() => 0,
				),
			);
	});
	let requests = 0;
	page.on("request", () => {
		requests += 1;
	});
	await page.goto(`${url}/#word-counter`);
	await status(page, "200");
	assert.ok(requests <= 6, String(requests));
	const weight = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
	assert.ok(weight <= 45_000, String(weight));
	const shift =
		"new Promise((settle) => new PerformanceObserver((list) => settle(list.getEntries().reduce((sum, one) => sum + one.value, 0))).observe({ type: 'layout-shift', buffered: true })) ";
	const none = "new Promise((settle) => setTimeout(() => settle(0), 500))";
	assert.ok((await page.evaluate<number>(`Promise.race([${shift}, ${none}])`)) <= 0.01);
});

test("the schema is asked for before the script of the page is there, and once", { skip }, async (t) => {
	const { page, complaints } = await visit(t, "about:blank");
	const schemas: string[] = [];
	page.on("request", (request) => {
		if (request.url().endsWith("$schema")) schemas.push(request.url());
	});
	const asked = page.waitForRequest(`${url}/word-counter/$schema`);
	await page.route("**/app-*.js", async (route) => {
		await asked;
		await route.continue();
	});
	await page.goto(`${url}/#word-counter?x=1`);
	await status(page, "200");
	assert.equal(schemas.length, 1);
	assert.deepEqual(complaints, []);
});

test("boxes lie on the one picture, to the pixel, and numbers have three digits", { skip }, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#box-finder`);
	await page.locator('input[type="file"]').setInputFiles(PICTURE);
	await status(page, "200");
	await page.locator(".boxes rect").nth(1).waitFor();
	assert.equal(await page.locator(".bench img").count(), 1);
	const measured = await page.evaluate<number[]>(`(() => {
		const image = document.querySelector(".photo img");
		const [photo, box] = [image, document.querySelector(".boxes rect")].map((one) => one.getBoundingClientRect());
		const scale = photo.width / image.naturalWidth;
		return [box.left - photo.left - 10 * scale, box.top - photo.top - 20 * scale, box.right - photo.left - 110 * scale, box.bottom - photo.top - 70 * scale];
	})()`);
	for (const off of measured) assert.ok(Math.abs(off) <= 1, String(measured));
	assert.deepEqual(await page.locator(".boxes text").allTextContents(), ["cat", "dog"]);
	assert.deepEqual(await page.locator(".bars dd").allTextContents(), ["70.7 %", "25 %"]);
	assert.equal(await page.locator("td.figure", { hasText: "0.707" }).count(), 1);
	await page.locator(".plot").waitFor();
	// Sorting keeps the keyboard's place.
	await page.getByRole("button", { name: "score", exact: true }).click();
	assert.deepEqual(await page.locator("tbody td:first-child").allTextContents(), ["dog", "cat"]);
	assert.equal(await page.locator("th[aria-sort]").textContent(), "score");
	await page.getByRole("button", { name: "Remove" }).click();
	assert.equal(await page.locator(".boxes").count(), 0);
	assert.deepEqual(complaints, []);
});

test("twenty pictures become twenty rows, which can be saved", { skip }, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#picture-meter`);
	const buffer = readFileSync(PICTURE);
	const files = Array.from({ length: 20 }, (_, i) => ({ name: `${i}.jpg`, mimeType: "image/jpeg", buffer }));
	await page.locator('input[type="file"]').setInputFiles(files);
	await status(page, "20 of 20 inputs");
	await page.locator("tbody tr").nth(19).waitFor();
	const download = page.waitForEvent("download");
	await page.getByRole("button", { name: "CSV" }).click();
	const csv = readFileSync(await (await download).path(), "utf8");
	assert.equal(csv.trimEnd().split("\r\n").length, 21);
	assert.match(csv, /^input,status,/);
	assert.deepEqual(await violations(page), []);
	await page.getByRole("button", { name: "Close" }).click();
	await page.getByText("or click to choose one").waitFor();
	assert.deepEqual(complaints, []);
});

test("a thousand lines are called one by one; what failed is told, and tried again on demand", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#prime-counter`);
	await status(page, "200");
	// The subject is the page: a thousand calls of a real mill take long on a busy machine.
	await page.evaluate(`globalThis.isBroken = true; globalThis.fetch = async (_, { body }) => isBroken && body === "7"
		? new Response('{"detail":"Not today."}', { status: 400 })
		: new Response(JSON.stringify({ limit: Number(body), primes: 1 }))`);
	// What writes many lines tells of each. The page does not draw its text again for each.
	await page.evaluate(`globalThis.looks = 0; new MutationObserver(() => { looks += 1; })
		.observe(document.querySelector(".mirror"), { childList: true })`);
	await area(page).fill(Array.from({ length: 1_000 }, (_, i) => i).join("\n"));
	await page.getByRole("button", { name: "Each line" }).click();
	await status(page, "1000 of 1000 inputs, 1 failed");
	const looks = await page.evaluate<number>("looks");
	assert.ok(looks <= 4, `the page looked at the text ${looks} times`);
	// Rows that nobody scrolls to are not built.
	assert.equal(await page.locator("tbody tr").count(), 100);
	assert.match(
		(await page.locator("tbody tr").nth(7).textContent()) ?? "",
		/^7400Not today\.$|400.*Not today/,
	);
	await page.evaluate("globalThis.isBroken = false");
	await page.getByRole("button", { name: "Retry what failed" }).click();
	await status(page, /^1000 of 1000 inputs$/);
});

test("a shared link brings back the text, the settings and the tab; a bad one says what was ignored", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#tokeniser?scheme=word`, {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	await status(page, "tokens");
	await area(page).fill("Shared text, é 👩‍🚀");
	await page.getByLabel("offsets").selectOption("utf8");
	await page.getByRole("tab", { name: "JSON" }).click();
	await page.locator("summary", { hasText: "Share" }).click();
	await page.getByLabel("Include my text").check();
	await page.getByRole("button", { name: "Copy the link" }).click();
	const field = page.getByLabel("Link", { exact: true });
	await field.waitFor();
	const link = await field.inputValue();
	assert.equal(new URL(page.url()).hash.includes("text"), false);
	const other = await visit(t, link);
	await status(other.page, "tokens");
	assert.equal(await area(other.page).inputValue(), "Shared text, é 👩‍🚀");
	assert.equal(await other.page.getByLabel("offsets").inputValue(), "utf8");
	assert.equal(await other.page.getByRole("tab", { name: "JSON" }).getAttribute("aria-selected"), "true");
	const bad = await visit(t, `${url}/#tokeniser?scheme=nonsense&colour=red`);
	await bad.page.getByText("This link sets scheme=nonsense, which this mill does not have.").waitFor();
	await status(bad.page, "tokens");
	const cut = await visit(t, `${link.replace(/(%24|\$)tab=JSON/, "$1tab=Nonsense").slice(0, -40)}`);
	await cut.page.getByText("The text of this link cannot be read: the link was cut or changed.").waitFor();
	await cut.page.getByText("This link sets $tab=Nonsense, which this mill does not have.").waitFor();
	await status(cut.page, "tokens");
	const wrong = await visit(t, `${url}/#tokenizer`);
	await wrong.page.getByText("This server has no mill “tokenizer”.").waitFor();
	await wrong.page.getByRole("link", { name: "Did you mean tokeniser?" }).click();
	await status(wrong.page, "tokens");
});

test("Back undoes an example, and brings the visitor's own text again", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#normaliser`);
	await status(page, "200");
	await area(page).fill("my  own");
	await status(page, "1 difference");
	await page.locator(".examples > summary").click();
	await page.getByRole("button", { name: "Into ASCII letters" }).click();
	await page.getByText("Dobryy den").first().waitFor();
	assert.match(page.url(), /preset=ascii/);
	await page.goBack();
	await status(page, "1 difference");
	assert.equal(await area(page).inputValue(), "my  own");
	assert.doesNotMatch(page.url(), /preset=ascii/);
	await page.goForward();
	await page.getByText("Dobryy den").first().waitFor();
	await page.locator("summary", { hasText: "History" }).click();
	assert.deepEqual(await page.locator(".past .item").allTextContents(), [
		"normaliser: Into ASCII letters",
		"Start",
	]);
});

test("two settings stand side by side, and what differs is told", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#normaliser`);
	await status(page, "200");
	await page.getByRole("button", { name: "A|B" }).click();
	await page.getByText("Both results are the same.").waitFor();
	await page.getByLabel("preset").nth(1).selectOption("none");
	await page.getByText(/^The results differ in .*text/).waitFor();
	assert.equal(new URL(page.url()).hash, "#normaliser/normaliser?preset=none");
	assert.deepEqual(await violations(page), []);
	await page.reload();
	await page.getByText(/^The results differ in .*text/).waitFor();
	await page.getByRole("button", { name: "A|B" }).click();
	assert.equal(await page.locator(".bench").count(), 1);
});

test("the parts of a stream appear as they come, with a bar", { skip }, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#slow-writer`);
	await area(page).fill("once");
	await page.locator(".reading", { hasText: "The second line" }).waitFor();
	assert.equal(await page.locator(".footer progress").getAttribute("value"), "0.5");
	await status(page, "Running… · 50 %");
	release();
	await page.locator(".reading", { hasText: "The end" }).waitFor();
	await status(page, "200");
	assert.equal(await page.locator('[data-member="lines"]').textContent(), "lines3");
	assert.deepEqual(complaints, []);
});

test("a file that comes in parts is whole, a PDF is shown, and an empty text says that it is empty", {
	skip,
}, async (t) => {
	const { url } = await start({}, { mills: [pagePrinter] });
	const { page, complaints } = await visit(t, url);
	await area(page).fill("now");
	await status(page, "200");
	await page.locator("figcaption", { hasText: `application/pdf, ${PDF.length} bytes` }).waitFor();
	// Of a document that Chromium does not show, the frame has the address of an error.
	await page.locator("iframe").waitFor();
	const shown = () => page.frames().some((frame) => frame.url().startsWith("blob:"));
	while (!shown()) await page.waitForEvent("framenavigated");
	assert.equal(await page.locator('[data-member="note"] dd').textContent(), "an empty text");
	assert.equal(await page.getByRole("button", { name: "Copy the result" }).count(), 0);
	assert.deepEqual(complaints, []);
});

test("a stream can be stopped, and what has come of it stays", { skip }, async (t) => {
	const { url } = await start({}, { mills: [pagePrinter, storyTeller] });
	const { page } = await visit(t, `${url}/#page-printer`);
	await area(page).fill("now");
	await status(page, "200");
	await area(page).fill("wait");
	await status(page, "Running… · 50 %");
	// The answer to another input is not an answer to this one.
	await page.getByRole("button", { name: "Stop" }).click();
	await page.locator(".sentence", { hasText: "Stopped: there is no result for this input." }).waitFor();
	await page.goto(`${url}/#story-teller`);
	await area(page).fill("wait");
	await page.locator(".reading", { hasText: "The beginning" }).waitFor();
	await page.getByRole("button", { name: "Stop" }).click();
	await status(page, "Stopped: only this part has come");
	assert.equal(await page.locator(".reading").textContent(), "The beginning\n");
});

test("a picture that is dropped on a mill for texts is refused by name, and three pictures are a table", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`);
	await status(page, "200");
	const drop = async (names: readonly string[]) => {
		const make = `(() => { const all = new DataTransfer(); for (const name of ${JSON.stringify(names)}) all.items.add(new File([new Uint8Array(9)], name, { type: "image/jpeg" })); return all; })()`;
		await page.dispatchEvent(".summary", "drop", { dataTransfer: await page.evaluateHandle(make) });
	};
	await drop(["photo.jpg"]);
	await page.locator(".problem", { hasText: "photo.jpg is image/jpeg, and this mill takes text." }).waitFor();
	await area(page).fill("words again");
	await page.locator("dd", { hasText: /^11$/ }).waitFor();
	await page.goto(`${url}/`);
	await page.goto(`${url}/#picture-meter`);
	await page.getByText("or click to choose one").waitFor();
	await drop(["a.jpg", "b.jpg", "c.jpg"]);
	await status(page, "3 of 3 inputs");
});

test("each of many mills is two actions away, no text is cut, and every control is large enough for fingers", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${url}/`);
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("counts primes");
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("Enter");
	await status(page, "200");
	const cut =
		"[...document.querySelectorAll('h1, h2, button, summary, .pick, label, legend')].filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' && !one.closest('.mirror, .unseen')).map((one) => one.outerHTML.slice(0, 120))";
	const isWider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
	for (const width of [320, 640, 1280, 2560]) {
		await page.setViewportSize({ width, height: 800 });
		assert.deepEqual(await page.evaluate(cut), [], `${width}`);
		assert.equal(await page.evaluate(isWider), false, `wider than ${width}`);
	}
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto(`${url}/`);
	await page.goto(`${url}/#tokeniser`);
	await status(page, "tokens");
	for (const name of ["scheme", "format", "offsets"]) {
		const box = await page.getByLabel(name, { exact: true }).boundingBox();
		assert.ok(box && box.y + box.height < 800, name);
	}
	const phone = await visit(t, `${url}/#tokeniser`, PHONE);
	await status(phone.page, "tokens");
	const small =
		"[...document.querySelectorAll('button, summary, select, input, a')].filter((one) => one.checkVisibility() && !one.closest('p, .notice')).map((one) => [one, one.closest('label')?.getBoundingClientRect() ?? one.getBoundingClientRect()]).filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < 43.5).map(([one, box]) => one.outerHTML.slice(0, 100) + ' ' + Math.round(box.width) + '×' + Math.round(box.height))";
	assert.deepEqual(await phone.page.evaluate(small), []);
	assert.deepEqual(await violations(phone.page), []);
});

test("a server with one mill shows it at once", { skip }, async (t) => {
	const site = await start({}, { mills: [boxFinder] });
	const { page, complaints } = await visit(t, `${site.url}/`);
	await page.getByRole("heading", { name: "box-finder", level: 1 }).waitFor();
	await page
		.locator(".sentence", { hasText: "Choose, drop or paste a picture, and the result appears here." })
		.waitFor();
	assert.equal(await page.locator(".pick").isVisible(), false);
	assert.deepEqual(complaints, []);
});
