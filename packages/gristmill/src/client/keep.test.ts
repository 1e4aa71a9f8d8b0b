import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Type } from "../index.js";
import { folderWith } from "../testing/command.js";
import { ManualClock } from "../testing/manual-clock.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { start } from "../testing/server.js";
import { oddServer } from "../testing/servers/odd-server.js";
import { clientOf } from "./client.js";
import { ClientState } from "./client-state.js";
import {
	type CallOptions,
	type ClientOptions,
	createClient,
	folder,
	type Input,
	memory,
	UsageError,
} from "./index.js";

const MiB = 2 ** 20;

/** A mill that tells the length of its input, its version and its address, and counts what is asked. */
async function lengthMill(given: Partial<ClientOptions> = {}) {
	const facts = { digest: "one" as string | undefined, calls: 0, looks: 0, before: () => {} };
	const { url } = await oddServer(async (request, response) => {
		let bytes = 0;
		for await (const piece of request) bytes += piece.length;
		const { digest } = facts;
		const told = digest === undefined ? {} : { "Mill-Digest": digest };
		if (request.method === "OPTIONS") {
			facts.looks++;
			return void response.writeHead(204, told).end();
		}
		facts.calls++;
		const wanted = request.headers["mill-digest"];
		if (wanted !== undefined && wanted !== digest) return void response.writeHead(412, told).end();
		response.writeHead(bytes === 13 ? 422 : 200, { "Content-Type": "application/json", ...told });
		response.end(JSON.stringify({ bytes, digest, url: request.url }));
		facts.before();
	});
	const clock = new ManualClock();
	const open = (options: Partial<ClientOptions> = {}) =>
		clientOf(new ClientState([url], { keep: memory(MiB), ...given, ...options }, clock));
	const client = open();
	const ask = async (input: Input, options: CallOptions = {}) =>
		(await client.call<{ bytes: number; digest?: string; url: string }>("x", input, options)).output;
	return { facts, clock, url, open, client, ask };
}

test("an answer is not computed again, and says that it took no attempt", async () => {
	const { facts, client } = await lengthMill();
	const first = await client.call("x", "abc");
	const again = await client.call("x", "abc");
	assert.deepEqual(again.output, first.output);
	assert.deepEqual([first.attempts, again.attempts], [1, 0]);
	assert.equal(again.headers.get("mill-digest"), "one");
	assert.deepEqual([again.mediaType, again.url], [first.mediaType, first.url]);
	assert.deepEqual([facts.calls, facts.looks], [1, 1]);
});

test("another input, type, parameter, address or Accept is another question", async () => {
	const { facts, client, ask } = await lengthMill();
	await ask("abc");
	await ask("abd");
	await ask("abc", { mediaType: "text/markdown" });
	await ask("abc", { parameters: { lines: 1 } });
	await ask("abc", { accept: "application/json" });
	await ask("abc", { headers: { "Accept-Language": "es" } });
	await client.call("y", "abc");
	assert.equal(facts.calls, 7);
	assert.deepEqual(await ask("abc", { parameters: { lines: 1 } }), {
		bytes: 3,
		digest: "one",
		url: "/x?lines=1",
	});
	await ask("abc", { headers: { Authorization: "Bearer secret" } });
	assert.equal(facts.calls, 7);
});

test("an upgrade is noticed within ten seconds, or with the first answer of the new algorithm", async () => {
	const { facts, clock, ask } = await lengthMill();
	await ask("abc");
	facts.digest = "two";
	assert.equal((await ask("abc")).digest, "one");
	clock.advance(10_000);
	assert.equal((await ask("abc")).digest, "two");
	facts.digest = "three";
	assert.equal((await ask("new")).digest, "three");
	assert.equal((await ask("abc")).digest, "three");
	facts.digest = "one";
	clock.advance(10_000);
	const { calls } = facts;
	assert.equal((await ask("abc")).digest, "one");
	assert.equal(facts.calls, calls, "the answer of the algorithm that is back was kept");
});

