import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { nextTurn } from "../../core/in-slices.js";
import { awaitedLog } from "../../testing/awaited-log.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { FakeRedis } from "../../testing/servers/fake-redis.js";
import type { Kept } from "./answer-store.js";
import { keepPlace } from "./place.js";
import { RedisStore, readValue, writeValue } from "./redis-store.js";

const ANSWER: Kept = {
	body: Buffer.from('{"words":2}'),
	isZipped: false,
	length: 11,
	since: 1_700_000_000,
};
const GONE = "the store of answers is gone, and calls go on without it";
const BACK = "the store of answers is there again";

/** A store whose server is `redis`, and its log and clock. Both end with the test. */
async function storeOn(t: TestContext, redis: FakeRedis, { account = "", path = "", isThere = true } = {}) {
	const port = await redis.listen();
	if (!isThere) await redis.close();
	const place = keepPlace(`redis://${account}127.0.0.1:${port}${path}`);
	assert.ok("redis" in place);
	const { log, lines, logged } = awaitedLog();
	const clock = new ManualClock();
	const store = new RedisStore(place.redis, log, clock);
	// The connection of the store does not keep a program alive.
	const alive = setInterval(() => {}, 1_000_000);
	t.after(async () => {
		clearInterval(alive);
		store.close();
		await redis.close();
		assert.equal(clock.timers, 0);
	});
	store.open();
	return { store, port, clock, lines, logged };
}

/** Waits for a condition. Every event that can bring it about is one of this process. */
async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await nextTurn();
}

test("what is kept is found again, by its key alone, and stays for a week", async (t) => {
	const redis = new FakeRedis();
	const { store } = await storeOn(t, redis);
	await until(() => store.takes(1));
	assert.equal(await store.get("a"), undefined);
	store.put("a", ANSWER);
	store.put("text", { ...ANSWER, body: "größe", length: 7 });
	assert.deepEqual(await store.get("a"), ANSWER);
	assert.equal(await store.get("b"), undefined);
	assert.deepEqual((await store.get("text"))?.body, Buffer.from("größe"));
	const set = redis.commands.find(([name]) => name === "SET") ?? [];
	assert.deepEqual([set[1], ...set.slice(3)], ["gristmill:a", "EX", "604800"]);
	assert.deepEqual([store.errors, store.stored, store.bytes], [0, 18, 0]);
	assert.equal(store.takes(1_048_576), true);
	assert.equal(store.takes(1_048_577), false);
});

test("the account and the database of the address are used first", async (t) => {
	const redis = new FakeRedis();
	const { store } = await storeOn(t, redis, { account: "me:p%40ss@", path: "/5" });
	await until(() => store.takes(1));
	assert.deepEqual(redis.commands, [["AUTH", "me", "p@ss"], ["SELECT", "5"], ["PING"]]);
});

test("a server that is gone is a miss at once, is said once, and comes back by itself", async (t) => {
	const redis = new FakeRedis();
	const { store, port, clock, lines, logged } = await storeOn(t, redis, { isThere: false });
	const gone = JSON.parse(await logged(GONE));
	assert.deepEqual([gone.level, gone.reason], ["warn", "ECONNREFUSED"]);
	assert.equal(store.takes(1), false);
	assert.equal(await store.get("a"), undefined);
	store.put("a", ANSWER);
	// It is tried again, in vain.
	clock.advance(1_000);
	await until(() => store.errors === 2);
	await redis.listen(port);
	clock.advance(2_000);
	await logged(BACK);
	store.put("a", ANSWER);
	assert.deepEqual(await store.get("a"), ANSWER);
	assert.equal(lines.length, 2);
});

test("a server that is lost while a call waits is a miss", async (t) => {
	const redis = new FakeRedis();
	const { store, port, clock, logged } = await storeOn(t, redis);
	await until(() => store.takes(1));
	redis.answers = () => "";
	const both = Promise.all([store.get("a"), store.get("b")]);
	await until(() => redis.commands.length === 3);
	await redis.close();
	assert.deepEqual(await both, [undefined, undefined]);
	assert.match(await logged(GONE), /it closed the connection|ECONNRESET/);
	assert.equal(store.errors, 1);
	redis.answers = () => undefined;
	await redis.listen(port);
	clock.advance(1_000);
	await logged(BACK);
});

