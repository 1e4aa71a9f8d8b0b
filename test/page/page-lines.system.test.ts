import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { copyFile, writeFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { INSTALLED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import { skip as noBrowser, visit } from "../../packages/gristmill/dist/testing/browser.js";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { MILLS } from "../../packages/gristmill/dist/testing/mills/mills.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const skip = noBrowser || (!hasCurl && "curl is not installed");
const CHART_DRAWER = new URL("../../packages/gristmill/dist/examples/chart-drawer.js", import.meta.url);
const { url } = skip
	? { url: "" }
	: await start(
			{ workers: 1 },
			{
				mills: [INSTALLED_MILLS.tokeniser as URL, INSTALLED_MILLS.normaliser as URL, CHART_DRAWER, ...MILLS],
			},
		);

const stage = (page: Page) => page.locator('[role="tabpanel"]:visible');

async function shownIn(page: Page, tab: string): Promise<string> {
	if (tab === "JSON") {
		await page.getByRole("tab", { name: tab, exact: true }).click();
		return (await stage(page).locator("code").first().textContent()) ?? "";
	}
	const opener = page.getByRole("button", { name: tab, exact: true });
	if ((await opener.getAttribute("aria-expanded")) === "false") await opener.click();
	return (await page.locator(".code code").first().textContent()) ?? "";
}

/** Runs what a visitor would paste, in a folder of its own. */
async function paste(cwd: string, line: string): Promise<unknown> {
	const run = `gristmill() { '${process.execPath}' '${ROOT}packages/gristmill/dist/cli/main.js' "$@"; }\n${line}`;
	// Not spawnSync: the server that is called runs in this process.
	const bash = promisify(execFile)("bash", ["-c", run], { cwd, timeout: 600_000 });
	bash.child.stdin?.end();
	const { stdout, stderr } = await bash;
	try {
		return JSON.parse(stdout);
	} catch {
		return `${line}\n${stdout}${stderr}`;
	}
}

/** Demands that curl, JavaScript, Python (where it is installed) and our command line give what the page shows. */
async function agree(
	t: TestContext,
	page: Page,
	files: Readonly<Record<string, string>> = {},
): Promise<void> {
	const cwd = await folderWith(t, {});
	for (const [name, from] of Object.entries(files)) await copyFile(from, `${cwd}/${name}`);
	const expected: unknown = JSON.parse(await shownIn(page, "JSON"));
	assert.deepEqual(await paste(cwd, await shownIn(page, "curl")), expected);
	assert.deepEqual(await paste(cwd, await shownIn(page, "CLI")), expected);
	await writeFile(
		`${cwd}/call.mjs`,
		(await shownIn(page, "TypeScript")).replace(/console\.log\((.*)\);$/, "console.log(JSON.stringify($1));"),
	);
	assert.deepEqual(await paste(cwd, `'${process.execPath}' call.mjs`), expected);
	await writeFile(`${cwd}/call.py`, await shownIn(page, "Python"));
	if (hasPython) assert.deepEqual(await paste(cwd, "python3 call.py"), expected);
}

/** Waits for the answer to the first example. */
async function waitForTokens(page: Page): Promise<{ opened: RegExp }> {
	const status = page.locator(".status", { hasText: /^\d+ tokens/ });
	const [count = ""] = ((await status.textContent()) ?? "").split(" ");
	return { opened: new RegExp(`^${count} tokens`) };
}

const TEXTS = {
	"quotes and dollars": `it's "$HOME" \`date\` $(id) !! \\n 100% @file`,
	"lines and marks": "first\nsecond\n\n\tthird  é 世界 🙂 \u200b",
	"a dash at the start": "--data=x -H y",
	"an at sign at the start": "@/etc/hostname",
	nothing: "",
};

for (const [name, text] of Object.entries(TEXTS))
	test(`the lines that are shown make the same call: ${name}`, { skip }, async (t) => {
		const { page } = await visit(t, `${url}/#tokeniser?scheme=word&offsets=utf8&locale=sv`);
		const { opened } = await waitForTokens(page);
		await page.getByLabel("Text", { exact: true }).fill(text);
		await page.locator(".status", { hasNotText: opened }).filter({ hasText: "token" }).waitFor();
		await agree(t, page);
	});

test("the lines of an example that is a file fetch it from the server", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#checksum-calculator`);
	await page.locator("dd", { hasText: /^ba7816bf/ }).waitFor();
	await agree(t, page);
});

test("the lines of a file name it, with what is strange in its name", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#checksum-calculator`);
	await page.locator("dd", { hasText: /^ba7816bf/ }).waitFor();
	const folder = await folderWith(t, { "it's a file.bin": "grist for the mill" });
	await page.locator('input[type="file"]').setInputFiles(`${folder}/it's a file.bin`);
	await page.locator("dd", { hasText: /^18$/ }).waitFor();
	await agree(t, page, { "it's a file.bin": `${folder}/it's a file.bin` });
	assert.match(
		(await page.locator(".code").textContent()) ?? "",
		/Run it in the folder that contains it's a file\.bin\./,
	);
});