test("with a digest nothing is asked for an answer that was kept", async () => {
	const { facts, open, ask } = await lengthMill();
	await ask("abc");
	facts.digest = "two";
	assert.equal((await ask("abc", { digest: "one" })).digest, "one");
	await assert.rejects(ask("new", { digest: "one", retry: false }), { status: 412 });
	assert.equal(facts.looks, 1);
	assert.equal((await open({ keep: memory(MiB) }).call<{ digest: string }>("x", "abc")).output.digest, "two");
});

test("without a Mill-Digest nothing is kept, and the mill is not asked for it before each call", async () => {
	const { facts, ask } = await lengthMill();
	facts.digest = undefined;
	await ask("abc");
	await ask("abc");
	assert.deepEqual([facts.calls, facts.looks], [2, 1]);
});

test("problems are not kept, and neither is a call that says so", async () => {
	const { facts, ask } = await lengthMill();
	for (let i = 0; i < 2; i++) await assert.rejects(ask("thirteen char"), { status: 422 });
	for (let i = 0; i < 2; i++) await ask("abc", { keep: false });
	for (let i = 0; i < 2; i++) await ask("abc", { headers: { "Cache-Control": "no-store" } });
	assert.equal(facts.calls, 6);
	await ask("abc");
	assert.equal(facts.calls, 7, "nothing of it was kept");
});

test("a call that asks for a receipt is sent each time", async () => {
	const { facts, ask } = await lengthMill();
	await ask("abc");
	for (const [name, value] of [
		["Prefer", "wait=10, Receipt"],
		["Accept-Signature", "mine=()"],
	] as const)
		for (let i = 0; i < 2; i++) await ask("abc", { headers: { [name]: value } });
	assert.equal(facts.calls, 5);
});

test("inputs of all kinds are told apart by their content; those that can be read once are not kept", async (t) => {
	const cwd = await folderWith(t, { "a.txt": "same", "b.txt": "same", "c.txt": "other" });
	const { facts, ask } = await lengthMill();
	const form = (text: string, type: string) => ({ parts: { one: new Blob([text], { type }), two: "2" } });
	for (const [input, calls] of [
		[{ file: join(cwd, "a.txt") }, 1],
		[{ file: join(cwd, "b.txt") }, 1],
		[{ file: join(cwd, "c.txt") }, 2],
		[new Blob(["same"], { type: "text/plain" }), 2],
		[Buffer.from("same"), 2],
		[{ json: { a: 1 } }, 3],
		[{ json: { a: 1 } }, 3],
		[form("a", "text/plain"), 4],
		[form("a", "text/plain"), 4],
		[form("a", "text/html"), 5],
		[form("b", "text/plain"), 6],
		[() => new Blob(["same"]).stream() as ReadableStream<Uint8Array>, 7],
		[() => new Blob(["same"]).stream() as ReadableStream<Uint8Array>, 8],
	] as const) {
		await ask(input);
		assert.equal(facts.calls, calls);
	}
	await assert.rejects(ask({ file: join(cwd, "none") }), { code: "ENOENT" });
});

test("a file that has changed before it was sent is not kept as what it was", async (t) => {
	const path = join(await folderWith(t, { a: "before" }), "a");
	const kept: string[] = [];
	const keep = {
		get: async () => void (await writeFile(path, "after!")),
		set: async (key: string) => void kept.push(key),
	};
	const { client } = await lengthMill({ keep });
	await client.call("x", { file: path });
	assert.deepEqual(kept, []);
	await client.call("x", { file: path });
	assert.match(kept.join(), /^[0-9a-f]{64}$/);
});

