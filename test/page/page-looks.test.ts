import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { NAMED_MILLS } from "../../packages/gristmill/dist/cli/serve/named-mills.js";
import { skip as noBrowser, screenshotPath, visit } from "../../packages/gristmill/dist/testing/browser.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";
import { unlessAll } from "../../packages/gristmill/dist/testing/size.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const site = noBrowser ? undefined : await start({ workers: 2 }, { mills: Object.values(NAMED_MILLS) });
const { unready } = (await site?.server.examined()) ?? { unready: [] };

interface Violation {
	readonly id: string;
	readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe-core finds wrong, in words. */
async function violations(page: Page): Promise<string[]> {
	// Evaluated by the browser's debugger: the page's own policy lets no foreign script in.
	await page.evaluate(AXE);
	const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run()");
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
	);
}

const LOOKS = Object.entries(SIZES).flatMap(([size, viewport]) =>
	(["light", "dark"] as const).map((colorScheme) => ({ size, viewport, colorScheme })),
);

for (const [nth, name] of Object.keys(NAMED_MILLS).entries())
	for (const look of LOOKS) {
		const { size, viewport, colorScheme } = look;
		test(`${name} in ${colorScheme} on a ${size} has an answer, and no barrier is found`, {
			skip:
				noBrowser ||
				(unready.includes(name) && `${name} cannot run here`) ||
				// Each mill once, and each look with some mill.
				(look !== LOOKS[nth % LOOKS.length] && unlessAll),
		}, async (t) => {
			const { page, complaints, origins } = await visit(t, `${site?.url}/#${name}`, {
				viewport,
				colorScheme,
			});
			await page
				.locator(".status", { hasText: "· 200 ·" })
				.or(page.locator(".status", { hasText: /^[\d.]+ m?s · 200/ }))
				.waitFor();
			await page.screenshot({
				path: screenshotPath(`${name}-${size}-${colorScheme}`),
				fullPage: size === "phone",
			});
			assert.deepEqual(await violations(page), []);
			for (const details of await page.locator("details:not([open]) > summary").all())
				if (await details.isVisible()) await details.click();
			// The other tabs look the same everywhere: one look at each mill's is enough.
			const tabs = size === "desktop" && colorScheme === "light" ? await page.getByRole("tab").all() : [];
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

test("no barrier is found in the help, in a problem, and where a token is asked for", {
	skip: noBrowser,
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
	await page.getByRole("button", { name: "Run" }).click();
	await page.getByLabel("Token", { exact: true }).waitFor();
	assert.deepEqual(await violations(page), []);
});

test("a translation is shown sentence by sentence, and looking at one lights the other", {
	skip: noBrowser || (unready.includes("translator") && "the translator cannot run here"),
}, async (t) => {
	const { page } = await visit(t, `${site?.url}/#translator`);
	await page.locator(".translation").waitFor();
	await page.getByLabel("Text", { exact: true }).fill("The cat sat on the mat. I like it.");
	await page.locator(".status", { hasText: "2 sentences" }).waitFor();
	assert.deepEqual(await page.locator(".translation h2").allTextContents(), ["English", "Spanish"]);
	await page.locator(".translation .run", { hasText: "I like it." }).hover();
	const lit = await page.locator(".translation .lit").allTextContents();
	assert.equal(lit.length, 2);
	assert.equal(lit[0], "I like it.");
	// Without segments the two texts stand side by side all the same.
	await page.getByLabel("segments").uncheck();
	await page.locator(".translation .run", { hasText: "The cat sat on the mat. I like it." }).waitFor();
});

test("a photograph is shown with the answer as its caption", {
	skip: noBrowser || (unready.includes("classifier") && "the classifier cannot run here"),
}, async (t) => {
	const { page } = await visit(t, `${site?.url}/#classifier`);
	await page.locator(".portrait img").waitFor();
	assert.match((await page.locator("figcaption").textContent()) ?? "", /^genderF.*age4[1-5]/);
});

test("nothing moves when an answer comes", { skip: noBrowser }, async (t) => {
	const { page } = await visit(t, `${site?.url}/#word-counter`);
	await page.locator(".status", { hasText: "200" }).waitFor();
	const places = () =>
		page.evaluate(
			"['.tabs', '.below', 'textarea', '.go'].map((part) => document.querySelector(part).getBoundingClientRect().top)",
		);
	const before = await places();
	const { promise: released, resolve: release } = deferred();
	await page.route("**/word-counter", async (route) => {
		await released;
		await route.continue();
	});
	await page.getByLabel("Text", { exact: true }).fill("another\n".repeat(400));
	await page.getByText("Running…").waitFor();
	assert.deepEqual(await places(), before);
	release();
	await page.locator("dd", { hasText: /^3200$/ }).waitFor();
	assert.deepEqual(await places(), before);
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
	let resolve = () => {};
	const promise = new Promise<void>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}