test("a call waits for a slow server a tenth of a second, and the next ones do not", async (t) => {
	const redis = new FakeRedis();
	const { store, clock, logged } = await storeOn(t, redis);
	await until(() => store.takes(1));
	redis.answers = () => "";
	let isOver = false;
	const slow = Promise.resolve(store.get("a")).then((found) => {
		isOver = true;
		return found;
	});
	await until(() => redis.commands.length === 2);
	clock.advance(99);
	await nextTurn();
	assert.equal(isOver, false);
	clock.advance(1);
	assert.equal(await slow, undefined);
	assert.match(await logged(GONE), /it did not answer within 100 ms/);
	assert.equal(await store.get("a"), undefined);
	assert.equal(redis.commands.length, 2);
	redis.answers = () => undefined;
	clock.advance(1_000);
	await logged(BACK);
	await until(() => store.takes(1));
});

test("a server that refuses us is asked again after twice the time", async (t) => {
	const redis = new FakeRedis();
	redis.answers = () => "-NOAUTH Authentication required.\r\n";
	const { store, clock, lines } = await storeOn(t, redis);
	for (const [n, delay] of [1_000, 2_000, 4_000].entries()) {
		await until(() => store.errors === n + 1);
		clock.advance(delay - 1);
		await nextTurn();
		assert.equal(clock.timers, 1);
		assert.equal(redis.commands.length, n + 1);
		clock.advance(1);
	}
	await until(() => store.errors === 4);
	assert.equal(lines.length, 1);
	assert.match(lines[0] ?? "", /NOAUTH Authentication required\./);
});

test("a server of another protocol counts as gone", async (t) => {
	const redis = new FakeRedis();
	redis.answers = () => "HTTP/1.1 400 Bad Request\r\n\r\n";
	const { logged } = await storeOn(t, redis);
	assert.match(await logged(GONE), /it does not speak the Redis protocol/);
});

test("a refused command is counted, and said once", async (t) => {
	const redis = new FakeRedis();
	const { store, lines } = await storeOn(t, redis);
	await until(() => store.takes(1));
	redis.answers = ([name]) => (name === "SET" ? "-OOM command not allowed\r\n" : undefined);
	store.put("a", ANSWER);
	store.put("b", ANSWER);
	assert.equal(await store.get("a"), undefined);
	assert.deepEqual([store.errors, store.stored], [2, 0]);
	assert.equal(lines.length, 1);
	assert.match(lines[0] ?? "", /the store of answers refuses a command.*OOM command not allowed/);
});

test("a value of another program is a miss, and said once", async (t) => {
	const redis = new FakeRedis();
	const { store, lines } = await storeOn(t, redis);
	await until(() => store.takes(1));
	for (const value of ["", "hello", '{"words":2}', "GMK1"]) {
		redis.values.set("gristmill:a", Buffer.from(value));
		assert.equal(await store.get("a"), undefined);
	}
	redis.values.set("gristmill:a", writeValue("b", ANSWER));
	assert.equal(await store.get("a"), undefined);
	redis.answers = ([name]) => (name === "GET" ? ":7\r\n" : undefined);
	assert.equal(await store.get("a"), undefined);
	assert.equal(store.errors, 6);
	assert.equal(lines.length, 1);
});

test("a value that was cut off, extended or changed in one bit is no answer", () => {
	const kept = fc.record({
		body: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
		isZipped: fc.boolean(),
		since: fc.integer({ min: 0, max: 2 ** 45 }),
		zippedFrom: fc.nat(),
	});
	fc.assert(
		fc.property(kept, fc.string(), fc.nat(), ({ zippedFrom, ...rest }, key, at) => {
			const one: Kept = { ...rest, length: rest.isZipped ? zippedFrom : rest.body.length };
			const value = writeValue(key, one);
			assert.deepEqual(readValue(key, value), one);
			assert.equal(readValue(key, value.subarray(0, at % value.length)), undefined);
			assert.equal(readValue(key, Buffer.concat([value, Buffer.from("x")])), undefined);
			assert.equal(readValue(`${key}x`, value), undefined);
			const changed = Buffer.from(value);
			changed[at % value.length] = (changed[at % value.length] ?? 0) ^ (1 << (at % 8));
			assert.equal(readValue(key, changed), undefined);
		}),
	);
});
