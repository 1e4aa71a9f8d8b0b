import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import type { Timer } from "../core/clock.js";
import type { Deadline } from "../core/deadline.js";
import { ManualClock } from "../testing/manual-clock.js";
import { oddServer } from "../testing/servers/odd-server.js";
import { clientOf } from "./client.js";
import { ClientState } from "./client-state.js";
import { statedDeadline, waitFor } from "./discovery/stated-deadline.js";
import { createClient, DeadlineError } from "./index.js";

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

/** A clock that notes which timers were started. */
class NotingClock extends ManualClock {
	readonly started: number[] = [];

	override setTimeout(callback: () => void, milliseconds: number): Timer {
		this.started.push(milliseconds);
		return super.setTimeout(callback, milliseconds);
	}
}

/** A client whose time a test drives. */
function driven(url: string) {
	const clock = new NotingClock();
	return { clock, client: clientOf(new ClientState([url], {}, clock)) };
}

/** Lets what is under way go on until this is so. */
async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** How long a call waits before the schema is read, and how long for the schema. */
const [PLAIN, SCHEMA] = [60_000, 10_000];

test("a call is waited for as long as the mill says that it may take, which is asked once and only when it is late", async () => {
	const server = await slowServer({ base: 10_000, perKiB: 50_000 });
	const { client, clock } = driven(server.url);
	const calls = [1, 2].map(() => client.call("slow-translator", "x".repeat(1024)));
	const responses = await server.called(2);
	clock.advance(PLAIN - 1);
	assert.deepEqual([clock.started, server.schemas()], [[PLAIN, PLAIN], 0]);
	clock.advance(1);
	await until(() => clock.started.length === 5);
	assert.equal(server.schemas(), 1);
	// Ten seconds for the network, and twice what the mill states.
	assert.deepEqual(clock.started.slice(2), [SCHEMA, 130_000 - PLAIN, 130_000 - PLAIN]);
	clock.advance(130_000 - PLAIN - 1);
	for (const response of responses) answer(response);
	for (const call of calls) assert.deepEqual((await call).output, { ok: true });
	assert.equal(clock.timers, 0);
});

test("when that time is over too, the call ends", async () => {
	const server = await slowServer(60_000);
	const { client, clock } = driven(server.url);
	const call = assert.rejects(client.call("slow-translator", "x"), DeadlineError);
	await server.called(1);
	clock.advance(PLAIN);
	await until(() => clock.started.length === 3);
	clock.advance(130_000 - PLAIN);
	await call;
});

for (const [what, deadline] of [
	["says nothing of it", undefined],
	["is quick", 10_000],
] as const)
	test(`a call of a mill that ${what} ends after a minute`, async () => {
		const server = await slowServer(deadline);
		const { client, clock } = driven(server.url);
		const call = assert.rejects(client.call("slow-translator", "x"), DeadlineError);
		await server.called(1);
		clock.advance(PLAIN);
		await call;
		assert.deepEqual(clock.started, [PLAIN, SCHEMA]);
	});

test("a deadline of the caller's own is never lengthened", async () => {
	const server = await slowServer(60_000);
	const { client, clock } = driven(server.url);
	const call = assert.rejects(client.call("slow-translator", "x", { deadline: 40_000 }), DeadlineError);
	await server.called(1);
	clock.advance(40_000);
	await call;
	assert.equal(server.schemas(), 0);
});

test("the wait for an answer is bounded, whatever the server says", () => {
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
