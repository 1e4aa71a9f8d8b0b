import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import drawer from "../../testing/mills/gradient-drawer.js";
import { run as runCommand } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";
import { oddServer } from "../../testing/servers/odd-server.js";

const served = servedMills([drawer]);
const PNG = ["--accept", "image/png", "--type", "text/plain", "--quiet"];

const run = (words: readonly string[], cwd: string) => runCommand(["map", ...words], { cwd });

/** A folder with inputs: two of one name, one that fails, one in a folder. */
async function inputs(t: TestContext): Promise<string> {
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in/sub"), { recursive: true });
	const texts = { "a.md": "1x1", "a.txt": "2x1", "bad.txt": "none", "sub/b.txt": "3x1", "z.txt": "4x1" };
	for (const [name, size] of Object.entries(texts))
		await writeFile(join(cwd, "in", name), `${size} 000000 ffffff`);
	return cwd;
}

async function filesIn(folder: string): Promise<Record<string, string>> {
	const names = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const rows = files
		.sort()
		.map(async (file) => [file.slice(folder.length + 1), await readFile(file, "latin1")]);
	return Object.fromEntries(await Promise.all(rows));
}

const LINES = `{"file":"in/a.md","saved":"out/in/a.png","mediaType":"image/png","size":69}
{"file":"in/a.txt","saved":"out/in/a.txt.png","mediaType":"image/png","size":71}
{"file":"in/bad.txt","error":{"kind":"problem","status":400,"code":"unreadable-input","detail":"Send a size and two colours, such as 16x4 ff0000 0000ff."}}
{"file":"in/sub/b.txt","saved":"out/in/sub/b.png","mediaType":"image/png","size":72}
{"file":"in/z.txt","saved":"out/in/z.png","mediaType":"image/png","size":76}
`;

test("each result is a file named in its line, and an interrupted run ends with the same files", async (t) => {
	const { url } = served;
	const cwd = await inputs(t);
	const words = [`${url}/gradient-drawer`, "in", ...PNG, "--out-folder", "out", "--out", "out.ndjson"];
	const whole = await run(words, cwd);
	assert.deepEqual([whole.code, whole.err], [1, ""]);
	const lines = await readFile(join(cwd, "out.ndjson"), "utf8");
	const sized = (text: string) => text.replace(/"size":\d+(,"digest":"[^"]*")?/g, "");
	assert.equal(sized(lines), sized(LINES));
	const files = await filesIn(join(cwd, "out"));
	assert.deepEqual(Object.keys(files), ["in/a.png", "in/a.txt.png", "in/sub/b.png", "in/z.png"]);
	for (const line of lines
		.trim()
		.split("\n")
		.map((text) => JSON.parse(text)))
		if (line.saved) assert.equal(line.size, files[line.saved.slice(4)]?.length);
	assert.match(files["in/z.png"] ?? "", /^\x89PNG/);
	// Killed after the third line, while the next file was half written.
	await writeFile(join(cwd, "out.ndjson"), `${lines.split("\n").slice(0, 3).join("\n")}\n{"file":"in/su`);
	await rm(join(cwd, "out/in/z.png"));
	await writeFile(join(cwd, "out/in/sub/.b.png.part"), "half");
	const resumed = await run([...words, "--resume"], cwd);
	assert.deepEqual([resumed.code, resumed.err], [1, ""]);
	assert.equal(await readFile(join(cwd, "out.ndjson"), "utf8"), lines);
	assert.deepEqual(await filesIn(join(cwd, "out")), files);
});

test("with --unordered, the names of earlier results are kept, and only new inputs are sent", async (t) => {
	const cwd = await inputs(t);
	let calls = 0;
	const { url } = await oddServer((request, response) => {
		calls++;
		request.pipe(response.writeHead(200, { "Content-Type": "application/pdf" }));
	});
	const words = [url, "in", "--quiet", "--unordered", "--out-folder", "out", "--out", "out.ndjson"];
	assert.equal((await run(words, cwd)).code, 0);
	assert.equal(calls, 5);
	// It would be the first to have the name out/in/a.pdf.
	await writeFile(join(cwd, "in/a.html"), "new");
	assert.equal((await run([...words, "--resume"], cwd)).code, 0);
	assert.equal(calls, 6);
	const files = await filesIn(join(cwd, "out"));
	assert.equal(files["in/a.html.pdf"], "new");
	assert.match(files["in/a.pdf"] ?? "", /^1x1/);
});

test("result files in the folder of inputs are not inputs", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, { "a.txt": "1x1 000000 ffffff" });
	await mkdir(join(cwd, "out"));
	const words = [`${url}/gradient-drawer`, ".", ...PNG, "--out-folder", "./out", "--out", "out.ndjson"];
	for (const more of [[], ["--resume"]]) assert.equal((await run([...words, ...more], cwd)).code, 0);
	assert.equal((await readFile(join(cwd, "out.ndjson"), "utf8")).split("\n").length, 2);
});

test("an input whose result file cannot be named is the only one that fails", async (t) => {
	const cwd = await folderWith(t, { "a.txt": "1x1 000000 ffffff", "b.txt": "1x1 000000 ffffff" });
	const { url } = served;
	await mkdir(join(cwd, "out/a.png"), { recursive: true });
	const words = [
		`${url}/gradient-drawer`,
		"a.txt",
		"b.txt",
		...PNG,
		"--out-folder",
		"out",
		"--out",
		"r",
		"--resume",
	];
	assert.equal((await run(words, cwd)).code, 1);
	const [first, second] = (await readFile(join(cwd, "r"), "utf8")).split("\n");
	assert.match(first ?? "", /"kind":"input","detail":"The result cannot be written to out\/a\.png/);
	assert.match(second ?? "", /"saved":"out\/b\.png"/);
});

const MISTAKES: readonly (readonly [words: readonly string[], message: RegExp])[] = [
	[["in", "--accept", "image/webp"], /^gristmill: Results of image\/webp are files\. Give --out-folder DIR/],
	[["in/a.txt", "--out-folder", "in"], /^gristmill: in\/a\.txt lies in --out-folder in\./],
	[["in", "--out-folder", "."], /^gristmill: in lies in --out-folder \.\./],
	[["in", "--out-folder", "out", "--out", "out/r"], /^gristmill: out\/r lies in --out-folder out\./],
];

for (const [words, message] of MISTAKES)
	test(`gristmill map ${words.join(" ")} ends with code 2 and one sentence`, async () => {
		const { code, err } = await run(["http://127.0.0.1:1/x", ...words], process.cwd());
		assert.equal(code, 2);
		assert.match(err, message);
	});

test("a folder with files is refused without --resume, and so is a file", async (t) => {
	const cwd = await folderWith(t, { "a.txt": "x", file: "" });
	await mkdir(join(cwd, "full"));
	await writeFile(join(cwd, "full/x"), "");
	for (const [folder, message] of [
		["full", "full is not empty. Continue with --resume, or name another folder."],
		["file", "file cannot be written (EEXIST). Name another folder."],
	] as const) {
		const { code, err } = await run(["http://127.0.0.1:1/x", "a.txt", "--out-folder", folder], cwd);
		assert.deepEqual([code, err], [2, `gristmill: ${message}\n`]);
	}
});
