import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { awaitedLog } from "../../testing/awaited-log.js";
import { scrapeUntil } from "../../testing/scrape.js";
import { ask, start } from "../../testing/server.js";
import { importMill } from "../loading/import-mill.js";
import { tryMill } from "./try-mill.js";

const MODULE = new URL("../../testing/mills/preparing-mill.js", import.meta.url);

interface Found {
	readonly pid: number;
	readonly preparedBy?: number;
	readonly folder?: string;
	readonly refusal?: string;
}

async function send(url: string, mill: string, body: string): Promise<Found> {
	const answer = await ask(`${url}/${mill}`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: Buffer.from(body),
	});
	assert.equal(answer.status, 200, answer.text);
	return answer.json<Found>();
}

test("a mill prepares its files once, in a process that ends, and every worker loads them", async () => {
	const { server, url } = await start({ workers: 2 }, { mills: [MODULE] });
	const found = new Map<number, Found>();
	// Both workers and the spare: calls go to the first that is there, and stay there if they are quick.
	await scrapeUntil(url, ({ value }) => value('gristmill_workers{state="idle"}') === 3);
	for (let i = 0; found.size < 2; i++) {
		const pair = await Promise.all(["a", "b"].map((word) => send(url, "file-maker", `${word}${i}`)));
		for (const one of pair) found.set(one.pid, one);
	}
	const [maker, ...others] = new Set([...found.values()].map(({ preparedBy }) => preparedBy));
	assert.deepEqual(others, [], "one process has made the files");
	assert.ok(maker !== undefined && !found.has(maker), "it is no worker");
	assert.throws(() => process.kill(maker, 0), { code: "ESRCH" });
	const folder = new URL([...found.values()][0]?.folder ?? "");
	assert.ok(existsSync(folder));
	await server.close();
	// The folder is removed with the server.
	while (existsSync(folder)) await setTimeout(20);
});

const canDeny = ["--permission", "--experimental-permission"].some((flag) =>
	process.allowedNodeEnvironmentFlags.has(flag),
);

test("a worker cannot write to the prepared files", { skip: !canDeny }, async () => {
	const { url } = await start({ workers: 1 }, { mills: [MODULE] });
	assert.equal((await send(url, "file-maker", "write")).refusal, "ERR_ACCESS_DENIED");
});

test("a mill that cannot prepare its files is served without them, and the log says why", async () => {
	const hows = ["throws", "ends", ...(canDeny ? ["outside"] : [])];
	const { log, lines } = awaitedLog();
	const mills = hows.map((how) => new URL(`?name=${how}-maker&how=${how}`, MODULE));
	const { url } = await start({ workers: 1, log }, { mills });
	for (const how of hows) assert.equal((await send(url, `${how}-maker`, "a")).preparedBy, undefined);
	const told = (how: string) =>
		lines.find((line) => line.includes("cannot prepare its files") && line.includes(`${how}-maker`)) ?? "";
	assert.match(told("throws"), /no such weights/);
	assert.match(told("ends"), /its process ended: exit code 3/);
	if (canDeny) assert.match(told("outside"), /ERR_ACCESS_DENIED|restricted/);
});

test("a mill that runs in the process of the server prepares nothing", async () => {
	const { url } = await start({}, { mills: [await importMill(MODULE.href)] });
	assert.equal((await send(url, "file-maker", "a")).preparedBy, undefined);
});

test("gristmill test fails for a mill that cannot prepare its files", async () => {
	assert.equal((await tryMill({ url: MODULE })).findings.length, 0);
	await assert.rejects(tryMill({ url: new URL("?how=throws", MODULE) }), {
		name: "FailedTrial",
		message: /^the mill cannot prepare its files: .*no such weights/s,
	});
});

test("a mill that prepares for long does not delay the others, and is not waited for at the end", async () => {
	const mills = [new URL("?name=slow-maker&how=waits", MODULE), new URL("?name=quick-maker", MODULE)];
	const { server, url } = await start({ workers: 1 }, { mills });
	assert.notEqual((await send(url, "quick-maker", "a")).preparedBy, undefined);
	await server.close();
});

test("a mill that takes too much memory while it prepares its files is served without them", {
	skip: process.platform !== "linux",
}, async () => {
	const { log, lines } = awaitedLog();
	const mills = [new URL("?name=full-maker&how=fills", MODULE)];
	const { server, url } = await start({ workers: 1, workerMemory: 400, log }, { mills });
	assert.equal((await send(url, "full-maker", "a")).preparedBy, undefined);
	assert.ok(
		lines.some((line) => line.includes("its process took more than 400 MiB")),
		lines.join("\n"),
	);
	await server.close();
	assert.deepEqual(server.workers(), []);
});
