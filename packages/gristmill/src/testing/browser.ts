import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { after } from "node:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { ROOT } from "./command.js";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Returns the browser of this machine: CHROME_PATH, or a browser on the PATH; undefined if there is none. */
export function findBrowser(): string | undefined {
	const folders = (process.env.PATH ?? "").split(delimiter);
	const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
	return [process.env.CHROME_PATH ?? "", ...found].find((path) => path !== "" && existsSync(path));
}

const executablePath = findBrowser();

/** The reason to skip a test that needs a browser, if there is none. */
export const skip = executablePath === undefined && "no Chromium was found: set CHROME_PATH";

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** A page, and a record of what no page may do. */
interface Visit {
	readonly page: Page;
	/** The browser's complaints: script errors and policy violations. */
	readonly complaints: string[];
	/** The origins that the page sent requests to. */
	readonly origins: Set<string>;
}

/** Opens an address as a visitor does. The page is closed when the test ends. */
export async function visit(
	t: { after: (end: () => Promise<void>) => void },
	address: string,
	options: BrowserContextOptions = {},
): Promise<Visit> {
	// The fake camera shows a pattern, and no permission prompt appears.
	const args = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
	browser ??= chromium.launch({ executablePath: executablePath ?? "", args });
	const context = await (await browser).newContext({ viewport: { width: 1280, height: 800 }, ...options });
	t.after(() => context.close());
	const page = await context.newPage();
	const complaints: string[] = [];
	const origins = new Set<string>();
	page.on("pageerror", (error) => complaints.push(error.message));
	page.on("console", (message) => {
		// A status of 400 and above is also logged as an error, but it is not a defect of the page.
		if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
			complaints.push(message.text());
	});
	page.on("request", (request) => {
		const { protocol, origin } = new URL(request.url());
		if (protocol !== "blob:" && protocol !== "data:") origins.add(origin);
	});
	// What never comes fails by name. A busy machine takes long.
	page.setDefaultTimeout(300_000);
	await page.goto(address);
	return { page, complaints, origins };
}

interface Violation {
	readonly id: string;
	readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe-core finds wrong on a page, in words. */
export async function violations(page: Page): Promise<string[]> {
	// Evaluated by the browser's debugger: the page's own policy lets no foreign script in.
	if ((await page.evaluate("typeof axe")) === "undefined") {
		const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
		await page.evaluate(readFileSync(axe, "utf8"));
	}
	const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run()");
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
	);
}

/** Returns the path of a screenshot for people to look at. */
export function screenshotPath(name: string): string {
	const folder = `${ROOT}dist-screenshots`;
	mkdirSync(folder, { recursive: true });
	return `${folder}/${name}.png`;
}
