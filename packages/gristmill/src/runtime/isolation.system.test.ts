import assert from "node:assert/strict";
import { EventEmitter, on } from "node:events";
import { readdirSync } from "node:fs";
import { before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { GREETING, gristmill, post, ROOT } from "../testing/command.js";
import { onRawSocket } from "../testing/raw-socket.js";
import { type Answer, ask, get, refused, start } from "../testing/server.js";
import { undeniable } from "./pool/permissions.js";

const MODULE = new URL("../testing/mills/hostile-mill.js?deadline=1000", import.meta.url);
/** The same mill with time enough to wait and to crash, however busy the machine is. */
const PATIENT = new URL("?name=patient-tester&deadline=600000", MODULE);
const events = new EventEmitter();
const entries: string[] = [];
const site = await start(
	{
		workers: 2,
		workerMemory: 256,
		log: (_, message, fields) => {
			entries.push(`${message} ${JSON.stringify(fields)}`);
			events.emit(message, fields);
		},
	},
	{ mills: [MODULE, PATIENT] },
);
before(() => site.server.examined());

let unique = 0;

/** Sends a text to a hostile mill. */
function send(text: string, mill = "patient-tester"): Promise<Answer> {
	return ask(`${site.url}/${mill}`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: Buffer.from(text),
	});
}

/** Sends a text that no other call has, demands it back, and gives the process that answered. */
async function sendGood(): Promise<number> {
	const text = `good ${unique++}`;
	const answer = await send(text);
	assert.equal(answer.status, 200, answer.text);
	const { echo, pid } = answer.json<{ echo: string; pid: number }>();
	assert.equal(echo, text);
	return pid;
}

/** Sends good calls one behind the other for as long as the other call takes. */
async function beside(other: Promise<Answer>): Promise<Answer> {
	let over = false;
	const watched = other.finally(() => {
		over = true;
	});
	do {
		await sendGood();
		// The processor is for other tests too.
		await Promise.race([setTimeout(50), watched]);
	} while (!over);
	return watched;
}

const logged = (pattern: RegExp) => entries.filter((entry) => pattern.test(entry)).length;

for (const [text, what] of [
	["loop", "an endless loop"],
	["regex", "a catastrophic regular expression"],
] as const)
	test(`${what} costs its own call alone: 504`, async () => {
		let answer: Answer;
		// On a busy machine, a new worker may come later than a call with this deadline may wait.
		do answer = await beside(send(text, "hostile-tester"));
		while (answer.status === 503);
		refused(answer, 504, "deadline-exceeded");
		await sendGood();
	});

for (const [text, what] of [
	["heap", "a heap that outgrows its limit"],
	["native", "native memory that outgrows its limit"],
	["abort", "a segmentation fault"],
	["exit", "an exit"],
	["reject", "an unhandled rejection"],
	["throw", "a thrown error"],
	["bad-output", "an output that breaks the schema"],
	["undeclared", "a problem that the mill does not declare"],
	["garble", "a mill that writes to the server's pipe"],
] as const)
	test(`${what} costs its own call alone: 500`, async () => {
		refused(await beside(send(text)), 500, "crashed");
		await sendGood();
	});

for (const [text, what] of [
	["write", "writing a file"],
	["read /etc/passwd", "reading a file that is not its own"],
	["spawn", "starting a process"],
	["listen", "listening on a path"],
	[`read ${ROOT}package-lock.json`, "reading a file of the clone"],
	[`read ${ROOT}.git/HEAD`, "reading the history of the clone"],
	[`read ${ROOT}packages/gristmill/src/index.ts`, "reading a source of the clone"],
] as const)
	test(`${what} is denied`, async () => {
		assert.equal((await send(text)).json().echo, "ERR_ACCESS_DENIED");
	});

test("a connection to another server is denied", {
	skip: undeniable().length > 0 && "this version of Node cannot deny the network",
}, async () => {
	assert.equal((await send(`connect ${new URL(site.url).port}`)).json().echo, "ERR_ACCESS_DENIED");
});

test("the standard input of a mill is empty: its own is the pipe from the server", async () => {
	assert.equal((await send("stdin")).json().echo, "0 pieces");
	await sendGood();
});

test("a worker may read its own code", async () => {
	const { pathname } = new URL("./worker/worker.js", import.meta.url);
	assert.equal((await send(`read ${pathname}`)).json().echo, "allowed");
});

