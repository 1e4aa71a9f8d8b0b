import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { command, defineMill, Type, text } from "../index.js";
import { folderWith, gristmill, post, serving } from "../testing/command.js";
import { killProcesses, processesWith, untilProcesses } from "../testing/processes.js";
import { start } from "../testing/server.js";
import { makeWorkplace } from "./workplace.js";

const MODULE = new URL("../testing/mills/script-mill.js", import.meta.url);
const GRISTMILL = new URL("../index.js", import.meta.url).href;
const linux = { skip: !existsSync("/proc/self/cmdline") && "there is no /proc" };

/** The folder where workplaces are, as the server chooses it. */
const trial = makeWorkplace(0);
const PLACES = join(trial.path, "..");
await trial.remove();

/** The folders of the calls of a server. */
function foldersOf(pid: number | undefined): string[] {
	const places = readdirSync(PLACES).filter(
		(name) => name.startsWith("gristmill-") && name.includes(`-${pid}-`),
	);
	return places.flatMap((place) => readdirSync(join(PLACES, place)));
}

/** A script that ignores SIGTERM and waits, with a child that does the same, and the text that finds both. */
function stubborn(t: TestContext) {
	const name = `300.${randomInt(2 ** 40, 2 ** 41)}`;
	t.after(() => killProcesses(name));
	return { name, script: `trap '' TERM; touch mark; sleep ${name} & sleep ${name}; :` };
}

async function serve(t: TestContext, choice = "") {
	const { server, url, log } = await start({ workers: 1 }, { mills: [new URL(choice, MODULE)] });
	t.after(() => server.close());
	assert.deepEqual(await server.examined(), { unready: [] });
	const send = async (body: string, query = "") =>
		(await post(`${url}/script-runner${query}`, body)) as Record<string, unknown>;
	return { server, url, log, send };
}

test("a call that overruns its deadline leaves no process and no folder", linux, async (t) => {
	const { name, script } = stubborn(t);
	const { send } = await serve(t, "?deadline=1500");
	assert.equal((await send(script)).code, "deadline-exceeded");
	await untilProcesses(name, 0);
	while (foldersOf(process.pid).length > 0) await setTimeout(20);
});

test(
	"a worker that is killed leaves no process and no folder, and the call runs once more",
	linux,
	async (t) => {
		const { name, script } = stubborn(t);
		const { server, send } = await serve(t);
		const call = send(script);
		for (let i = 0; i < 2; i++) {
			await untilProcesses(name, 2);
			const [first] = processesWith(name);
			for (const pid of server.workers()) process.kill(pid, "SIGKILL");
			while (processesWith(name).includes(Number(first))) await setTimeout(20);
		}
		assert.equal((await call).code, "crashed");
		await untilProcesses(name, 0);
		while (foldersOf(process.pid).length > 0) await setTimeout(20);
	},
);

test("a caller that disconnects ends the program, and the worker lives on", linux, async (t) => {
	const { name, script } = stubborn(t);
	const { server, url, log } = await serve(t);
	const pids = server.workers();
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	socket.write(
		`POST /script-runner HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: ${script.length}\r\n\r\n${script}`,
	);
	await untilProcesses(name, 2);
	assert.equal(foldersOf(process.pid).length, 1);
	socket.resetAndDestroy();
	await untilProcesses(name, 0);
	while (foldersOf(process.pid).length > 0) await setTimeout(20);
	assert.deepEqual(server.workers(), pids);
	assert.ok(!log.some(({ message }) => message === "a worker is gone"));
});

test("a server that is killed leaves no process and no folder", linux, async (t) => {
	const { name, script } = stubborn(t);
	const { url, child } = await serving(t, [fileURLToPath(MODULE)]);
	const call = post(`${url}/script-runner`, script).catch(() => "cut");
	await untilProcesses(name, 2);
	assert.equal(foldersOf(child.pid).length, 1);
	child.kill("SIGKILL");
	await untilProcesses(name, 0);
	assert.equal(await call, "cut");
	while (readdirSync(PLACES).some((place) => place.includes(`-${child.pid}-`))) await setTimeout(20);
});

test("the next server removes folders that a server and its warden left behind", linux, async (t) => {
	// A process id that is free again.
	const { child } = gristmill(t, ["--version"]);
	await once(child, "exit");
	const left = makeWorkplace(0);
	t.after(() => left.remove());
	const dead = left.path.replace(`-${process.pid}-`, `-${child.pid}-`);
	mkdirSync(join(dead, "folder"), { recursive: true });
	const next = makeWorkplace(0);
	t.after(() => next.remove());
	while (existsSync(dead)) await setTimeout(20);
	assert.ok(existsSync(left.path));
});

