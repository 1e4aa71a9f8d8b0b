import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { folderWith, serving } from "../testing/command.js";
import { scrape } from "../testing/scrape.js";
import { type Answer, ask } from "../testing/server.js";

const REDIS = "/usr/bin/redis-server";
const skip = !existsSync(REDIS) && `${REDIS} is not installed`;

/** Waits as many milliseconds as its input says, and says its version. */
const waiter = (version: string) => `import { defineMill, Type, text } from "gristmill";

export default defineMill({
	name: "waiter",
	version: "${version}",
	summary: "Answers after some milliseconds.",
	input: { "text/plain": text() },
	output: Type.Object({ version: Type.String() }),
	deadline: 600_000,
	run: async (input) => {
		await new Promise((resolve) => setTimeout(resolve, Number(input)));
		return { version: "${version}" };
	},
});
`;

const call = (url: string, input: string): Promise<Answer> =>
	ask(`${url}/waiter`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: Buffer.from(input),
	});

const status = ({ headers }: Answer) => headers.get("cache-status");

/** Calls until the store says this. On a busy machine it may count as gone for a while. */
async function until(url: string, input: string, wanted: string): Promise<Answer> {
	for (;;) {
		const answer = await call(url, input);
		assert.equal(answer.status, 200, answer.text);
		if (status(answer) === wanted) return answer;
		await setTimeout(20);
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	return typeof address === "object" && address ? address.port : 0;
}

/** Starts a server of Redis, and waits until it takes connections. */
async function redis(t: TestContext, port: number, folder: string) {
	const words = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--dir", folder];
	const child = spawn(REDIS, words, { stdio: ["ignore", "pipe", "inherit"] });
	const ended = once(child, "exit");
	const stop = async () => {
		child.kill("SIGKILL");
		await ended;
	};
	t.after(stop);
	let printed = "";
	for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
		printed += part;
		if (/Ready to accept connections/.test(printed)) break;
	}
	child.stdout.resume();
	return { stop };
}

const HIT = "gristmill; hit";
const STORED = "gristmill; fwd=miss; stored";

test("replicas share the answers on a Redis server, which may go and come back, and no upgrade gets old ones", {
	skip,
}, async (t) => {
	const folder = await folderWith(t, { "old.ts": waiter("1.0.0"), "new.ts": waiter("1.0.1") });
	const port = await freePort();
	const first = await redis(t, port, folder);
	const serve = async (file: string) => {
		const { url } = await serving(t, [file], {
			cwd: folder,
			env: { GRISTMILL_KEEP: `redis://127.0.0.1:${port}/3` },
		});
		return url;
	};
	const [one, two, upgraded] = await Promise.all([serve("old.ts"), serve("old.ts"), serve("new.ts")]);
	const stored = await until(one, "1", STORED);
	const shared = await until(two, "1", HIT);
	assert.deepEqual(shared.bytes, stored.bytes);
	assert.ok(Number(shared.headers.get("age")) >= 0);
	const renewed = await call(upgraded, "1");
	assert.notEqual(status(renewed), HIT);
	assert.deepEqual(renewed.json(), { version: "1.0.1" });

	await first.stop();
	assert.deepEqual((await until(two, "1", "gristmill; fwd=miss")).bytes, stored.bytes);
	const errors = (await scrape(`${two}/metrics`)).value("gristmill_kept_errors_total") ?? 0;
	assert.ok(errors >= 1);
	// It comes back without its answers.
	await redis(t, port, folder);
	await until(one, "1", STORED);
	await until(two, "1", HIT);
});

test("a kept answer does not wait for a worker", async (t) => {
	const folder = await folderWith(t, { "waiter.ts": waiter("1.0.0") });
	const { url } = await serving(t, ["waiter.ts", "--keep", "8MiB", "--max-waiting", "1"], { cwd: folder });
	assert.equal(status(await call(url, "1")), STORED);
	// The only worker, and all places to wait, are taken.
	const busy = ["500000", "500001", "500002", "500003", "500004"].map((input) => call(url, input));
	for (const one of busy) one.catch(() => {});
	for (;;) {
		const refused = await Promise.race([...busy, setTimeout(20)]);
		if (refused) {
			assert.equal(refused.status, 503);
			break;
		}
	}
	assert.equal(status(await call(url, "1")), HIT);
});
