import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type ExchangeOrder, exchange, retryAfterOf } from "./exchange.js";
import type { PageSession } from "./session.js";

const after = (headers: Readonly<Record<string, string>>) => retryAfterOf(new Response(null, { headers }));

test("Retry-After is seconds or a date, which the server's own clock is compared with", () => {
	const date = "Sun, 06 Nov 1994 08:49:37 GMT";
	assert.equal(after({ "Retry-After": "7" }), 7);
	assert.equal(after({ "Retry-After": "Sun, 06 Nov 1994 08:51:37 GMT", Date: date }), 120);
	assert.equal(after({ "Retry-After": "Sunday, 06-Nov-94 08:50:00 GMT", Date: date }), 23);
	assert.equal(after({ "Retry-After": date, Date: "Sun, 06 Nov 1994 08:50:00 GMT" }), 0);
});

test("without a Date, a date in Retry-After is compared with the clock of the visitor", () => {
	const soon = after({ "Retry-After": new Date(Date.now() + 60_000).toUTCString() }) ?? 0;
	assert.ok(soon > 50 && soon <= 60, String(soon));
});

test("a date in another century is no longer than what a timer can wait for", () => {
	const seconds = after({ "Retry-After": "Fri, 06 Nov 2394 08:49:37 GMT" }) ?? 0;
	assert.ok(seconds > 86_400 && seconds * 1_000 < 2 ** 31, String(seconds));
});

for (const field of ["", "soon", "-1", "1.5", "12345678", "2094-11-06"])
	test(`Retry-After: "${field}" says nothing`, () => {
		assert.equal(after({ "Retry-After": field }), undefined);
	});

/** What the page makes of a stream with these parts. */
async function streamed(kind: "text" | "bytes" | "list", parts: readonly unknown[]): Promise<unknown> {
	const events = parts.map((part) => `event: part\ndata: ${JSON.stringify(part)}\n\n`);
	const body = `${events.join("")}event: end\ndata: {"parts":${parts.length},"count":7}\n\n`;
	const session = {
		fetch: async () => new Response(body, { headers: { "Content-Type": "text/event-stream" } }),
	};
	const given = { mediaType: "text/plain", content: "", body: { kind: "text", text: "" } } as const;
	const order: ExchangeOrder = {
		method: "POST",
		address: "m",
		given,
		hasFile: false,
		grows: { name: "all", kind },
	};
	return (await exchange(session as unknown as PageSession, order, new AbortController().signal)).json;
}

test("the parts of a stream become the answer that others get whole", async () => {
	assert.deepEqual(await streamed("text", ["a", "b"]), { all: "ab", count: 7 });
	assert.deepEqual(await streamed("list", ["a", "b"]), { all: ["a", "b"], count: 7 });
	const bytes = Buffer.from(Array.from({ length: 300 }, (_, i) => i % 256));
	const cuts = [0, 1, 3, 3, 7, 8, 100, 200, 299, 300];
	const parts = cuts.slice(1).map((end, i) => bytes.subarray(cuts[i], end).toString("base64"));
	assert.deepEqual(await streamed("bytes", parts), { all: bytes.toString("base64"), count: 7 });
	assert.deepEqual(await streamed("bytes", []), { all: "", count: 7 });
});
