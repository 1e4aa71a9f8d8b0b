import assert from "node:assert/strict";
import { once } from "node:events";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { folderWith, gristmill, post, type Running } from "../../testing/command.js";
import { SHOUT, SHOUTER } from "../../testing/mills/shouter.js";

function watching(t: TestContext, folder: string): Running {
	return gristmill(t, ["serve", "--port", "0", "--watch", "shouter.ts"], { cwd: folder });
}

/** Waits until the server has said why it cannot start. */
async function failed({ child, stderr }: Running, reason: RegExp): Promise<void> {
	while (!reason.test(stderr())) await once(child.stderr ?? child, "data");
}

test("--watch restarts when a file of the mill changes, however it is written", async (t) => {
	const folder = await folderWith(t, { "shouter.ts": SHOUTER, "shout.ts": SHOUT });
	const running = watching(t, folder);
	const [, first] = await running.printed(/(http:\/\/\S+)\/\s/);
	assert.deepEqual(await post(`${first}/shouter`, "hello"), { shouted: "HELLO!" });

	// As editors do it: a new file is put in the old one's place. The mill's example is still met.
	await writeFile(join(folder, "shout.ts.new"), SHOUT.replace('"!"', '(text.startsWith("hi") ? "!" : "?")'));
	await rename(join(folder, "shout.ts.new"), join(folder, "shout.ts"));
	const [, second] = await running.printed(/restarting[\s\S]*?(http:\/\/\S+)\/\s/);
	assert.deepEqual(await post(`${second}/shouter`, "hello"), { shouted: "HELLO?" });

	await t.test("--watch restarts when a syntax error in an imported file is corrected", async () => {
		await writeFile(join(folder, "shout.ts"), "export const shout = (;\n");
		await failed(running, /shout\.ts:1:\d+: /);
		await writeFile(join(folder, "shout.ts"), SHOUT);
		const [, third] = await running.printed(/restarting[\s\S]*restarting[\s\S]*?(http:\/\/\S+)\/\s/);
		assert.deepEqual(await post(`${third}/shouter`, "hello"), { shouted: "HELLO!" });
		running.child.kill("SIGTERM");
		assert.equal(await running.ended, 0);
		await assert.rejects(fetch(`${third}/$list`));
	});
});

test("--watch runs only one server, also if files change while the old one ends", async (t) => {
	const folder = await folderWith(t, { "shouter.ts": SHOUTER, "shout.ts": SHOUT });
	const running = gristmill(t, ["serve", "--port", "0", "--watch=true", "shouter.ts"], {
		cwd: folder,
	});
	const [, first] = await running.printed(/(http:\/\/\S+)\/\s/);
	// The connection that this leaves behind holds up the end of the server.
	assert.deepEqual(await post(`${first}/shouter`, "hello"), { shouted: "HELLO!" });
	const written = ["?", "…", "."].map((end) =>
		SHOUT.replace('"!"', `(text.startsWith("hi") ? "!" : "${end}")`),
	);
	for (const text of written) {
		await writeFile(join(folder, "shout.ts"), text);
		await setTimeout(150);
	}
	const addresses = () => [...running.stdout().matchAll(/(http:\/\/\S+)\/\s/g)].map(([, url = ""]) => url);
	const isLast = async () => {
		const answer = await post(`${addresses().at(-1)}/shouter`, "hello").catch(() => undefined);
		return isDeepStrictEqual(answer, { shouted: "HELLO." });
	};
	while (!(await isLast())) await setTimeout(50);
	running.child.kill("SIGTERM");
	assert.equal(await running.ended, 0);
	for (const url of addresses()) await assert.rejects(fetch(`${url}/$list`), url);
});

test("--watch notices when a file that had a syntax error from the start is mended", async (t) => {
	const deep = SHOUT.replace("text.toUpperCase()", "upper(text)");
	const folder = await folderWith(t, {
		"shouter.ts": SHOUTER,
		"shout.ts": `import { upper } from "./upper.js";\n${deep}`,
		"upper.ts": "export const upper = (;\n",
	});
	const running = watching(t, folder);
	await failed(running, /upper\.ts:1:\d+: /);
	await writeFile(join(folder, "upper.ts"), "export const upper = (text: string) => text.toUpperCase();\n");
	const [, url] = await running.printed(/(http:\/\/\S+)\/\s/);
	assert.deepEqual(await post(`${url}/shouter`, "hello"), { shouted: "HELLO!" });

	await t.test("a watcher that is killed leaves no server behind", async () => {
		running.child.kill("SIGKILL");
		// Its output ends when the server has ended too.
		await running.ended;
		await assert.rejects(fetch(`${url}/$list`));
	});
});

test("--watch notices when a file that an import names is made", async (t) => {
	const folder = await folderWith(t, { "shouter.ts": SHOUTER.replace("./shout.ts", "./shout.js") });
	const running = watching(t, folder);
	await failed(running, /Could not resolve/);
	await writeFile(join(folder, "shout.ts"), SHOUT);
	const [, url] = await running.printed(/(http:\/\/\S+)\/\s/);
	assert.deepEqual(await post(`${url}/shouter`, "hello"), { shouted: "HELLO!" });
});
