import assert from "node:assert/strict";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import drawer from "../../testing/mills/gradient-drawer.js";
import { run } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";
import { oddServer } from "../../testing/servers/odd-server.js";

const served = servedMills([drawer]);
const INPUT = "4x2 ff0000 0000ff";

async function call(words: readonly string[], cwd: string) {
	const { url } = served;
	return run(["call", `${url}/gradient-drawer`, ...words], { cwd });
}

/** The bytes that the mill answers with. */
async function expected(accept: string, input = INPUT): Promise<Buffer> {
	const { url } = served;
	const headers = { Accept: accept, "Content-Type": "text/plain" };
	const response = await fetch(`${url}/gradient-drawer`, { method: "POST", headers, body: input });
	return Buffer.from(await response.arrayBuffer());
}

test("bytes are written unchanged to standard output, but not to a terminal", async () => {
	const { url } = served;
	const words = ["call", `${url}/gradient-drawer`, "--data", INPUT, "--accept", "image/png"];
	const { code, bytes } = await run(words);
	assert.equal(code, 0);
	assert.deepEqual(bytes, await expected("image/png"));
	const terminal = await run(words, { terminals: ["stdout"] });
	assert.deepEqual([terminal.code, terminal.out], [2, ""]);
	assert.match(terminal.err, /^gristmill: The result is 81 bytes of image\/png/);
});

test("--output replaces a file when the result is there, through links and with its mode", async (t) => {
	const cwd = await folderWith(t, { "old.png": "old" });
	await chmod(join(cwd, "old.png"), 0o600);
	await symlink("old.png", join(cwd, "link.png"));
	const accept = ["--accept", "image/png"];
	const refused = await call(["--data", "nonsense", ...accept, "--output", "link.png"], cwd);
	assert.equal(refused.code, 1);
	assert.equal(await readFile(join(cwd, "old.png"), "utf8"), "old");
	const done = await call(["--data", INPUT, ...accept, "--output", "link.png"], cwd);
	assert.deepEqual([done.code, done.out, done.err], [0, "", ""]);
	assert.deepEqual(await readFile(join(cwd, "old.png")), await expected("image/png"));
	assert.equal((await stat(join(cwd, "old.png"))).mode & 0o777, 0o600);
	const told = await call(["--data", INPUT, "--output", "result.json", "--json"], cwd);
	const json = await readFile(join(cwd, "result.json"), "utf8");
	assert.equal(JSON.parse(json).width, 4);
	assert.deepEqual(JSON.parse(told.out), {
		saved: "result.json",
		mediaType: "application/json",
		size: json.length - 1,
	});
	assert.equal((await call(["--data", INPUT, "--output", "/dev/null"], cwd)).code, 0);
	assert.deepEqual((await readdir(cwd)).sort(), ["link.png", "old.png", "result.json"]);
});

test("an --output that cannot be written is refused before anything is sent", async (t) => {
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "folder"));
	const { url, requests } = await oddServer((_, response) => void response.end());
	for (const [file, why] of [
		["folder", /folder is a folder\. Name a file for the result/],
		[
			"nowhere/x.png",
			/nowhere\/x\.png is in a folder that does not exist\. Name a writable file for the result\./,
		],
	] as const) {
		const { code, err } = await run(["call", url, "--data", "x", "--output", file], { cwd });
		assert.equal(code, 2);
		assert.match(err, why);
	}
	assert.deepEqual(requests, []);
});

test("--expect compares bytes: their sizes and the first that differs, and nothing else is printed", async (t) => {
	const bmp = await expected("image/bmp");
	const changed = Buffer.from(bmp);
	changed[60] = 1;
	const cwd = await folderWith(t, {});
	for (const [name, bytes] of Object.entries({ same: bmp, changed, short: bmp.subarray(0, 70) }))
		await writeFile(join(cwd, name), bytes);
	const words = ["--data", INPUT, "--accept", "image/bmp", "--expect"];
	const same = await call([...words, "same", "--output", "again.bmp"], cwd);
	assert.deepEqual([same.code, same.out, same.err], [0, "", ""]);
	const other = await call([...words, "changed"], cwd);
	assert.deepEqual([other.code, other.out], [4, ""]);
	assert.equal(
		other.err,
		"gristmill: The result differs from changed:\n  the result: expected 78 bytes, got 78 bytes of image/bmp; they differ first at byte 60\n",
	);
	const shorter = await call([...words, "short"], cwd);
	assert.match(
		shorter.err,
		/expected 70 bytes, got 78 bytes of image\/bmp; one is the beginning of the other\n$/,
	);
});

test("an answer of another type, and one that is larger than --max-answer, end with code 4", async () => {
	const { url } = await oddServer((request, response) => {
		request.resume();
		response.writeHead(200, { "Content-Type": "text/html" }).end("<p>hello</p>");
	});
	const typed = await run(["call", url, "--data", "x", "--accept", "image/webp"]);
	assert.equal(typed.code, 4);
	assert.match(typed.err, /is text\/html, and the call accepts image\/webp\./);
	const large = await run(["call", url, "--data", "x", "--max-answer", "5"]);
	assert.equal(large.code, 4);
	assert.match(large.err, /The answer has more than 5 bytes\. Raise --max-answer\./);
});

test("schema --result-types lists what --accept can be", async () => {
	const { url } = served;
	const { code, out, err } = await run(["schema", `${url}/gradient-drawer`, "--result-types"]);
	assert.equal(code, 0, err);
	assert.equal(out, "application/json\napplication/hal+json\napplication/xml\nimage/bmp\nimage/png\n");
});
