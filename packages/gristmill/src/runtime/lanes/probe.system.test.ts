import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitedLog } from "../../testing/awaited-log.js";
import { ask, start } from "../../testing/server.js";
import { millDigest } from "../digest/digest.js";
import { importMill } from "../loading/import-mill.js";
import { tryMill } from "./try-mill.js";

const MODULE = new URL("../../testing/mills/probing-mill.js", import.meta.url);

async function digestAt(url: string, mill: string): Promise<string | undefined> {
	const answer = await ask(`${url}/${mill}`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: Buffer.from("a"),
	});
	assert.equal(answer.status, 200, answer.text);
	return answer.headers.get("mill-digest") ?? undefined;
}

test("a probe runs in a process of its own, and gives the same digest there as here", async () => {
	const { probed } = await import(MODULE.href);
	const { url } = await start({ workers: 1 }, { mills: [MODULE] });
	const told = await digestAt(url, "number-teller");
	assert.deepEqual(probed, [], "the process of the server has not run it");
	assert.equal(told, await millDigest(await importMill(MODULE.href), MODULE));
	assert.equal(probed.length, 1);
});

test("a mill whose probe fails is served with a digest that no other server has, and the log says why", async () => {
	const hows = ["throws", "ends", "empty"];
	const mills = hows.map((how) => new URL(`?name=${how}-teller&how=${how}`, MODULE));
	const { log, lines } = awaitedLog();
	const [one, other] = [await start({ workers: 1, log }, { mills }), await start({ workers: 1 }, { mills })];
	for (const how of hows)
		assert.notEqual(await digestAt(one.url, `${how}-teller`), await digestAt(other.url, `${how}-teller`));
	const line = (how: string) =>
		lines.find((line) => line.includes("the probe of a mill failed") && line.includes(`${how}-teller`)) ?? "";
	assert.match(line("throws"), /no such kernel/);
	assert.match(line("ends"), /its process ended: exit code 3/);
	assert.match(line("empty"), /returned no bytes/);
});

test("gristmill test fails for a mill whose probe fails", async () => {
	assert.equal((await tryMill({ url: MODULE })).findings.length, 0);
	await assert.rejects(tryMill({ url: new URL("?how=throws", MODULE) }), {
		name: "FailedTrial",
		message: /^the probe of the mill failed: .*no such kernel/s,
	});
});
