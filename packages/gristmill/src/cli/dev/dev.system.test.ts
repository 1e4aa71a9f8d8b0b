import assert from "node:assert/strict";
import { once } from "node:events";
import { rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith, gristmill, post, type Running } from "../../testing/command.js";
import { SHOUT, SHOUTER } from "../../testing/mills/shouter.js";
import { run } from "../../testing/run-command.js";

function developing(t: TestContext, cwd: string, words: readonly string[] = ["shouter.ts"]): Running {
	return gristmill(t, ["dev", "--port", "0", ...words], { cwd });
}

/** Waits until it has written this to standard error. */
async function wrote({ child, stderr }: Running, pattern: RegExp): Promise<void> {
	while (!pattern.test(stderr())) await once(child.stderr ?? child, "data");
}

async function served(running: Running): Promise<string> {
	const [, url = ""] = await running.printed(/(http:\/\/\S+)\/\s[\s\S]*Ctrl\+C/);
	return url;
}

/** As editors do it: a new file is put in the old one's place. */
async function replaced(path: string, text: string): Promise<void> {
	await writeFile(`${path}.new`, text);
	await rename(`${path}.new`, path);
}

test("dev loads a changed file, and keeps the version before while the file has a mistake", async (t) => {
	const cwd = await folderWith(t, { "shouter.ts": SHOUTER, "shout.ts": SHOUT, "shouter.test.ts": "" });
	// Without words, it finds the mill file itself.
	const running = developing(t, cwd, []);
	const url = await served(running);
	assert.match(running.stdout(), /Page: http:\S+\/\n/);
	assert.deepEqual(await post(`${url}/shouter`, "hello"), { shouted: "HELLO!" });
	await wrote(running, /POST \/shouter 200 in \d/);

	await replaced(join(cwd, "shout.ts"), "export const shout = (;\n");
	await wrote(running, /gristmill: shout\.ts:1:\d+: [\s\S]*The version before this change goes on serving\./);
	assert.deepEqual(await post(`${url}/shouter`, "hello"), { shouted: "HELLO!" });

	await replaced(join(cwd, "shout.ts"), SHOUT.replace('"!"', '"?"'));
	await running.printed(/Loaded again: shouter\.ts/);
	assert.match(
		running.stderr(),
		/shouter fails an example: example 0: expected {"shouted":"HI THERE!"}, got {"shouted":"HI THERE\?"}/,
	);
	assert.deepEqual(
		await post(`${url}/shouter`, "hello"),
		{ shouted: "HELLO?" },
		"it can be called all the same",
	);

	await t.test("each failed call has the message of its error in one line", async () => {
		await post(`${url}/shouter`, "hi");
		await wrote(running, /POST \/shouter 422 too-quiet: Send at least three characters\.\n/);
		const broken = SHOUT.replace("text.toUpperCase()", "(text === 'loud' ? [].at(0)!.x : text)");
		await replaced(join(cwd, "shout.ts"), broken.replace("(text: string): string", "(text: any): any"));
		await running.printed(/(?:Loaded again[\s\S]*){2}/);
		await post(`${url}/shouter`, "loud");
		await wrote(
			running,
			/POST \/shouter 500 crashed: run threw: TypeError: Cannot read[^\n]*\n +at shout \([^\n]*shout\.ts:1/,
		);
		assert.doesNotMatch(running.stderr(), /runtime\/(?:perform|worker)/);
	});

	await t.test("dev ends on a signal, and leaves no server behind", async () => {
		running.child.kill("SIGTERM");
		assert.equal(await running.ended, 0);
		await assert.rejects(fetch(`${url}/$list`));
	});
});

test("dev reports a call that took too long, with its limit", async (t) => {
	const slow = SHOUTER.replace("return {", 'for (; input === "forever"; );\n\t\treturn {').replace(
		'version: "1.0.0",',
		'version: "1.0.0", deadline: 2_000,',
	);
	const cwd = await folderWith(t, { "shouter.ts": slow, "shout.ts": SHOUT });
	const running = developing(t, cwd);
	const url = await served(running);
	await post(`${url}/shouter`, "forever");
	await wrote(running, /POST \/shouter 504 deadline-exceeded: The call took longer than its limit of 2 s\./);
});

test("dev serves the last of several quick changes, and an endless loop in one of them does not delay it", async (t) => {
	const cwd = await folderWith(t, { "shouter.ts": SHOUTER, "shout.ts": SHOUT });
	const running = developing(t, cwd);
	const url = await served(running);
	const file = join(cwd, "shout.ts");
	await replaced(file, `${SHOUT}process.stderr.write("in the loop");for (;;);\n`);
	await wrote(running, /in the loop/);
	await replaced(file, SHOUT.replace('"!"', '"…"'));
	await running.printed(/Loaded again/);
	assert.deepEqual(await post(`${url}/shouter`, "hello"), { shouted: "HELLO…" });
	running.child.kill("SIGKILL");
	// Its output ends when the server has ended too.
	await running.ended;
	await assert.rejects(fetch(`${url}/$list`));
});

test("dev waits for a change of a file with a mistake, and for an imported file that does not exist yet", async (t) => {
	const cwd = await folderWith(t, { "shouter.ts": SHOUTER.replace("./shout.ts", "./shout.js") });
	const running = developing(t, cwd);
	await wrote(running, /Could not resolve[\s\S]*Waiting for a change of shouter\.ts\./);
	await writeFile(join(cwd, "shout.ts"), SHOUT);
	const url = await served(running);
	assert.deepEqual(await post(`${url}/shouter`, "hello"), { shouted: "HELLO!" });
});

test("dev refuses a folder without mills, several processes, and a port that is in use", async (t) => {
	const empty = await folderWith(t, { "notes.ts": "// defineMill(\n" });
	const none = await run(["dev"], { cwd: empty });
	assert.deepEqual([none.code, none.err.split(".")[0]], [2, "gristmill: This folder has no mill file"]);
	const many = await run(["dev", "notes.ts", "--processes", "2"], { cwd: empty });
	assert.deepEqual(
		[many.code, many.err],
		[2, "gristmill: dev serves with one process. Leave out --processes.\n"],
	);
	const lost = await run(["dev", "nowhere/mill.ts"], { cwd: empty });
	assert.equal(lost.code, 2);
	assert.match(lost.err, /nowhere\/mill\.ts does not exist/);

	const cwd = await folderWith(t, { "shouter.ts": SHOUTER, "shout.ts": SHOUT });
	const taken = createServer().listen(0, "127.0.0.1");
	await once(taken, "listening");
	t.after(() => taken.close());
	const { port } = taken.address() as { port: number };
	const running = gristmill(t, ["dev", "--port", String(port), "shouter.ts"], { cwd });
	assert.equal(await running.ended, 1);
	assert.match(running.stderr(), new RegExp(`--port.*${port}|${port}.*--port`));
});