test("a program in a worker gets no variable of the server or of Node", async (t) => {
	const { send } = await serve(t);
	const { text: told } = (await send("/usr/bin/env")) as { text: string };
	const names = told
		.trim()
		.split("\n")
		.map((line) => line.replace(/=.*/, ""));
	// The shell that runs the script sets PWD itself, and some shells more.
	const shells = ["PWD", "OLDPWD", "SHLVL", "_"];
	assert.deepEqual(names.filter((name) => !shells.includes(name)).sort(), [
		"HOME",
		"LC_ALL",
		"PATH",
		"TMPDIR",
		"TZ",
	]);
});

test("exit codes are problems or crashes, and the log has no word of standard error", async (t) => {
	const { send, log } = await serve(t);
	assert.equal((await send("exit 7")).code, "seven");
	assert.equal((await send("echo hunter2 >&2; exit 8")).code, "crashed");
	const crash = JSON.stringify(log.filter(({ level }) => level === "error"));
	assert.match(crash, /ProgramFailure \(sh ended with exit code 8\)/);
	assert.doesNotMatch(crash, /hunter2/);
	assert.equal((await send("exit 0", "?word=--help")).code, "bad-parameter");
	assert.deepEqual(await send('echo "$1"', "?word=%24(id)"), { text: "$(id)\n" });
});

const mill = (program: string, options = "{}", gristmill = GRISTMILL) => `
import { command, defineMill, Type, text } from "${gristmill}";

export default defineMill({
	name: "small-program",
	version: "1.0.0",
	summary: "Is a small program.",
	input: { "text/plain": text() },
	output: Type.Object({ text: Type.String() }),
	examples: [{ input: "", output: { text: "one\\n" } }],
	run: command([${JSON.stringify(program)}], ${options}),
});
`;

test("a mill that was given as an object runs its program too", async (t) => {
	const sorter = defineMill({
		name: "line-sorter",
		version: "1.0.0",
		summary: "Sorts lines.",
		input: { "text/plain": text() },
		output: Type.Object({ text: Type.String() }),
		examples: [{ input: "b\na\n", output: { text: "a\nb\n" } }],
		run: command(["sort"]),
	});
	const { server, url } = await start({}, { mills: [sorter] });
	t.after(() => server.close());
	assert.deepEqual(await server.examined(), { unready: [] });
	assert.deepEqual(await post(`${url}/line-sorter`, "2\n1"), { text: "1\n2\n" });
});

test("a mill whose program is missing is unready with the reason, and gristmill test says it too", async (t) => {
	const folder = await folderWith(t, {
		"mill.mjs": mill("no-such-program"),
		"tried.mjs": mill("no-such-program", "{}", "gristmill"),
	});
	const reason = "no-such-program was not found on PATH: install it or give its full path.";
	const { server, log } = await start({ workers: 1 }, { mills: [new URL(`file://${folder}/mill.mjs`)] });
	t.after(() => server.close());
	assert.deepEqual(await server.examined(), { unready: ["small-program"] });
	assert.ok(JSON.stringify(log).includes(`the mill cannot be loaded: ${reason}`));
	const trial = gristmill(t, ["test", join(folder, "tried.mjs")]);
	assert.equal(await trial.ended, 1);
	assert.ok(trial.stderr().includes(reason), trial.stderr());
});

test("the digest names the program and its version, and a program that was replaced does not answer", async (t) => {
	const folder = await folderWith(t, {});
	const program = join(folder, "program");
	const write = async (text: string) => {
		await writeFile(program, `#!/bin/sh\n${text}\n`);
		await chmod(program, 0o755);
	};
	let modules = 0;
	const digestOf = async (options?: string) => {
		const url = new URL(`file://${folder}/mill-${modules++}.mjs`);
		await writeFile(url, mill(program, options));
		const { server, url: base, log } = await start({ workers: 1 }, { mills: [url] });
		t.after(() => server.close());
		await server.examined();
		const call = () =>
			fetch(`${base}/small-program`, { method: "POST", headers: { "Content-Type": "text/plain" }, body: "" });
		return { digest: (await call()).headers.get("mill-digest"), call, log };
	};
	await write('[ "$1" != --version ] || cat "$(dirname "$0")/version"; echo one');
	const first = await digestOf();
	await writeFile(join(folder, "version"), "1");
	const one = await digestOf('{ version: ["--version"] }');
	await writeFile(join(folder, "version"), "2");
	const two = await digestOf('{ version: ["--version"] }');
	await write("echo one # in another way");
	const last = await digestOf();
	const digests = [first, one, two, last].map(({ digest }) => digest);
	assert.ok(digests.every((digest) => typeof digest === "string"));
	assert.equal(new Set(digests).size, 4);
	assert.equal((await first.call()).status, 500);
	assert.match(JSON.stringify(first.log), /program has changed since the server started/);
	assert.equal((await last.call()).status, 200);
});
