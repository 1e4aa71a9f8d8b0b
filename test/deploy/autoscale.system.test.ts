import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { start as command, MAIN, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { type Scrape, scrape } from "../../packages/gristmill/dist/testing/scrape.js";
import { ask } from "../../packages/gristmill/dist/testing/server.js";
import { haproxy, noHaproxy } from "../../packages/gristmill/dist/testing/servers/haproxy.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";

const SCRIPT = `${ROOT}deploy/haproxy/autoscale.mjs`;
const SLEEPER = `${ROOT}packages/gristmill/dist/testing/mills/slow-sleeper.js`;
const answered = ({ value }: Scrape) =>
	value('gristmill_requests_total{mill="slow-sleeper",method="POST",status="200"}') ?? 0;

test("a replica more takes calls under load, one goes when the load is gone, and no call fails", {
	skip: noHaproxy,
	timeout: 900_000,
}, async (t) => {
	const ports = [await freePort(), await freePort()];
	const { url, socket } = await haproxy(t, ports);
	const serve = [process.execPath, MAIN, "serve", SLEEPER, "--workers", "1"];
	let isOver = false;
	const end = () => {
		isOver = true;
		loop.child.kill("SIGTERM");
		return loop.ended;
	};
	// Before it would be killed: it ends its replicas.
	t.after(end);
	const loop = command(t, process.execPath, [SCRIPT, socket, ...serve]);
	const running = loop.ended.then((code) => assert.fail(`the loop ended with ${code}: ${loop.stderr()}`));
	running.catch(() => {});
	const metrics = (port: number) => scrape(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
	/** Looks at the replica at a port until something holds of its metrics, which are undefined if there is none. */
	const until = async (port: number, holds: (metrics: Scrape | undefined) => boolean) => {
		while (!holds(await Promise.race([metrics(port), running]))) await setTimeout(100);
	};
	const [first, second] = ports as [number, number];
	const post = (milliseconds: number) =>
		ask(`${url}/slow-sleeper`, {
			method: "POST",
			headers: { "Content-Type": "text/plain" },
			body: Buffer.from(`${milliseconds}`),
		});
	// HAProxy has found the first replica.
	while ((await Promise.race([post(0), running])).status !== 200) await setTimeout(100);

	let isBusy = true;
	// Each caller has an input of its own: equal calls would be computed once.
	const callers = [100, 101, 102, 103].map(async (own, i) => {
		for (; !isOver; await setTimeout(isBusy ? 0 : 100)) {
			if (!isBusy && i > 0) continue;
			const { status, text } = await post(isBusy ? own : 1);
			assert.equal(status, 200, text);
		}
	});
	const failed = Promise.all(callers).then(() => {});
	await Promise.race([until(second, (found) => found !== undefined && answered(found) > 0), failed]);
	isBusy = false;
	await Promise.race([until(second, (found) => found === undefined), failed]);
	await loop.printed(new RegExp(`at port ${second} has ended\\. There are 1\\.`));
	isOver = true;
	await failed;
	assert.ok(answered((await metrics(first)) as Scrape) > 0);

	assert.equal(await end(), 0);
	assert.equal(await metrics(first), undefined);
});

test("without a command or HAProxy, the loop says what is missing", async (t) => {
	const alone = command(t, process.execPath, [SCRIPT, "/nowhere.sock"]);
	assert.equal(await alone.ended, 2);
	assert.match(
		alone.stderr(),
		/^The socket or the command is missing: node autoscale\.mjs SOCKET COMMAND WORDS…$/m,
	);
	const lost = command(t, process.execPath, [SCRIPT, "/nowhere.sock", "gristmill", "serve"]);
	assert.equal(await lost.ended, 1);
	assert.match(lost.stderr(), /^HAProxy does not take commands at \/nowhere\.sock: .*ENOENT.*\.$/m);
});
