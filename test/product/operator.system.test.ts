import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
	ALL_MILLS,
	folderWith,
	gristmill,
	ROOT,
	serving,
} from "../../packages/gristmill/dist/testing/command.js";
import { processesWith } from "../../packages/gristmill/dist/testing/processes.js";

/** A mill that answers at once, or two seconds after it has said that it began. Its deadline is so long that no load reaches it. */
const SLEEPER = `
import { defineMill, Type, text } from "gristmill";
export default defineMill({
	name: "sleeper",
	version: "1.0.0",
	summary: "Answers at once, or two seconds later.",
	input: { "text/plain": text() },
	output: Type.Object({ pid: Type.Integer() }),
	deadline: 600_000,
	run: async (input) => {
		if (input === "wait") {
			process.stderr.write("begun\\n");
			await new Promise((resolve) => setTimeout(resolve, 2_000));
		}
		return { pid: process.pid };
	},
});
`;

const LOOPER = `
import { defineMill, Type, text } from "gristmill";
export default defineMill({
	name: "looper",
	version: "1.0.0",
	summary: "Never answers.",
	input: { "text/plain": text() },
	output: Type.Object({}),
	deadline: 2_000,
	run: () => {
		for (;;);
	},
});
`;

test("one server with all installed mills, as an operator and callers use it", async (t) => {
	const cwd = await folderWith(t, {});
	const { url, child, ended, stderr } = await serving(t, [], { cwd, env: ALL_MILLS });
	const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
		fetch(`${url}/${path}`, { method: "POST", headers: { "Content-Type": type }, body });
	const command = (...words: readonly string[]) => gristmill(t, words, { cwd });

	await t.test("is ready once every mill has reproduced its examples", async () => {
		for (;;) {
			const { status } = await fetch(`${url}/health/ready`);
			if (status === 200) return;
			assert.equal(status, 503);
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	});

	await t.test("the classifier sees a woman in a photograph", async () => {
		const photograph = await readFile(`${ROOT}packages/mills/models/classifier/example.jpg`);
		const answer = await post("classifier", "image/jpeg", new Uint8Array(photograph));
		const { gender, age } = (await answer.json()) as { gender: string; age: number };
		assert.equal(gender, "F");
		assert.ok(age > 18 && age < 60, `${age}`);
	});

	await t.test("the tokeniser finds words and the spaces between them", async () => {
		const answer = await post("tokeniser", "text/plain", "Hello world");
		const { tokens } = (await answer.json()) as { tokens: { text: string }[] };
		assert.deepEqual(
			tokens.map(({ text }) => text),
			["Hello", " ", "world"],
		);
	});

	await t.test("the normaliser removes double spaces", async () => {
		const answer = await post("normaliser", "text/plain", "one  two");
		assert.equal(((await answer.json()) as { text: string }).text, "one two");
	});

	await t.test("the translator translates into Spanish and back", async () => {
		const into = async (language: string, text: string) => {
			const answer = await post(`translator?to=${language}`, "text/plain", text);
			return ((await answer.json()) as { text: string }).text;
		};
		assert.match(await into("es", "Good morning, my friend."), /^Buenos días/);
		assert.match(await into("en", "Buenos días, amigo."), /^Good morning/);
	});

	await t.test("lists, schemas and descriptions are found in each of the three ways", async () => {
		const list = await (await fetch(`${url}/$list`)).json();
		const { methods } = list as { methods: { name: string }[] };
		assert.deepEqual(methods.map(({ name }) => name).sort(), [
			"classifier",
			"normaliser",
			"tokeniser",
			"translator",
		]);
		const schema = await (await fetch(`${url}/tokeniser/$schema`)).text();
		const negotiated = await fetch(`${url}/tokeniser`, { headers: { Accept: "application/schema+json" } });
		assert.equal(await negotiated.text(), schema);
		const hal = await fetch(`${url}/tokeniser`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", Accept: "application/hal+json" },
			body: "a",
		});
		const { _links } = (await hal.json()) as { _links: Record<string, { href: string }> };
		assert.equal(await (await fetch(new URL(_links.schema?.href ?? "", hal.url))).text(), schema);
		assert.match(await (await fetch(`${url}/tokeniser/$description`)).text(), /^# tokeniser/i);
	});

	await t.test("a browser gets the page", async () => {
		const page = await fetch(`${url}/`, { headers: { Accept: "text/html" } });
		assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
		assert.match(await page.text(), /<title>/);
	});

	await t.test("an agent calls a mill as a tool", async () => {
		const client = new Client({ name: "test", version: "1" });
		await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
		const { tools } = await client.listTools();
		assert.equal(tools.length, 4);
		const result = await client.callTool({ name: "normaliser", arguments: { input: "one  two" } });
		assert.match(JSON.stringify(result), /one two/);
		await client.close();
	});

	await t.test("call prints a result", async () => {
		const called = command("call", `${url}/normaliser`, "--data", "one  two", "--json");
		assert.equal(await called.ended, 0, called.stderr());
		assert.equal(JSON.parse(called.stdout()).text, "one two");
	});

	await t.test("map writes one line for each input, in order", async () => {
		const inputs = await folderWith(t, { lines: "a b\nc\n\nd e f\n" });
		const mapped = gristmill(t, ["map", `${url}/tokeniser`, "--lines", "lines", "--out", "out"], {
			cwd: inputs,
		});
		assert.equal(await mapped.ended, 0, mapped.stderr());
		const lines = (await readFile(`${inputs}/out`, "utf8")).trim().split("\n");
		assert.deepEqual(
			lines.map((line) => JSON.parse(line).output?.count),
			[3, 1, 0, 5],
		);
	});

	await t.test("check finds nothing to complain about", async () => {
		const checked = command("check", `${url}/normaliser`);
		assert.equal(await checked.ended, 0, checked.stdout() + checked.stderr());
	});

	await t.test("SIGTERM ends it with code 0, and it has complained about nothing", async () => {
		child.kill("SIGTERM");
		assert.equal(await ended, 0);
		assert.doesNotMatch(stderr(), /"level":"error"/);
	});
});

test("one server beside an endless loop, a killed worker and its own end", async (t) => {
	const cwd = await folderWith(t, { "sleeper.ts": SLEEPER, "looper.ts": LOOPER });
	const { url, child, ended, stderr } = await serving(t, ["sleeper.ts", "looper.ts", "--workers", "2"], {
		cwd,
	});
	const send = (body: string, mill = "sleeper") =>
		fetch(`${url}/${mill}`, { method: "POST", headers: { "Content-Type": "text/plain" }, body });
	const pid = async () => ((await (await send("now")).json()) as { pid: number }).pid;
	const sleep = () => new Promise((resolve) => setTimeout(resolve, 20));

	await t.test("an endless loop is ended at its deadline, and calls beside it are answered", async () => {
		const hanging = send("", "looper");
		for (let i = 0; i < 5; i++) assert.equal((await send(`good ${i}`)).status, 200);
		assert.ok([503, 504].includes((await hanging).status));
	});

	await t.test("a worker that is killed is replaced, and no caller sees it", async () => {
		process.kill(await pid(), "SIGKILL");
		for (let i = 0; i < 5; i++) assert.equal((await send(`after ${i}`)).status, 200);
	});

	await t.test(
		"SIGTERM lets a running call end, and leaves no process behind",
		{
			skip: !existsSync("/proc") && "there is no /proc here",
		},
		async () => {
			const worker = await pid();
			const waiting = send("wait");
			while (!stderr().includes("begun")) await sleep();
			child.kill("SIGTERM");
			assert.equal((await waiting).status, 200);
			assert.equal(await ended, 0);
			while (processesWith(cwd).length > 0 || existsSync(`/proc/${worker}/exe`)) await sleep();
		},
	);
});
