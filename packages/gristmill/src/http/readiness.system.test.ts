import assert from "node:assert/strict";
import { EventEmitter, on } from "node:events";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Settings } from "../index.js";
import { folderWith, serving } from "../testing/command.js";
import { makeGate } from "../testing/mills/hostile-gate.js";
import { onRawSocket, RawSocket } from "../testing/raw-socket.js";
import { type Answer, ask, get, refused, start } from "../testing/server.js";

/** Calls take as long as they like, unless the choice says otherwise. */
const hostile = (choice: string) =>
	new URL(
		`../testing/mills/hostile-mill.js?${choice}${choice.includes("deadline=") ? "" : "&deadline=600000"}`,
		import.meta.url,
	);

/** A server for one test, and what it logs as events. */
async function serve(t: TestContext, mills: readonly URL[], settings: Settings = {}) {
	const events = new EventEmitter();
	const log: Settings["log"] = (_, message, fields) => events.emit(message, fields);
	const running = await start({ workers: 1, log, ...settings }, { mills });
	t.after(() => running.server.close());
	return { ...running, events };
}

function send(url: string, mill: string, text: string): Promise<Answer> {
	const headers = { "Content-Type": "text/plain" };
	return ask(`${url}/${mill}`, { method: "POST", headers, body: Buffer.from(text) });
}

interface Health {
	readonly ready: boolean;
	readonly draining: boolean;
	readonly mills: Readonly<Record<string, string>>;
}

test("while a mill loads the server lives, is not ready, and calls wait", async (t) => {
	const gate = makeGate();
	const mills = [hostile(`name=a-tester&load=gate&${gate.query}`)];
	const { url, server } = await serve(t, mills, { base: "/v1" });
	const { origin } = new URL(url);
	const waiting = send(url, "a-tester", "early");
	assert.equal((await get(`${origin}/health/live`)).status, 200);
	for (const path of ["ready", "ready/a-tester", "serving"]) {
		const answer = await get(`${origin}/health/${path}`);
		assert.equal(answer.status, 503);
		assert.equal(answer.headers.get("cache-control"), "no-store");
		const name = path === "serving" ? path : "ready";
		assert.deepEqual(answer.json(), { [name]: false, draining: false, mills: { "a-tester": "starting" } });
	}
	gate.open();
	assert.equal((await waiting).json().echo, "early");
	assert.deepEqual(await server.examined(), { unready: [] });
	const answer = await get(`${origin}/health/ready`);
	assert.equal(answer.status, 200);
	assert.deepEqual(answer.json(), { ready: true, draining: false, mills: { "a-tester": "ready" } });
	assert.equal((await get(`${origin}/health/ready/nobody`)).status, 404);
	assert.equal((await ask(`${origin}/health/ready`, { method: "POST" })).status, 405);
});

test("a call that came early waits for its own mill, not for the slowest", async (t) => {
	const { url } = await serve(t, [hostile("name=quick-tester"), hostile("name=stuck-tester&load=hang")]);
	assert.equal((await send(url, "quick-tester", "early")).json().echo, "early");
	assert.equal((await get(`${url}/health/ready/quick-tester`)).status, 200);
	assert.equal((await get(`${url}/health/ready`)).status, 503);
});

for (const [what, ...choices] of [
	[
		"that do not meet their own example, fail in it or cannot be loaded",
		"name=one-tester&expected=flour",
		"name=two-tester&example=throw",
		"name=three-tester&load=throw",
	],
	[
		"whose example ends the worker or never ends",
		"name=one-tester&example=exit",
		"name=two-tester&example=loop&deadline=50",
	],
	["whose loading ends the worker", "name=bad-tester&load=exit"],
] as const)
	test(`mills ${what} are unready, and the others are not`, async (t) => {
		const bad = choices.map((choice) => new URLSearchParams(choice).get("name") ?? "");
		const mills = [...choices.map(hostile), hostile("name=good-tester")];
		const { url, server } = await serve(t, mills, { examineEvery: 60_000 });
		assert.deepEqual(await server.examined(), { unready: bad });
		for (const [i, name] of bad.entries()) {
			// A mill is loaded again within half a minute. When it passes its examples, nobody knows.
			const retryAfter = choices[i]?.includes("load=") ? "30" : null;
			const refusal = await send(url, name, "text");
			refused(refusal, 502, "unready");
			assert.equal(refusal.headers.get("retry-after"), retryAfter);
			assert.equal((await get(`${url}/health/ready/${name}`)).status, 503);
		}
		assert.equal((await get(`${url}/health/ready`)).status, 503);
		assert.equal((await get(`${url}/health/ready/good-tester`)).status, 200);
		const serving = await get(`${url}/health/serving`);
		assert.equal(serving.status, 200);
		assert.equal(serving.json<Health>().mills[bad[0] ?? ""], "unready");
		assert.equal((await send(url, "good-tester", "text")).json().echo, "text");
	});

test("the deadline is that of a call: many examples may take longer together", async (t) => {
	const choice = "name=slow-tester&deadline=5000&examples=12&example=sleep 500&expected=slept 500";
	const { server } = await serve(t, [hostile(choice)]);
	assert.deepEqual(await server.examined(), { unready: [] });
});