test("an answer that is kept is validated, bounded and read like any other", async () => {
	const { ask, facts } = await lengthMill();
	await ask("abc");
	await assert.rejects(ask("abc", { maxAnswerBytes: 5 }), /larger than|too large|5 bytes/);
	await assert.rejects(ask("abc", { accept: "image/png" }), { name: "AnswerError" });
	assert.equal(facts.calls, 3);
});

test("memory forgets what was not used for longest, and gives copies", async () => {
	const kept = memory(2_000);
	const answer = (fill: number) => ({ type: "a/b", digest: "d", bytes: new Uint8Array(100).fill(fill) });
	for (let i = 1; i <= 3; i++) await kept.set(`${i}`, answer(i));
	const one = await kept.get("1");
	one?.bytes.fill(9);
	await kept.set("4", answer(4));
	assert.equal(await kept.get("2"), undefined);
	assert.deepEqual((await kept.get("1"))?.bytes[0], 1);
	await kept.set("5", { ...answer(5), bytes: new Uint8Array(2_000) });
	assert.equal(await kept.get("5"), undefined);
	assert.ok(await kept.get("4"), "what does not fit takes no place");
	for (const size of [0, -1, Number.NaN]) assert.throws(() => memory(size), UsageError);
});

test("a folder that cannot be used is an error of its caller", async (t) => {
	const cwd = await folderWith(t, { file: "" });
	const { url } = await lengthMill();
	const keep = folder(join(cwd, "file"));
	await assert.rejects(clientOf(new ClientState([url], { keep })).call("x", "a"), {
		name: "UsageError",
		message: `Answers cannot be kept in ${join(cwd, "file")} (EEXIST). Name a folder that this user may write to.`,
	});
	assert.throws(() => folder(""), /has no name/);
	assert.throws(() => folder("x", 0), /is 0\. Give a number of bytes/);
});

test("large answers that are kept come in their turn, too", async () => {
	let computed = 0;
	const repeater = emptyMill({
		output: Type.Object({ text: Type.String() }),
		run: (input: string) => {
			computed++;
			return { text: input.repeat(10_000) };
		},
	});
	const { url } = await start({}, { mills: [repeater] });
	const client = createClient(url, { keep: memory(10 * MiB) });
	const inputs = Array.from({ length: 30 }, (_, i) => `${i}`);
	const some = inputs.filter((_, i) => i % 3 > 0);
	for (const texts of [some, inputs, inputs]) {
		const seen: unknown[] = [];
		for await (const { item, answer } of client.many<string, { text: string }>("text-meter", texts)) {
			assert.equal(answer?.output.text, item.repeat(10_000));
			seen.push(item);
		}
		assert.deepEqual(seen, texts);
	}
	assert.equal(computed, 30);
});

for (const how of ["map", "many"] as const)
	test(`a second ${how} computes only the inputs that have changed`, async (t) => {
		const path = join(await folderWith(t, {}), "kept");
		let computed = 0;
		const meter = emptyMill({
			output: Type.Object({ characters: Type.Integer() }),
			run: (input: string) => {
				computed++;
				return { characters: input.length };
			},
		});
		const { url } = await start({}, { mills: [meter] });
		const characters = async (texts: readonly string[]) => {
			const client = createClient(url, { keep: folder(path) });
			const counts: unknown[] = [];
			for await (const { index, answer } of client[how]<string, { characters: number }>(
				"text-meter",
				texts,
			)) {
				assert.equal(index, counts.length);
				counts.push(answer?.output.characters);
			}
			return counts;
		};
		const inputs = Array.from({ length: 200 }, (_, i) => "w".repeat(i));
		assert.deepEqual(
			await characters(inputs),
			inputs.map(({ length }) => length),
		);
		assert.equal(computed, 200);
		const changed = inputs.map((text, i) => (i % 100 === 7 ? `${text} new` : text));
		assert.deepEqual(
			await characters(changed),
			changed.map(({ length }) => length),
		);
		assert.equal(computed, 202);
		await characters(changed);
		assert.equal(computed, 202);
	});
