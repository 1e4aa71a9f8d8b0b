import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { defineMill, form, image, json, optional, Type, text } from "../../packages/gristmill/dist/index.js";
import { skip, visit } from "../../packages/gristmill/dist/testing/browser.js";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";

const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);

const labeller = defineMill({
	name: "picture-labeller",
	version: "1.0.0",
	summary: "Labels a picture.",
	input: {
		"multipart/form-data": form({
			photo: image({ types: ["image/png", "image/jpeg"] }),
			label: text(),
			options: optional(json(Type.Object({ upper: Type.Boolean() }))),
		}),
	},
	output: Type.Object({ label: Type.String(), size: Type.Integer() }),
	examples: [
		{ input: { photo: PNG, label: "mill" }, output: { label: "mill", size: PNG.byteLength } },
		{
			title: "In capitals",
			input: { photo: PNG, label: "mill", options: { upper: true } },
			output: { label: "MILL", size: PNG.byteLength },
		},
	],
	run: ({ photo, label, options }) => ({
		label: options?.upper ? label.toUpperCase() : label,
		size: photo.byteLength,
	}),
});

const stamper = defineMill({
	name: "letter-stamper",
	version: "1.0.0",
	summary: "Puts a stamp on a letter.",
	input: {
		"multipart/form-data": form({ letter: text(), stamp: optional(image({ types: ["image/png"] })) }),
	},
	output: Type.Object({ sent: Type.String() }),
	examples: [
		{ title: "Stamped", input: { letter: "Dear", stamp: PNG }, output: { sent: "Dear with a stamp" } },
		{ title: "Plain", input: { letter: "Dear" }, output: { sent: "Dear" } },
	],
	run: ({ letter, stamp }) => ({ sent: stamp ? `${letter} with a stamp` : letter }),
});

const { url } = skip ? { url: "" } : await start({}, { mills: [labeller, stamper] });
async function useExample(page: Page, name: string): Promise<void> {
	await page.locator("summary", { hasText: "Examples" }).click();
	await page.getByRole("button", { name }).click();
}

const told = (page: Page, words: string) => page.locator("dd", { hasText: words }).first().waitFor();

test("a mill with several inputs has a field for each, and examples fill them", { skip }, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#picture-labeller`);
	await told(page, "mill");
	assert.equal(await page.getByLabel("label", { exact: true }).inputValue(), "mill");
	await useExample(page, "In capitals");
	await told(page, "MILL");
	await page.getByLabel("label", { exact: true }).fill("grist");
	await told(page, "GRIST");
	await page.getByLabel("options (optional)").fill("");
	await told(page, "grist");
	const file = { name: "a b.png", mimeType: "image/png", buffer: Buffer.concat([PNG, Buffer.alloc(10)]) };
	await page.locator('input[type="file"]').setInputFiles(file);
	await told(page, String(PNG.byteLength + 10));
	await page.getByLabel("options (optional)").fill("{");
	await page.getByRole("heading", { name: "Not JSON: options" }).waitFor();
	await page.getByLabel("options (optional)").fill("7");
	await page.locator(".problem", { hasText: "options" }).waitFor();
	assert.deepEqual(complaints, []);
});

test("an optional file is removed by an example without it, and by the visitor", {
	skip,
}, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#letter-stamper`);
	const remove = page.getByRole("button", { name: "Remove" });
	await told(page, "Dear with a stamp");
	await useExample(page, "Plain");
	await page.locator("dd", { hasText: /^Dear$/ }).waitFor();
	assert.equal(await remove.count(), 0);
	await useExample(page, "Stamped");
	await told(page, "Dear with a stamp");
	await remove.click();
	await page.locator("dd", { hasText: /^Dear$/ }).waitFor();
	assert.equal(await page.locator(".preview img").count(), 0);
	assert.equal(await page.evaluate("document.activeElement.textContent"), "Choose a picture");
	assert.deepEqual(complaints, []);
});

test("an optional part that cannot be sent is told, and the form is not sent without it", {
	skip,
}, async (t) => {
	const { page, complaints } = await visit(t, `${url}/#letter-stamper`);
	await told(page, "Dear with a stamp");
	const chooser = page.locator('input[type="file"]');
	await chooser.setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
	await page.getByRole("heading", { name: "Unsupported type of file: stamp" }).waitFor();
	await page.getByRole("button", { name: "Remove" }).click();
	await page.locator("dd", { hasText: /^Dear$/ }).waitFor();
	await page.goto("about:blank");
	await page.goto(`${url}/#picture-labeller`);
	await told(page, "mill");
	// It goes to the first text that is empty.
	const make = `(() => { const all = new DataTransfer(); all.items.add(new File([new Uint8Array(2 ** 20 + 1)], "long.json")); return all; })()`;
	await page.dispatchEvent(".summary", "drop", { dataTransfer: await page.evaluateHandle(make) });
	await page.getByRole("heading", { name: "File too large for this page: options" }).waitFor();
	assert.deepEqual(complaints, []);
});

test("on a phone the parts of a form have visible names", { skip }, async (t) => {
	const viewport = { width: 390, height: 664 };
	const { page } = await visit(t, `${url}/#letter-stamper`, { viewport });
	await told(page, "Dear with a stamp");
	const names = "[...document.querySelectorAll('.text-input > label, .file-input > .title')]";
	const clips = await page.evaluate(`${names}.map((name) => getComputedStyle(name).clipPath)`);
	assert.deepEqual(clips, ["none", "none"]);
	const [title, place] = [page.locator(".file-input > .title"), page.locator(".drop")];
	const below = (await place.boundingBox())?.y ?? 0;
	assert.ok(((await title.boundingBox())?.y ?? Number.POSITIVE_INFINITY) < below, "the name is above");
});

test("the lines that are shown send the same form", { skip }, async (t) => {
	const { page } = await visit(t, `${url}/#picture-labeller`);
	await told(page, "mill");
	const label = `@it's "$HOME" \\n;type=x`;
	const cwd = await folderWith(t, {});
	await writeFile(`${cwd}/a b.png`, PNG);
	await page.locator('input[type="file"]').setInputFiles(`${cwd}/a b.png`);
	await page.getByLabel("label", { exact: true }).fill(label);
	await told(page, label);
	const shown = async (tab: string) => {
		await page.getByRole("button", { name: tab, exact: true }).click();
		return (await page.locator(".code code").first().textContent()) ?? "";
	};
	const paste = async (line: string) => {
		const main = `'${process.execPath}' '${ROOT}packages/gristmill/dist/cli/main.js'`;
		const run = promisify(execFile)("bash", ["-c", `gristmill() { ${main} "$@"; }\n${line}`], { cwd });
		run.child.stdin?.end();
		return (await run).stdout;
	};
	const expected = { label, size: PNG.byteLength };
	assert.deepEqual(JSON.parse(await paste(await shown("curl"))), expected);
	assert.deepEqual(JSON.parse(await paste(await shown("CLI"))), expected);
	const script = (await shown("TypeScript")).replace(
		"console.log(await response.json())",
		"console.log(await response.text())",
	);
	await writeFile(`${cwd}/call.mjs`, script);
	assert.deepEqual(JSON.parse(await paste(`'${process.execPath}' call.mjs`)), expected);
	await writeFile(`${cwd}/call.py`, await shown("Python"));
	if (spawnSync("python3", ["--version"]).status === 0)
		assert.deepEqual(JSON.parse(await paste("python3 call.py")), expected);
});
