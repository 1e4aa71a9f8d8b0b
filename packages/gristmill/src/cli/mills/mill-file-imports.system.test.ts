import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, gristmill, post, serving } from "../../testing/command.js";

const COUNTER = `
import { defineMill, Type, text } from "gristmill";
export default defineMill({
	name: "counter", version: "1.0.0", summary: "Counts.", input: { "text/plain": text() },
	output: Type.Object({ count: Type.Integer() }), examples: [{ input: "hi", output: { count: 2 } }],
	run: (input) => ({ count: input.length }),
});
`;

test("an uncaught error of a mill file does not end the server, and the log has its place but not its message", async (t) => {
	const late = `if (!process.argv[1].endsWith("worker.js")) {
	const timer = setInterval(() => {
		if (!existsSync("serving")) return;
		clearInterval(timer);
		throw new Error("hunter2");
	}, 20);
}`;
	const loud = `import { existsSync } from "node:fs";\nconsole.log("http://elsewhere.example/ here");\n`;
	const folder = await folderWith(t, { "counter.ts": `${loud}${late}${COUNTER}` });
	const { url, child, stdout, stderr } = await serving(t, ["counter.ts"], { cwd: folder });
	await writeFile(join(folder, "serving"), "");
	while (!stderr().includes("outside of a call")) await once(child.stderr ?? child, "data");
	const line = stderr()
		.split("\n")
		.find((text) => text.includes("outside of a call"));
	const { level, file, error } = JSON.parse(line ?? "");
	assert.deepEqual({ level, file }, { level: "error", file: "counter.ts" });
	assert.match(error, /counter\.ts:7:\d+/);
	assert.doesNotMatch(error, /hunter2/);
	assert.deepEqual(await post(`${url}/counter`, "hello"), { count: 5 });

	await t.test(
		"what a mill file prints goes to standard error: the first address that serve prints is its own",
		() => {
			assert.doesNotMatch(stdout(), /elsewhere/);
			assert.match(stderr(), /elsewhere/);
		},
	);
});

test("a rejected text of a mill file, which has no place, does not end the server, and the log does not quote it", async (t) => {
	const late = `if (!process.argv[1].endsWith("worker.js")) {
	const timer = setInterval(() => {
		if (!existsSync("serving")) return;
		clearInterval(timer);
		Promise.reject("hunter2");
	}, 20);
}`;
	const source = `import { existsSync } from "node:fs";\n${late}${COUNTER}`;
	const folder = await folderWith(t, { "counter.ts": source });
	const { url, child, stderr } = await serving(t, ["counter.ts"], { cwd: folder });
	await writeFile(join(folder, "serving"), "");
	while (!stderr().includes("outside of a call")) await once(child.stderr ?? child, "data");
	assert.doesNotMatch(stderr(), /hunter2/);
	assert.deepEqual(await post(`${url}/counter`, "hello"), { count: 5 });
});

for (const command of ["serve", "test"])
	test(`${command} refuses a mill file whose promise is rejected, with file and line`, async (t) => {
		const folder = await folderWith(t, { "counter.ts": `Promise.reject(new Error("no luck"));${COUNTER}` });
		const running = gristmill(t, [command, ...(command === "serve" ? ["--port", "0"] : []), "counter.ts"], {
			cwd: folder,
		});
		assert.equal(await running.ended, 1);
		assert.match(running.stderr(), /gristmill: counter\.ts:1:\d+: no luck\n/);
	});

const BUSY = `setInterval(() => {}, 1000);${COUNTER}`;

test("a mill file that leaves a timer running does not keep a command that is done", async (t) => {
	const folder = await folderWith(t, { "counter.ts": BUSY });
	const running = gristmill(t, ["test", "counter.ts"], { cwd: folder });
	assert.equal(await running.ended, 0);
	assert.match(running.stdout(), /ok {7}example 0/);
});

test("a mill file that leaves a timer running does not keep a server that cannot listen", async (t) => {
	const other = createServer().listen(0, "127.0.0.1");
	t.after(() => other.close());
	await once(other, "listening");
	const { port } = other.address() as AddressInfo;
	const folder = await folderWith(t, { "counter.ts": BUSY });
	const running = gristmill(t, ["serve", "--port", String(port), "counter.ts"], {
		cwd: folder,
	});
	assert.equal(await running.ended, 1);
	assert.match(running.stderr(), /is in use/);
});

test("an error in one mill file is not blamed on another whose import still waits", async (t) => {
	const slow = `await new Promise((resolve) => setTimeout(resolve, 60_000));${COUNTER}`;
	const folder = await folderWith(t, { "bad.ts": 'throw new Error("no luck");', "slow.ts": slow });
	const running = gristmill(t, ["serve", "--port", "0", "slow.ts", "bad.ts"], { cwd: folder });
	assert.equal(await running.ended, 1);
	assert.equal(running.stderr(), "gristmill: bad.ts:1:7: no luck\n");
});

test("many mill files are imported without a warning of Node", async (t) => {
	const names = Array.from({ length: 11 }, (_, i) => `counter-${String.fromCharCode(97 + i)}`);
	const files = names.map((name) => [`${name}.ts`, COUNTER.replace('"counter"', `"${name}"`)] as const);
	const folder = await folderWith(t, Object.fromEntries(files));
	const words = ["serve", "--print-config", ...files.map(([file]) => file)];
	const running = gristmill(t, words, { cwd: folder });
	assert.equal(await running.ended, 0);
	assert.equal(running.stderr(), "");
});
