import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { NAMED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import { screenshotPath, skip, violations, visit } from "../../packages/gristmill/dist/testing/browser.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 664 } };
const site = skip ? undefined : await start({ workers: 1 }, { mills: Object.values(NAMED_MILLS) });
const { unready } = (await site?.server.examined()) ?? { unready: [] };

/** Demands that the answer begins on the first screen, and that nothing scrolls within the page. */
async function onFirstScreen(page: Page, height: number): Promise<void> {
	const box = await page.locator(".result").boundingBox();
	assert.ok(box && box.y < height * 0.7, `the answer begins at ${box?.y}`);
	const isCut =
		"(() => { const { scrollHeight, clientHeight } = document.querySelector('[role=tabpanel]:not([hidden])'); return scrollHeight > clientHeight; })()";
	assert.equal(await page.evaluate(isCut), false, "the answer scrolls within the page");
}

/** Each size in one of both schemes, in turns: a place is seen in every size and scheme, and all together in every pair. */
const looksOf = (turn: number) =>
	Object.entries(SIZES).map(([size, viewport], i) => ({
		size,
		viewport,
		colorScheme: ((turn + i) % 2 === 0 ? "light" : "dark") as "light" | "dark",
	}));

for (const [turn, name] of Object.keys(NAMED_MILLS).entries())
	for (const { size, viewport, colorScheme } of looksOf(turn)) {
		test(`${name} in ${colorScheme} on a ${size} has an answer, and no barrier is found`, {
			skip: skip || (unready.includes(name) && `${name} cannot run here`),
		}, async (t) => {
			const { page, complaints, origins } = await visit(t, `${site?.url}/#${name}`, {
				viewport,
				colorScheme,
			});
			await page.locator('.answer[data-state="answered"] .result').waitFor();
			await page.screenshot({
				path: screenshotPath(`${name}-${size}-${colorScheme}`),
				fullPage: size === "phone",
			});
			assert.deepEqual(await violations(page), []);
			if (size === "phone") await onFirstScreen(page, viewport.height);
			for (const details of await page.locator("details:not([open]) > summary").all())
				if (await details.isVisible()) await details.click();
			// The other tabs look the same everywhere: one look at each mill's is enough.
			const tabs = size === "desktop" ? await page.getByRole("tab").all() : [];
			for (const tab of tabs) {
				await tab.click();
				assert.deepEqual(await violations(page), [], (await tab.textContent()) ?? "");
			}
			const isWider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
			assert.equal(await page.evaluate(isWider), false, "the page is wider than the screen");
			assert.deepEqual(complaints, []);
			assert.deepEqual([...origins], [site?.url]);
		});
	}

for (const { size, viewport, colorScheme } of [...looksOf(0), ...looksOf(1)])
	test(`the reference in ${colorScheme} on a ${size} shows one section, and no barrier is found`, {
		skip,
	}, async (t) => {
		// Few and small mills: axe-core looks at every element.
		const { url } = await start();
		for (const part of ["", "#checksum-calculator", "#$problems"]) {
			const { page, complaints, origins } = await visit(t, `${url}/docs${part}`, { viewport, colorScheme });
			const name = `docs${part.replace(/\W+/g, "-")}`;
			await page.screenshot({ path: screenshotPath(`${name}-${size}-${colorScheme}`) });
			assert.equal(await page.locator("main > section:visible").count(), 1, part);
			const section = page.locator(part === "" ? ".overview" : `section[id="${part.slice(1)}"]`);
			const top = (await section.boundingBox())?.y ?? -1;
			assert.ok(top >= 0 && top < viewport.height, `${part || "the overview"} is at ${top}`);
			await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
			const isWider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
			assert.equal(await page.evaluate(isWider), false, "the page is wider than the screen");
			assert.deepEqual(await violations(page), [], part);
			assert.deepEqual(complaints, []);
			assert.deepEqual([...origins], [url]);
		}
	});

test("the reference is searched with the keyboard, and leads to the form of a mill", { skip }, async (t) => {
	const { url } = await start();
	const { page, complaints } = await visit(t, `${url}/docs`);
	const found = page.locator("nav li:visible");
	const all = await found.count();
	await page.keyboard.press("/");
	await page.keyboard.type("hex encoding");
	assert.deepEqual(await found.locator("a").allTextContents(), ["checksum-calculator"]);
	assert.equal(await page.locator("nav [role=status]").textContent(), `1 of ${all} sections`);
	assert.match((await found.locator(".soft").textContent()) ?? "", /hex/);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.waitForURL("**/docs#checksum-calculator");
	assert.deepEqual(await page.locator("main h2:visible").allTextContents(), ["checksum-calculator"]);
	await page.keyboard.press("Escape");
	assert.equal(await found.count(), all);
	await page.keyboard.type("no such word");
	assert.equal(await found.count(), 0);
	await page.getByRole("link", { name: "Try it" }).click();
	await page.getByRole("heading", { name: "checksum-calculator", level: 1 }).waitFor();
	assert.deepEqual(complaints, []);
});

test("the reference is read without a script", { skip }, async (t) => {
	const { url } = await start();
	const { page } = await visit(t, `${url}/docs`, { javaScriptEnabled: false });
	assert.equal(await page.locator("nav input").isVisible(), false);
	await page.getByRole("navigation").getByRole("link", { name: "checksum-calculator" }).click();
	assert.deepEqual(await page.locator("main h2:visible").allTextContents(), ["checksum-calculator"]);
	await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
	await page.locator(".overview").waitFor();
});

for (const colorScheme of ["light", "dark"] as const)
	test(`descriptions, problems and refusals have a way back and no barrier, in ${colorScheme}`, {
		skip,
	}, async (t) => {
		const { url } = await start();
		const closed = await start({
			auth: { tokens: [`alice:${randomBytes(32).toString("base64url")}`], closedDiscovery: true },
		});
		const busy = await start({ rate: "1/h", burst: 1 });
		assert.equal((await fetch(`${busy.url}/get-counter`)).status, 415);
		const addresses = [
			`${closed.url}/$list`,
			`${busy.url}/get-counter`,
			`${url}/nonsense`,
			`${url}/$description`,
			`${url}/word-counter/$description`,
			`${url}/$problems`,
			`${url}/$problems/not-found`,
			`${url}/word-counter`,
		];
		for (const address of addresses) {
			const { page } = await visit(t, address, { colorScheme, viewport: SIZES.phone });
			const name = address.replace(/^.*?:\d+/, "").replace(/\W+/g, "-");
			await page.screenshot({ path: screenshotPath(`html${name}-${colorScheme}`) });
			assert.deepEqual(await violations(page), [], address);
			assert.equal(await page.locator("a.brand").count(), 1, address);
			const isWider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
			assert.equal(await page.evaluate(isWider), false, `${address} is wider than the screen`);
		}
	});

test("no barrier is found in the help, in a problem, and where a token is asked for", {
	skip,
}, async (t) => {
	const { page } = await visit(t, `${site?.url}/#tokeniser?format=ids`);
	await page.locator(".status", { hasText: "400" }).waitFor();
	assert.deepEqual(await violations(page), []);
	await page.getByRole("button", { name: "Help" }).click();
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("Escape");
	await page.route("**/tokeniser*", (route) =>
		route.fulfill({ status: 401, body: '{"title":"Unauthorised"}' }),
	);
	await page.getByRole("button", { name: "Run", exact: true }).click();
	await page.getByLabel("Token", { exact: true }).waitFor();
	assert.deepEqual(await violations(page), []);
});

test("a translation is shown sentence by sentence, and looking at one lights the other", {
	skip: skip || (unready.includes("translator") && "the translator cannot run here"),
}, async (t) => {
	const { page } = await visit(t, `${site?.url}/#translator`);
	await page.locator(".couples").waitFor();
	await page.getByLabel("Text", { exact: true }).fill("The cat sat on the mat. I like it.");
	const rows = page.locator(".couples li");
	await rows.nth(1).filter({ hasText: "I like it." }).waitFor();
	assert.equal(await rows.count(), 2);
	await rows.nth(1).hover();
	assert.equal(await page.locator(".mirror mark").textContent(), "I like it.");
	const said = (await page.locator(".answer > .unseen").textContent()) ?? "";
	assert.equal(said, (await page.locator(".reading").textContent()) ?? "");
	// Languages are chosen from a list, and swapped with the texts.
	await page.getByLabel("from", { exact: true }).selectOption("Detect language");
	await page.getByLabel("from", { exact: true }).getByText("English (auto)").waitFor({ state: "attached" });
	await page.getByRole("button", { name: "Swap the languages" }).click();
	await page.locator('[data-member="to"]', { hasText: "en" }).waitFor();
	assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), said);
	assert.equal(new URL(page.url()).hash, "#translator?from=es&to=en&segments=true");
});

