import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createClient } from "../../client/index.js";
import { tokenLine } from "../../http/auth/token-lines.js";
import { folderWith, gristmill, type Running, serving } from "../../testing/command.js";
import { processesWith, signal, untilProcesses } from "../../testing/processes.js";
import { type Scrape, scrape } from "../../testing/scrape.js";

const skip = process.platform !== "linux" && "processes are found by /proc";
const options = { skip };

const MILL = `import { defineMill, Type, text } from "gristmill";

export default defineMill({
	name: "waiter",
	version: "1.0.0",
	summary: "Answers after some milliseconds.",
	input: { "text/plain": text() },
	output: Type.Object({ waited: Type.Integer() }),
	examples: [{ input: "1", output: { waited: 1 } }],
	run: async (text) => {
		await new Promise((resolve) => setTimeout(resolve, Number(text)));
		return { waited: Number(text) };
	},
});
`;

type Served = Running & {
	readonly url: string;
	/** The processes that serve. */
	readonly pids: () => number[];
	/** The temporary folders of the processes. */
	readonly folders: () => string[];
};

/** A server with two processes. */
async function two(
	t: TestContext,
	words: readonly string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<Served> {
	const cwd = await folderWith(t, { "waiter.ts": MILL });
	const server = await serving(t, ["waiter.ts", "--processes", "2", ...words], {
		cwd,
		env: { GRISTMILL_WORKERS: "2", TMPDIR: cwd, ...env },
	});
	const children = () =>
		processesWith("member-process.js").filter((pid) => parentOf(pid) === server.child.pid);
	const folders = () => readdirSync(cwd).filter((name) => name.startsWith("gristmill-"));
	return { ...server, pids: children, folders };
}

async function bothListen(url: string): Promise<Scrape> {
	for (;;) {
		// The connection may be one to the killed process.
		const now = await scrape(`${url}/metrics`).catch(() => undefined);
		if (now?.value("gristmill_http_processes") === 2) return now;
		await setTimeout(20);
	}
}

function parentOf(pid: number): number {
	try {
		return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
	} catch {
		return 0;
	}
}

/** A connection of its own. Connections go to the processes in turn. */
class Connection {
	readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
	readonly #url: string;
	readonly #fields: Readonly<Record<string, string>>;
	socket: Socket | undefined;

	constructor(t: TestContext, url: string, fields: Readonly<Record<string, string>> = {}) {
		this.#url = url;
		this.#fields = fields;
		t.after(() => this.#agent.destroy());
	}

	async send(method: string, path: string, body = ""): Promise<{ status: number | undefined; text: string }> {
		const own = { "Content-Type": "text/plain", "Content-Length": Buffer.byteLength(body) };
		const headers = { ...own, ...this.#fields };
		const sent = request(`${this.#url}${path}`, { method, agent: this.#agent, headers });
		sent.on("socket", (socket) => {
			this.socket = socket;
		});
		sent.end(body);
		const [answer] = await once(sent, "response");
		let text = "";
		for await (const piece of answer.setEncoding("utf8")) text += piece;
		return { status: answer.statusCode, text };
	}
}

test("two processes are one server: connections, metrics, health, and replacement", options, async (t) => {
	const { url, pids, folders, child, ended } = await two(t, ["--drain", "600000"]);
	assert.equal(pids().length, 2);
	const connections = [1, 2, 3, 4].map(() => new Connection(t, url));
	for (const connection of connections)
		assert.deepEqual(JSON.parse((await connection.send("POST", "/waiter", "2")).text), { waited: 2 });
	const calls = 'gristmill_requests_total{mill="waiter",method="POST",status="200"}';
	const before = await scrape(`${url}/metrics`);
	assert.equal(before.value(calls), 4);
	assert.equal(before.value("gristmill_http_processes"), 2);

	await t.test("a killed process loses only its own connections, and is replaced", async () => {
		const [killed] = pids();
		let lost = 0;
		for (const { socket } of connections) socket?.once("close", () => lost++);
		signal(killed, "SIGKILL");
		while (pids().some((pid) => pid === killed) || lost < 2) await setTimeout(10);
		assert.equal(lost, 2);
		assert.equal((await connections[0]?.send("GET", "/health/ready"))?.status, 200);
		const now = await bothListen(url);
		assert.equal(now.value(calls), 4, "what the killed process has counted stays counted");
		assert.ok(!pids().some((pid) => pid === killed));
		while (folders().length !== 2) await setTimeout(10);
	});

	await t.test("a hanging process makes the server unready", async () => {
		const pair = [new Connection(t, url), new Connection(t, url)];
		await Promise.all(pair.map((connection) => connection.send("GET", "/health/live")));
		const [stopped] = pids();
		signal(stopped, "SIGSTOP");
		// Only the connection to the other process answers.
		const answers = pair.map((connection) => connection.send("GET", "/health/ready"));
		assert.equal((await Promise.race(answers)).status, 503);
		signal(stopped, "SIGCONT");
		await Promise.all(answers);
		assert.equal((await new Connection(t, url).send("GET", "/health/ready")).status, 200);
	});

	await t.test("no call of a client is lost while processes are killed", async () => {
		const client = createClient(url);
		let isOver = false;
		let calls = 0;
		const caller = async () => {
			for (; !isOver; calls++) {
				const wait = 10 + (calls % 30);
				assert.deepEqual((await client.call("waiter", `${wait}`)).output, { waited: wait });
			}
		};
		const callers = Promise.all(Array.from({ length: 8 }, caller));
		const slots = [0, 1, 0];
		for (const slot of slots) {
			const killed = pids()[slot];
			signal(killed, "SIGKILL");
			while (pids().some((pid) => pid === killed)) await setTimeout(10);
			// The other process goes on alone until the new one listens.
			await bothListen(url);
		}
		isOver = true;
		await callers;
		t.diagnostic(`${slots.length} processes killed, ${calls} calls, none lost`);
	});

	await t.test("SIGTERM to every process at once lets calls finish", async () => {
		const call = new Connection(t, url).send("POST", "/waiter", "5000");
		while ((await scrape(`${url}/metrics`)).value('gristmill_calls_in_flight{mill="waiter"}') !== 1)
			await setTimeout(10);
		for (const pid of [...pids(), child.pid]) signal(pid, "SIGTERM");
		assert.deepEqual(JSON.parse((await call).text), { waited: 5000 });
		assert.equal(await ended, 0);
		assert.deepEqual(pids(), []);
		assert.deepEqual(folders(), []);
	});
});

test("all processes know the tokens, and share the rate of a caller and the seconds of its day", {
	...options,
}, async (t) => {
	const token = "a-token-that-is-long-enough-0123456789";
	const spending = "another-token-that-is-long-enough-0123";
	const folder = await folderWith(t, { tokens: tokenLine("spender", spending, { secondsPerDay: 1 }) });
	const words = ["--rate", "6/h", "--rate-fields", "--token-file", join(folder, "tokens")];
	const { url, child, pids } = await two(t, words, { GRISTMILL_TOKENS: `tester:${token}` });
	for (let i = 0; i < 2; i++)
		assert.equal((await new Connection(t, url).send("POST", "/waiter", "1")).status, 401);
	const connections = [1, 2, 3, 4].map(() => new Connection(t, url, { Authorization: `Bearer ${token}` }));
	const statuses: (number | undefined)[] = [];
	for (let i = 0; i < 12; i++)
		statuses.push((await connections[i % 4]?.send("POST", "/waiter", "1"))?.status);
	assert.deepEqual(statuses, [...Array(6).fill(200), ...Array(6).fill(429)]);

	const spenders = [1, 2, 3, 4].map(() => new Connection(t, url, { Authorization: `Bearer ${spending}` }));
	const [first] = spenders as [Connection];
	const send = async (one: Connection, text: string) =>
		JSON.parse((await one.send("POST", "/waiter", text)).text);
	assert.deepEqual(await send(first, "1100"), { waited: 1100 });
	// The other process may be asked before the first one has told what the call took.
	while ((await send(first, "1")).limit !== "secondsPerDay") await setTimeout(10);
	for (const one of spenders) assert.equal((await send(one, "1")).limit, "secondsPerDay");

	await t.test("a supervisor that is killed leaves no process behind", async () => {
		const left = pids();
		child.kill("SIGKILL");
		while (left.some((pid) => parentOf(pid) > 0)) await setTimeout(20);
		await untilProcesses("waiter-", 0);
	});
});

for (const [what, words, message] of [
	[
		"fewer workers than processes",
		["--workers", "1"],
		/Each of 2 processes needs a worker, and workers is 1/,
	],
	["a mistake in the rate", ["--rate", "fast"], /The rate ".*" is not a number of calls per time/],
	["a debugger", ["--inspect", "--workers", "2"], /inspect needs a single worker/],
] as const)
	test(`${what}: refused once, with what to change`, options, async (t) => {
		const cwd = await folderWith(t, { "waiter.ts": MILL });
		const serve = gristmill(t, ["serve", "waiter.ts", "--port", "0", "--processes", "2", ...words], { cwd });
		assert.equal(await serve.ended, 2);
		assert.match(serve.stderr(), message);
		assert.equal(serve.stderr().trimEnd().split("\n").length, 1, serve.stderr());
	});