test("a mill whose examples fail later is unready until they pass again", async (t) => {
	const folder = await folderWith(t, { "canary.txt": "grist" });
	const asset = pathToFileURL(join(folder, "canary.txt"));
	const module = new URL(`../testing/mills/changing-mill.js?asset=${asset}`, import.meta.url);
	const { url, server, events } = await serve(t, [module], { examineEvery: 100 });
	await server.examined();
	assert.equal((await send(url, "changing-tester", "text")).json().holds, "grist");

	const turned = next(events, "a mill is not ready");
	await replace(asset, "chaff");
	assert.match(String((await turned).reason), /expected .*grist.* got .*chaff/);
	refused(await send(url, "changing-tester", "text"), 502, "unready");
	const unready = await get(`${url}/health/ready`);
	assert.equal(unready.status, 503);
	assert.equal(unready.json<Health>().mills["changing-tester"], "unready");
	assert.doesNotMatch(unready.text, /chaff/);

	const back = next(events, "a mill is ready again");
	await replace(asset, "grist");
	await back;
	assert.equal((await send(url, "changing-tester", "text")).status, 200);
	assert.equal((await get(`${url}/health/ready`)).status, 200);
});

/** The fields of the next log entry with this message. */
async function next(events: EventEmitter, message: string): Promise<Record<string, unknown>> {
	for await (const [fields] of on(events, message)) return fields;
	throw new Error("unreachable");
}

test("while it drains, the server is not ready, closes behind its answers, and takes no connection", async (t) => {
	const gate = makeGate();
	const { url, server } = await serve(t, [hostile(`name=a-tester&${gate.query}`)]);
	await server.examined();
	await onRawSocket(url, async (busy) => {
		const fresh = await RawSocket.open(url);
		busy.sendHead("POST /a-tester HTTP/1.1", "Content-Type: text/plain", "Content-Length: 6");
		busy.send("gate 1");
		// Answered behind the call that was sent first: so that one is running.
		assert.equal((await get(`${url}/health/ready`)).status, 200);
		const closed = server.close();
		await assert.rejects(RawSocket.open(url), { code: "ECONNREFUSED" });
		fresh.sendHead("GET /health/ready HTTP/1.1");
		const health = await fresh.answer();
		assert.equal(health.status, 503);
		assert.equal(health.json<Health>().draining, true);
		assert.equal(health.headers.get("connection"), "close");
		gate.open();
		const answer = await busy.answer();
		assert.equal(answer.json().echo, "gate 1");
		assert.equal(answer.headers.get("connection"), "close");
		await Promise.all([busy.ended(), fresh.ended(), closed]);
	});
});

test("a call that takes longer than the drain may is cut", async (t) => {
	const { url, server } = await serve(t, [hostile("name=a-tester&deadline=600000")], { drain: 200 });
	await server.examined();
	const answer = send(url, "a-tester", "sleep 600000");
	const cut = assert.rejects(answer, { code: "ECONNRESET" });
	assert.equal((await get(`${url}/health/live`)).status, 200);
	await server.close();
	await cut;
});

/** Sends calls one behind the other on one connection for as long as the server keeps it; counts the answers. */
async function callUntilClosed(url: string, name: number, firstAnswered: () => void): Promise<number> {
	const raw = await RawSocket.open(url);
	for (let i = 0; ; i++) {
		const text = "word ".repeat(1 + ((name + i) % 50));
		// Closed between two calls: nothing was sent that could be lost.
		if (raw.socket.readableEnded || raw.socket.destroyed) return i;
		raw.sendHead("POST /word-counter HTTP/1.1", "Content-Type: text/plain", `Content-Length: ${text.length}`);
		raw.send(text);
		const answer = await raw.answer();
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json().words, 1 + ((name + i) % 50));
		firstAnswered();
		if (answer.headers.get("connection") === "close") return i + 1;
	}
}

test("a signal under load loses no call and ends with code 0", async (t) => {
	const { url, child, ended } = await serving(t, ["--mills", "word-counter"]);
	let waitingFor = 8;
	const counts: Promise<number>[] = [];
	await new Promise<void>((resolve) => {
		for (let name = 0; name < 8; name++) {
			let first = true;
			const answered = () => {
				if (first && --waitingFor === 0) resolve();
				first = false;
			};
			counts.push(callUntilClosed(url, name, answered));
		}
	});
	// Twice, as Ctrl-C does for a server that npm has started.
	child.kill("SIGINT");
	await setTimeout(20);
	child.kill("SIGINT");
	const results = await Promise.allSettled(counts);
	const lost = results.filter(({ status }) => status === "rejected");
	assert.deepEqual(lost, [], "each call that was sent is answered");
	assert.equal(await ended, 0);
});

/** In one step: whoever reads meanwhile finds the old content or the new one. */
async function replace(file: URL, content: string): Promise<void> {
	const fresh = new URL(`${file.href}.fresh`);
	await writeFile(fresh, content);
	await rename(fresh, file);
}