test("a mill finds no channel to the server, and events that it fakes have no effect", async () => {
	assert.equal((await send("channel")).json().echo, "undefined undefined undefined undefined");
});

test("tracing writes no file", async () => {
	const { echo: folder } = (await send("trace")).json<{ echo: string }>();
	assert.deepEqual(
		readdirSync(folder).filter((name) => name.startsWith("node_trace")),
		[],
	);
});

test("a worker sees nothing of the server's environment", async () => {
	const own =
		"LANG LC_ALL MALLOC_ARENA_MAX MALLOC_MMAP_THRESHOLD_ MALLOC_TRIM_THRESHOLD_ ORT_DISABLE_TELEMETRY TZ";
	assert.ok(Object.keys(process.env).length > own.split(" ").length);
	assert.equal((await send("env")).json().echo, own);
});

test("no answer reaches the wrong caller, whatever happens around it", async () => {
	const bad = ["abort", "throw", "reject", "bad-output"];
	// Not all at once: on a slow machine so many are refused, as they should be, because they would wait too long.
	for (const way of bad) {
		const wrong = send(way).then((answer) => refused(answer, 500, "crashed"));
		await Promise.all([wrong, ...Array.from({ length: 24 }, () => sendGood())]);
	}
});

test("equal hostile calls under way are tried twice, not a third time, and share their failure", async () => {
	const before = logged(/a worker is gone.*patient-tester/);
	const died = /a call failed.*two workers died under this call/;
	const failed = logged(died);
	const answers = await Promise.all(Array.from({ length: 5 }, () => send("exit together")));
	for (const answer of answers) refused(answer, 500, "crashed");
	assert.equal(new Set(answers.map((answer) => answer.headers.get("request-id"))).size, 5);
	assert.ok(logged(died) > failed);
	assert.equal(logged(/a worker is gone.*patient-tester/) - before, 2);
});

test("if a worker is killed from outside, its call runs again", async () => {
	const lost = () => logged(/a worker is gone.*SIGKILL.*patient-tester/);
	const before = lost();
	// Which worker has the call, and whether it has it still, is not known for sure: the log tells whether it was the one.
	for (let i = 0; lost() === before; i++) {
		const hit = send(`sleep 400 for the ${i}th time`);
		// Sent later and answered already: the other call has a worker by now, and it is not this one.
		const free = await sendGood();
		const victim = site.server.workers().find((pid) => pid !== free);
		// The worker that was killed before may not be replaced yet.
		if (victim !== undefined) process.kill(victim, "SIGKILL");
		const answer = await beside(hit);
		assert.equal(answer.status, 200, answer.text);
		if (lost() > before) assert.notEqual(answer.json().pid, victim);
	}
});

test("a call that loses a second worker to a kill is refused as crashed", async () => {
	const { server, url } = site;
	await onRawSocket(url, async (hit) => {
		hit.sendHead("POST /patient-tester HTTP/1.1", "Content-Type: text/plain", "Content-Length: 12");
		hit.send("sleep 300000");
		// Sent behind it and answered: so the server has the other.
		await get(`${url}/health/live`);
		for (let i = 0; i < 2; i++) {
			const pid = await sendGood();
			const victims = server.workers().filter((victim) => victim !== pid);
			const lost = workersLost(victims.length);
			for (const victim of victims) process.kill(victim, "SIGKILL");
			await lost;
		}
		refused(await hit.answer(), 500, "crashed");
	});
	await sendGood();
});

/** Waits until the log has said so many times that a worker is gone. */
async function workersLost(count: number): Promise<void> {
	let lost = 0;
	for await (const _ of on(events, "a worker is gone")) if (++lost === count) return;
}

test("a mill that speaks on the pipe to the server does not take the server down", async (t) => {
	// In a process of its own: the test runner would catch what ends a server.
	const file = new URL("../testing/mills/hostile-mill.js", import.meta.url).pathname;
	const command = gristmill(t, ["serve", "--port", "0", file]);
	const [, url] = await command.printed(GREETING);
	const babbled = (await post(`${url}/hostile-tester`, "babble")) as { echo: string };
	assert.equal(babbled.echo, "babbled");
	const good = (await post(`${url}/hostile-tester`, "good")) as { echo: string };
	assert.equal(good.echo, "good");
});