test("a photograph is shown once, and the warning stands with the result", {
	skip: skip || (unready.includes("classifier") && "the classifier cannot run here"),
}, async (t) => {
	const { page } = await visit(t, `${site?.url}/#classifier`);
	await page.locator(".facts").waitFor();
	assert.match((await page.locator(".facts").textContent()) ?? "", /^genderF.*age\d\d/);
	assert.equal(await page.locator(".bench img").count(), 1);
	await page.locator(".warning", { hasText: "Do not use an estimate to make decisions" }).waitFor();
});

test("edges replace colours if the system forces its own, and without scripts the page says what to do", {
	skip,
}, async (t) => {
	const forced = await visit(t, `${site?.url}/#tokeniser`, { forcedColors: "active" });
	await forced.page.locator(".piece").first().waitFor();
	const edges =
		"[...document.querySelectorAll('.piece > span')].map((one) => getComputedStyle(one).borderTopStyle)";
	assert.deepEqual([...new Set(await forced.page.evaluate<string[]>(edges))], ["solid"]);
	const { page } = await visit(t, `${site?.url}/`, { javaScriptEnabled: false });
	const sentence = page.locator("noscript .notice");
	assert.ok(((await sentence.boundingBox())?.height ?? 99) < 60);
	// Names, summaries, examples, documents and commands need no script.
	assert.deepEqual(await page.locator(".card h2").allTextContents(), Object.keys(NAMED_MILLS));
	const links = page.locator(".card a", { hasText: "schema" });
	assert.equal(await links.count(), Object.keys(NAMED_MILLS).length);
	assert.match((await page.locator("#home pre").innerText()) ?? "", /^curl -sS .*tokeniser/);
	await links.nth(1).click();
	assert.match(page.url(), /tokeniser\/\$schema$/);
});

test("the layout does not move when an answer arrives", { skip }, async (t) => {
	const { page } = await visit(t, `${site?.url}/#normaliser`);
	await page.locator(".status", { hasText: "200" }).waitFor();
	const places = () =>
		page.evaluate(
			"['.tabs', '.footer', 'textarea', '.code-bar'].map((part) => document.querySelector(part).getBoundingClientRect().top)",
		);
	const { promise: released, resolve: release } = deferred();
	await page.route("**/normaliser", async (route) => {
		await released;
		await route.continue();
	});
	await page.getByLabel("Text", { exact: true }).fill("another\n".repeat(400));
	await page.getByText("Running…").waitFor();
	const before = await places();
	release();
	await page.locator(".reading", { hasText: "another" }).first().waitFor();
	assert.deepEqual(await places(), before);
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
	let resolve = () => {};
	const promise = new Promise<void>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}
