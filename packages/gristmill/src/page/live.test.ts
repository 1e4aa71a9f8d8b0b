import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { ExchangeOrder } from "./exchange.js";
import { Live, type Watcher } from "./live.js";
import type { PageSession } from "./session.js";

const order: ExchangeOrder = {
	method: "POST",
	address: "m",
	given: { mediaType: "text/plain", content: "a", body: { kind: "text", text: "a" } },
	hasFile: false,
	grows: { name: "all", kind: "text" },
};

/** What a watcher is told of a call whose server sends `events` and then nothing, in the first second. */
async function told(t: TestContext, events: string): Promise<readonly string[]> {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	const seen: string[] = [];
	const watcher: Watcher = {
		running: () => seen.push("running"),
		growing: (reply, share) => seen.push(`growing ${JSON.stringify(reply?.json)} ${share}`),
		came: () => seen.push("came"),
		gone: () => seen.push("gone"),
	};
	const body = new ReadableStream({
		start: (controller) => controller.enqueue(new TextEncoder().encode(events)),
	});
	const reply = new Response(body, { headers: { "Content-Type": "text/event-stream" } });
	const live = new Live({ fetch: async () => reply } as unknown as PageSession, watcher);
	live.call(order);
	for (let passed = 0; passed < 1_000; passed += 10) {
		await new Promise(setImmediate);
		t.mock.timers.tick(10);
	}
	live.stop();
	return seen;
}

test("the progress of a call stays shown: the sign that it runs does not replace it", async (t) => {
	const events = 'event: part\ndata: "x"\n\nevent: progress\ndata: {"done":0.5}\n\n';
	assert.deepEqual(await told(t, events), ['growing {"all":"x"} 0.5']);
});

test("a call without any answer yet is shown as running", async (t) => {
	assert.deepEqual(await told(t, ""), ["running"]);
});