test("the lines of JSON, and of another method, make the same call", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#query-echoer`);
	await page.getByRole("group", { name: "Input as" }).getByText("JSON").click();
	await page.locator("textarea").fill('{"text": "it\'s"}');
	await page.locator("dd", { hasText: /^it's$/ }).waitFor();
	await agree(t, page);
});

test("a text that is too long for a command is to be saved first", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`);
	await page.getByLabel("Text", { exact: true }).fill("a ".repeat(60_000));
	await page.locator("dd", { hasText: /^120\u202f000$/ }).waitFor();
	assert.match(await shownIn(page, "curl"), / \\\n {2}--data-binary '@input\.txt'$/);
	assert.match((await page.locator(".code").textContent()) ?? "", /Save the text as input\.txt first/);
});

test("a line is copied to the clipboard", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#word-counter`, {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	await page.locator(".status", { hasText: "200" }).waitFor();
	const line = await shownIn(page, "curl");
	await page.locator(".code").getByRole("button", { name: "Copy" }).click();
	await page.getByRole("button", { name: "Copied" }).waitFor();
	assert.equal(await page.evaluate("navigator.clipboard.readText()"), line);
});

test("a picture can be chosen, pasted, dropped and taken", { skip }, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#picture-meter`);
	const image = page.locator(".preview img");
	await page
		.locator('input[type="file"]')
		.setInputFiles(`${ROOT}packages/mills/models/classifier/example.jpg`);
	await page.locator(".photo img").waitFor();
	await page.locator("dd", { hasText: /^288$/ }).first().waitFor();
	const bytes = JSON.stringify([...readFileSync(`${ROOT}packages/mills/models/classifier/example.jpg`)]);
	const transfer = (name: string) =>
		`(() => { const all = new DataTransfer(); all.items.add(new File([new Uint8Array(${bytes})], "${name}", { type: "image/jpeg" })); return all; })()`;
	// Beside the box: the whole page takes a drop.
	await page.dispatchEvent(".summary", "drop", {
		dataTransfer: await page.evaluateHandle(transfer("dropped.jpg")),
	});
	await page.getByText("dropped.jpg, 14.9 KiB").waitFor();
	await page.evaluate(
		`document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: ${transfer("pasted.jpg")}, bubbles: true }))`,
	);
	await page.getByText("pasted.jpg, 14.9 KiB").waitFor();
	await page.getByRole("button", { name: "Camera" }).click();
	await page.getByRole("button", { name: "Take the picture" }).click();
	await page.getByText(/^picture\.jpg, /).waitFor();
	await page.locator("dd", { hasText: /^480$/ }).waitFor();
	assert.equal(await image.count(), 1);
	assert.deepEqual(complaints, []);
});

/** A GIF of one pixel. */
const GIF = Buffer.from("R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

test("a picture of another type is refused in the place of the answer, and can be converted", {
	skip,
}, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#picture-meter`);
	const chooser = page.locator('input[type="file"]');
	await chooser.setInputFiles(`${ROOT}packages/mills/models/classifier/example.jpg`);
	await page.locator(".photo img").waitFor();
	const requests: string[] = [];
	page.on("request", (request) => requests.push(request.method()));
	await chooser.setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
	await page.locator(".problem", { hasText: "a.gif is image/gif, and this mill takes JPEG." }).waitFor();
	// The answer about another picture is gone, and this browser cannot read the file.
	assert.equal(await page.locator(".facts").count(), 0);
	await chooser.setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: GIF });
	await page.getByRole("button", { name: "Convert the picture to JPEG" }).click();
	await page.getByText(/^a\.jpg, /).waitFor();
	await page.locator(".facts").waitFor();
	assert.deepEqual(requests.filter((method) => method === "POST").length, 1);
	await shownIn(page, "curl");
	assert.match((await page.locator(".code").textContent()) ?? "", /Save a\.jpg first/);
	assert.deepEqual(complaints, []);
});

test("the lines of a result that is a file write a valid file", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#chart-drawer`);
	await page.locator(".file img").waitFor();
	const programs = {
		curl: (code: string) => code,
		CLI: (code: string) => code,
		TypeScript: () => `'${process.execPath}' call.mjs`,
		Python: () => "python3 call.mjs",
	};
	for (const [language, command] of Object.entries(programs)) {
		if (language === "Python" && !hasPython) continue;
		const cwd = await folderWith(t, {});
		const code = await shownIn(page, language);
		await writeFile(`${cwd}/call.mjs`, code);
		await paste(cwd, command(code));
		assert.match(readFileSync(`${cwd}/result.svg`, "utf8"), /^<svg .*<\/svg>\n$/s, language);
	}
});
