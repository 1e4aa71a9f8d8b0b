import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import type { Deadline } from "../core/deadline.js";
import { oddServer } from "../testing/servers/odd-server.js";
import { createClient, DeadlineError } from "./index.js";
import { statedDeadline, waitFor } from "./transport/stated-deadline.js";

/** A server whose calls wait until the test answers them, and whose schema states this deadline. */
async function slowServer(deadline: Deadline | undefined) {
	const calls: ServerResponse[] = [];
	let came = () => {};
	let schemas = 0;
	const { url } = await oddServer((request: IncomingMessage, response) => {
		request.resume();
		if (request.method === "POST") {
			calls.push(response);
			came();
			return;
		}
		schemas++;
		const operation = { const: deadline === undefined ? {} : { deadline } };
		response.writeHead(200, { "Content-Type": "application/schema+json" });
		response.end(JSON.stringify({ type: "object", $defs: { operation } }));
	});
	return {
		url,
		schemas: () => schemas,
		/** The calls, once there are so many. */
		called: async (count: number) => {
			while (calls.length < count)
				await new Promise<void>((resolve) => {
					came = resolve;
				});
			return calls;
		},
	};
}

function answer(call: ServerResponse | undefined): void {
	call?.writeHead(200, { "Content-Type": "application/json" }).end('{"ok":true}');
}

/** Holds the timers of half a minute or more until the test lets them ring; gives their milliseconds and what rings. */
function heldTimers(t: TestContext) {
	const held: { readonly milliseconds: number; ring(): void }[] = [];
	const usual = globalThis.setTimeout;
	const set = (ring: (...more: unknown[]) => void, milliseconds = 0, ...more: unknown[]) => {
		if (milliseconds < 30_000) return usual(ring, milliseconds, ...more);
		held.push({ milliseconds, ring: () => ring(...more) });
		return undefined;
	};
	t.mock.method(globalThis, "setTimeout", set as unknown as typeof setTimeout);
	return held;
}

/** Lets what is under way go on until this is so. */
async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise<void>((resolve) => setImmediate(resolve));
}

test("a call is waited for as long as the mill says that it may take, which is asked once and only when it is late", async (t) => {
	const server = await slowServer({ base: 10_000, perKiB: 50_000 });
	const client = createClient(server.url);
	const held = heldTimers(t);
	const calls = [1, 2].map(() => client.call("slow-translator", "x".repeat(1024)));
	const responses = await server.called(2);
	assert.deepEqual(
		held.map(({ milliseconds }) => milliseconds),
		[60_000, 60_000],
	);
	assert.equal(server.schemas(), 0);
	for (const timer of held.slice()) timer.ring();
	await until(() => held.length === 4);
	assert.equal(server.schemas(), 1);
	for (const { milliseconds } of held.slice(2))
		assert.ok(milliseconds > 60_000 && milliseconds <= 130_000, String(milliseconds));
	for (const response of responses) answer(response);
	for (const call of calls) assert.deepEqual((await call).output, { ok: true });
	for (const timer of held.slice(2)) timer.ring();
});

test("when that time is over too, the call ends", async (t) => {
	const server = await slowServer(60_000);
	const held = heldTimers(t);
	const call = assert.rejects(createClient(server.url).call("slow-translator", "x"), DeadlineError);
	await server.called(1);
	held[0]?.ring();
	await until(() => held.length === 2);
	held[1]?.ring();
	await call;
});

for (const [what, deadline] of [
	["says nothing of it", undefined],
	["is quick", 10_000],
] as const)
	test(`a call of a mill that ${what} ends after a minute`, async (t) => {
		const server = await slowServer(deadline);
		const held = heldTimers(t);
		const call = assert.rejects(createClient(server.url).call("slow-translator", "x"), DeadlineError);
		await server.called(1);
		held[0]?.ring();
		await call;
		assert.equal(held.length, 1);
	});

test("a deadline of the caller's own is never lengthened", async (t) => {
	const server = await slowServer(60_000);
	const held = heldTimers(t);
	const client = createClient(server.url);
	const call = assert.rejects(client.call("slow-translator", "x", { deadline: 40_000 }), DeadlineError);
	await server.called(1);
	held[0]?.ring();
	await call;
	assert.equal(server.schemas(), 0);
});

test("how long is waited is bounded, whatever a server says", () => {
	const stated = (deadline: unknown) => statedDeadline({ $defs: { operation: { const: { deadline } } } });
	for (const wrong of [undefined, -1, 1e12, "60000", { base: 1 }, { base: 1, perKiB: -1 }, [], null])
		assert.equal(stated(wrong), undefined, JSON.stringify(wrong));
	assert.equal(statedDeadline(true), undefined);
	assert.equal(stated(30_000), 30_000);
	assert.equal(waitFor(30_000, 7), 70_000);
	assert.equal(waitFor({ base: 1_000, perKiB: 500 }, 2048), 14_000);
	assert.equal(waitFor({ base: 1_000, perKiB: 500 }, 1e12), waitFor(3_600_000, 0));
	assert.equal(waitFor({ base: 1_000, perKiB: 500, most: 5_000 }, undefined), 20_000);
});

test("fetch does not give up by itself before the call does", async (t) => {
	const server = await slowServer(undefined);
	const common = globalThis as { [key: symbol]: { dispatch(options: object, handler: object): boolean } };
	const key = Symbol.for("undici.globalDispatcher.1");
	new Headers();
	const usual = common[key];
	assert.ok(usual, "Node's fetch keeps its dispatcher elsewhere: five minutes are the most that it waits");
	const seen: unknown[] = [];
	common[key] = {
		dispatch: (options, handler) => {
			seen.push(options);
			return usual.dispatch(options, handler);
		},
	};
	t.after(() => {
		common[key] = usual;
	});
	const call = createClient(server.url).call("slow-translator", "x");
	answer((await server.called(1))[0]);
	await call;
	const [{ headersTimeout, bodyTimeout }] = seen as [{ headersTimeout: number; bodyTimeout: number }];
	assert.deepEqual([headersTimeout, bodyTimeout], [0, 0]);
});
