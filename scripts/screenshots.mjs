// Makes pictures of the page for people to look at, in dist-screenshots/: ten states, on a desktop and a phone, light and dark.
// With --docs, also the picture of the README, docs/page.png.
import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createServer } from "../packages/gristmill/dist/index.js";
import { INSTALLED_MILLS } from "../packages/gristmill/dist/mill-files/named-mills.js";
import { findBrowser } from "../packages/gristmill/dist/testing/browser.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}dist-screenshots`;
const SIZES = {
	desktop: { viewport: { width: 1280, height: 800 } },
	phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};
const answered = (page) => page.locator('.answer[data-state="answered"]').first().waitFor();

/** Each state: the address, and what a visitor does there. */
const STATES = {
	home: ["", async () => {}],
	tokeniser: ["#tokeniser", answered],
	normaliser: ["#normaliser", answered],
	translator: ["#translator?segments=true", answered],
	classifier: ["#classifier?detail=true", answered],
	problem: ["#tokeniser?scheme=word&format=ids", answered],
	picker: [
		"#tokeniser",
		async (page) => {
			await answered(page);
			await page.keyboard.press("Control+k");
		},
	],
	settings: [
		"#normaliser",
		async (page) => {
			await answered(page);
			await page.locator(".more").click();
		},
	],
	many: [
		"#normaliser",
		async (page) => {
			await answered(page);
			await page.locator("textarea").fill("Café  au lait\nnaïve\n“quoted”\n½ litre");
			await page.getByRole("button", { name: "Each line" }).click();
			await page.getByText("4 of 4 inputs").waitFor();
		},
	],
	pair: [
		"#normaliser/normaliser?preset=ascii",
		async (page) => {
			await answered(page);
			await page.getByText(/The results differ|are the same/).waitFor();
		},
	],
};

const server = await createServer(Object.values(INSTALLED_MILLS), { log: () => {} });
const url = await server.listen(0);
await server.examined();
const browser = await chromium.launch({ executablePath: findBrowser() });
mkdirSync(folder, { recursive: true });
for (const [size, options] of Object.entries(SIZES))
	for (const colorScheme of ["light", "dark"])
		for (const [state, [hash, act]] of Object.entries(STATES)) {
			const context = await browser.newContext({ ...options, colorScheme, reducedMotion: "reduce" });
			const page = await context.newPage();
			await page.goto(`${url}/${hash}`);
			await act(page);
			await page.screenshot({ path: `${folder}/page-${state}-${size}-${colorScheme}.png` });
			await context.close();
		}
await browser.close();
await server.close();
if (process.argv.includes("--docs"))
	copyFileSync(`${folder}/page-tokeniser-desktop-light.png`, `${root}docs/page.png`);
console.log(`The pictures are in ${folder}.`);
