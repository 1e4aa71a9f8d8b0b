import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { awaitedLog } from "../testing/awaited-log.js";
import { folderWith } from "../testing/command.js";
import { scrape } from "../testing/scrape.js";
import { type Answer, ask, get, refused, start } from "../testing/server.js";

/** A mill that loads its asset once in each worker, and whose examples cannot tell one asset from another. */
const MILL = `import { readFileSync } from "node:fs";
import { told } from "./told.mjs";
import { defineMill, Type, text } from ${JSON.stringify(new URL("../index.js", import.meta.url).href)};
export default defineMill({
	name: "asset-teller", version: "1.0.0", summary: "Says what its asset holds.",
	input: { "text/plain": text() }, output: Type.Object({ holds: Type.String() }),
	assets: [new URL("./weights.txt", import.meta.url)],
	examples: [{ input: "text", output: { holds: "grist" } }], agrees: () => true,
	load: ({ assets: [asset] }) => readFileSync(asset, "utf8"),
	run: (_, { model }) => ({ holds: told(model) }),
});
`;
const TOLD = "export const told = (model) => model;";

/** A server of that mill with one worker and its spare, which examines the mill only at the start. */
async function serve(t: TestContext) {
	const folder = await folderWith(t, { "mill.mjs": MILL, "told.mjs": TOLD, "weights.txt": "grist" });
	const { log, logged } = awaitedLog();
	const { server, url } = await start(
		{ workers: 1, examineEvery: 3_600_000, log },
		{ mills: [pathToFileURL(join(folder, "mill.mjs"))] },
	);
	t.after(() => server.close());
	await server.examined();
	// Both workers have the mill: what changes from here on is seen by none of them.
	while (!(await bothIdle(url))) await setTimeout(50);
	const kill = async (pids: readonly number[]) => {
		for (const pid of pids) process.kill(pid, "SIGKILL");
		for (const _ of pids) await logged("a worker is gone");
	};
	return { folder, server, url, logged, kill };
}

async function bothIdle(url: string): Promise<boolean> {
	const metrics = await scrape(`${url}/metrics`);
	return metrics.value('gristmill_workers{state="idle"}') === 2;
}

function call(url: string): Promise<Answer> {
	return ask(`${url}/asset-teller`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: Buffer.from("text"),
	});
}

/** What a load balancer and a monitor see: the status of readiness and the metric. */
async function seen(url: string): Promise<{ readonly health: number; readonly metric: number | undefined }> {
	const { status } = await get(`${url}/health/ready`);
	const metrics = await scrape(`${url}/metrics`);
	return { health: status, metric: metrics.value('gristmill_mill_ready{mill="asset-teller"}') };
}

const READY = { health: 200, metric: 1 };
const UNREADY = { health: 503, metric: 0 };

test("readiness and the metric follow at once when a mill can no longer be loaded, and when it can again", {
	timeout: 600_000,
}, async (t) => {
	const { folder, server, url, logged, kill } = await serve(t);
	assert.deepEqual(await seen(url), READY);
	const asset = join(folder, "weights.txt");
	await rename(asset, `${asset}.away`);
	await kill(server.workers());
	assert.match(await logged("a mill cannot be loaded"), /weights\.txt/);
	assert.deepEqual(await seen(url), UNREADY);
	// It is loaded again long before it is examined again.
	const answer = await call(url);
	refused(answer, 502, "unready");
	assert.equal(answer.headers.get("retry-after"), "30");

	await rename(`${asset}.away`, asset);
	await logged("a mill is ready again");
	assert.deepEqual(await seen(url), READY);
	assert.equal((await call(url)).json().holds, "grist");
});

for (const [what, file, content] of [
	["an asset", "weights.txt", "chaff"],
	["code", "mill.mjs", MILL.replace("holds: told(model)", 'holds: "chaff"')],
	["imported code", "told.mjs", 'export const told = () => "chaff";'],
] as const)
	test(`a replacement worker does not serve ${what} that is not what the digest names`, {
		timeout: 600_000,
	}, async (t) => {
		const { folder, server, url, logged, kill } = await serve(t);
		const before = await call(url);
		const path = join(folder, file);
		await rename(path, `${path}.old`);
		await writeFile(path, content);
		await kill(server.workers());
		assert.match(await logged("a mill cannot be loaded"), new RegExp(`${file} has changed`));
		assert.deepEqual(await seen(url), UNREADY);
		refused(await call(url), 502, "unready");

		await rename(`${path}.old`, path);
		await logged("a mill is ready again");
		const after = await call(url);
		assert.equal(after.json().holds, "grist");
		assert.equal(after.headers.get("mill-digest"), before.headers.get("mill-digest"));
	});

test("a worker that loaded a mill before its asset changed goes on serving it, and the mill stays ready", {
	timeout: 600_000,
}, async (t) => {
	const { folder, server, url, logged, kill } = await serve(t);
	await writeFile(join(folder, "weights.txt"), "chaff");
	await kill(server.workers().slice(0, 1));
	await logged("a mill cannot be loaded");
	assert.deepEqual(await seen(url), READY);
	assert.equal((await call(url)).json().holds, "grist");
	// It is the last one that has what the digest names.
	await kill(server.workers());
	assert.deepEqual(await seen(url), UNREADY);
	refused(await call(url), 502, "unready");
});
