import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { folderWith, post, serving } from "../../testing/command.js";
import { killProcesses, untilProcesses } from "../../testing/processes.js";
import { get, start as startServer } from "../../testing/server.js";

const MODULE = new URL("../../testing/mills/spawning-mill.js", import.meta.url);

const options = { skip: !existsSync("/proc/self/cmdline") && "there is no /proc" };

/** A text that finds the processes of one test; those that are left are ended behind it. */
function nameFor(t: TestContext): string {
	const name = String(randomInt(2 ** 40, 2 ** 41));
	t.after(() => killProcesses(name));
	return name;
}

/** A server of a mill that starts processes. */
async function serve(choice = "") {
	const { server, url } = await startServer({ workers: 1 }, { mills: [new URL(choice, MODULE)] });
	await server.examined();
	const send = (body: string) => post(`${url}/process-starter`, body) as Promise<Record<string, unknown>>;
	return { server, send };
}

const shared = await serve();

test(
	"a call that overruns its deadline leaves no process, even one that ignores SIGTERM",
	options,
	async (t) => {
		const name = nameFor(t);
		const { send } = await serve("?deadline=1500");
		for (let ends = 0, i = 0; ends < 2; i++) {
			const { code } = await send(`wait ${name} ${i}`);
			// On a busy machine, a new worker may come later than the call may wait.
			if (code === "overloaded") continue;
			assert.equal(code, "deadline-exceeded");
			ends++;
		}
		await untilProcesses(name, 0);
	},
);

test("a worker that crashes leaves no process", options, async (t) => {
	const name = nameFor(t);
	const { send } = shared;
	assert.equal((await send(`abort ${name}`)).code, "crashed");
	await untilProcesses(name, 0);
});

test("a worker that is killed from outside leaves no process", options, async (t) => {
	const name = nameFor(t);
	const { send } = shared;
	const { pid } = await send(`leave ${name}`);
	await untilProcesses(name, 2);
	process.kill(Number(pid), "SIGKILL");
	await untilProcesses(name, 0);
});

// It closes the server of the tests before.
test("a server that closes leaves no process", options, async (t) => {
	const name = nameFor(t);
	const { server, send } = shared;
	await send(`leave ${name}`);
	await untilProcesses(name, 2);
	await server.close();
	await untilProcesses(name, 0);
});

/** `gristmill serve` of the same mill, in a process of its own. */
async function command(t: TestContext) {
	const name = nameFor(t);
	const server = await serving(t, ["--drain", "60000", fileURLToPath(MODULE)]);
	const call = post(`${server.url}/process-starter`, `wait ${name}`).catch(() => "cut");
	await untilProcesses(name, 2);
	return { ...server, name, call };
}

test("a server that is killed leaves no process, even of a worker that hears nothing", options, async (t) => {
	const { name, call, child } = await command(t);
	child.kill("SIGKILL");
	await untilProcesses(name, 0);
	assert.equal(await call, "cut");
});

test("a second SIGINT ends the server at once, and every process with it", options, async (t) => {
	const { name, call, url, child } = await command(t);
	child.kill("SIGINT");
	while ((await get(`${url}/health/live`).catch(() => undefined)) !== undefined);
	// Signals within half a second are one.
	await setTimeout(700);
	child.kill("SIGINT");
	await once(child, "exit");
	await untilProcesses(name, 0);
	assert.equal(await call, "cut");
});

const LOOPER = `
import { defineMill, Type, text } from "gristmill";

export default defineMill({
	name: "looper",
	version: "1.0.0",
	summary: "Computes without end.",
	input: { "text/plain": text() },
	output: Type.Object({}),
	run: () => {
		process.stderr.write("begun");
		for (;;);
	},
});
`;

test("a worker that computes without end ends when its server is killed", options, async (t) => {
	const folder = await folderWith(t, { "looper.ts": LOOPER });
	// Bundles are written there, so that the command line of each worker names the folder.
	const server = await serving(t, [`${folder}/looper.ts`], { env: { TMPDIR: folder } });
	const call = post(`${server.url}/looper`, "").catch(() => "cut");
	while (!server.stderr().includes("begun")) await once(server.child.stderr as Readable, "data");
	server.child.kill("SIGKILL");
	await untilProcesses(`--allow-fs-read=${folder}`, 0);
	assert.equal(await call, "cut");
});
