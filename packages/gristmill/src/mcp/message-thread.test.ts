import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { EventEmitter, once } from "node:events";
import { after, before, test } from "node:test";
import type { Host } from "../http/host/host.js";
import { makeHost } from "../http/service/make-host.js";
import { defineMill, Problem, Type, text } from "../index.js";
import { type McpMessage, MessageThread } from "./message-thread.js";

const events = new EventEmitter();
/** Answers what waits for it when it is told to. */
const waiter = defineMill({
	name: "waiter",
	version: "1.0.0",
	summary: "Waits until it is told to go on.",
	input: { "text/plain": text() },
	output: Type.Object({}),
	run: () =>
		new Promise((resolve) => {
			events.emit("begun", () => resolve({}));
		}),
});
let host: Host;
before(async () => {
	host = await makeHost([waiter], { log: () => {} });
});
after(() => host.close());

const decoder = new TextDecoder();
const isOverloaded = (error: unknown) =>
	Problem.is(error) && error.code === "overloaded" && error.members.retryAfter === 1;

function message(body: object, more: Partial<McpMessage> = {}): McpMessage {
	return {
		bytes: Buffer.from(JSON.stringify(body)),
		fields: {},
		id: "test",
		signal: new AbortController().signal,
		called: () => {},
		...more,
	};
}
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const CALL = { ...PING, method: "tools/call", params: { name: "waiter", arguments: { input: "" } } };

/** A door of its own, and a call that waits in it. */
async function withWaiting(
	room?: ConstructorParameters<typeof MessageThread>[1],
	more?: Partial<McpMessage>,
) {
	const door = new MessageThread(host.main, room);
	after(() => door.close());
	const begun = once(events, "begun");
	const waiting = door.answer(message(CALL, more));
	waiting.catch(() => {});
	const [letGo] = await begun;
	return { door, waiting, letGo };
}

for (const room of [
	{ messages: 1, bytes: 1_000_000 },
	{ messages: 1_000, bytes: 150 },
])
	test(`one message more than there is room for is refused before it is read (${JSON.stringify(room)})`, async () => {
		const { door, waiting, letGo } = await withWaiting(room);
		assert.throws(() => door.admit(100), isOverloaded);
		letGo();
		assert.match(decoder.decode((await waiting).body), /structuredContent/);
		door.admit(100);
		assert.equal((await door.answer(message(PING))).status, 200);
	});

test("messages that are inflated at the same time share the room", () => {
	const door = new MessageThread(host.main, { messages: 10, bytes: 100 });
	const [first, second] = [door.reserve(), door.reserve()];
	first.hold(90);
	assert.throws(() => second.hold(20), isOverloaded);
	assert.throws(() => door.admit(20), isOverloaded);
	// The only message may be larger than the room.
	first.hold(90);
	first.release();
	second.hold(20);
});

test("other messages are answered while a call waits for its mill", async () => {
	const { door, waiting, letGo } = await withWaiting();
	assert.equal((await door.answer(message(PING))).status, 200);
	letGo();
	assert.equal((await waiting).status, 200);
});

test("calls under way when the thread ends are refused as repeatable", async () => {
	const started = once(process, "worker");
	const { door, waiting } = await withWaiting();
	const [thread] = await started;
	await thread.terminate();
	await assert.rejects(waiting, isOverloaded);
	assert.equal((await door.answer(message(PING))).status, 200);
});

test("after the end, messages are refused, those under way too, and no thread is started", async () => {
	const { door, waiting } = await withWaiting();
	door.close();
	let threads = 0;
	const count = () => threads++;
	process.on("worker", count);
	const isClosing = { code: "unready", detail: "The server is shutting down." };
	await assert.rejects(waiting, isClosing);
	await assert.rejects(door.answer(message(PING)), isClosing);
	process.off("worker", count);
	assert.equal(threads, 0);
});

test("a caller that is refused for its tool is told so, and the tool is not called", async () => {
	const door = new MessageThread(host.main);
	after(() => door.close());
	let begun = false;
	events.once("begun", () => {
		begun = true;
	});
	const refusal = new Problem("forbidden", "No.");
	const called = (tool: string) => {
		assert.equal(tool, "waiter");
		throw refusal;
	};
	await assert.rejects(door.answer(message(CALL, { called })), refusal);
	assert.equal((await door.answer(message(PING))).status, 200);
	assert.equal(begun, false);
});

test("a caller that has gone takes no room", async () => {
	const abort = new AbortController();
	const { door, waiting } = await withWaiting({ messages: 1, bytes: 1_000 }, { signal: abort.signal });
	abort.abort();
	await assert.rejects(waiting, { name: "CallerGone" });
	door.admit();
	await assert.rejects(door.answer(message(PING, { signal: abort.signal })), { name: "CallerGone" });
});

test("a result for which there is no memory is refused, and the thread goes on", async () => {
	const held: number[] = [];
	const full = new Problem("overloaded", "No.", { retryAfter: 1 });
	const hold = (bytes: number) => {
		held.push(bytes);
		throw full;
	};
	const { door, waiting, letGo } = await withWaiting(undefined, { hold });
	letGo();
	await assert.rejects(waiting, full);
	assert.deepEqual(held, ["{}".length]);
	assert.equal((await door.answer(message(PING))).status, 200);
});
