import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { start } from "../testing/server.js";
import { oddServer, tableServer, typed } from "../testing/servers/odd-server.js";
import { createClient, type MapOutcome } from "./index.js";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
	const list: T[] = [];
	for await (const item of items) list.push(item);
	return list;
}

function* texts(count: number) {
	for (let i = 0; i < count; i++) yield "w ".repeat(i % 7);
}

test("every item has one outcome, in the order of the items", async () => {
	const { url } = await start();
	const outcomes = await all(createClient(url).map<string, { words: number }>("word-counter", texts(200)));
	assert.equal(outcomes.length, 200);
	for (const [i, { index, answer }] of outcomes.entries()) {
		assert.equal(index, i);
		assert.equal(answer?.output.words, i % 7);
	}
});

test("without order an outcome comes when it is ready", async () => {
	const held: (() => void)[] = [];
	const { url } = await oddServer((request, response) => {
		request.resume();
		const end = () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
		if (request.url === "/x?first=true") held.push(end);
		else end();
	});
	const outcomes = createClient(url).map("x", [0, 1, 2, 3], {
		ordered: false,
		prepare: (item) => ({ input: "", parameters: { first: item === 0 } }),
	});
	const order: number[] = [];
	for await (const { index } of outcomes) {
		order.push(index);
		if (order.length === 3) held[0]?.();
	}
	assert.deepEqual(order.slice().sort(), [0, 1, 2, 3]);
	assert.equal(order.at(-1), 0);
});

test("a call that fails is an outcome with its error, and the others go on", async () => {
	const { url } = await start();
	const items = ["a", Uint8Array.of(0xff, 0xfe), { file: "/no/such/file" }, "b c"];
	const outcomes = await all(createClient(url).map("word-counter", items, { mediaType: "text/plain" }));
	assert.deepEqual(
		outcomes.map(({ error }) => error?.name),
		[undefined, "ProblemError", "Error", undefined],
	);
	assert.equal(outcomes[2]?.item, items[2]);
});

test("items are taken no faster than outcomes, and the source is closed when nobody wants more", async () => {
	const { url } = await tableServer({ "POST /x": () => typed("application/json", {}) });
	let taken = 0;
	let closed = false;
	async function* source() {
		try {
			for (;;) {
				taken++;
				yield "";
			}
		} finally {
			closed = true;
		}
	}
	let seen = 0;
	for await (const _ of createClient(url).map("x", source(), { concurrency: 4 })) if (++seen === 20) break;
	assert.ok(closed);
	assert.ok(taken >= 20 && taken <= 20 + 2 * 4 + 1, String(taken));
});

test("no more calls are under way than allowed", async () => {
	let [running, most] = [0, 0];
	const { url } = await oddServer((request, response) => {
		most = Math.max(most, ++running);
		request.resume();
		request.on("end", () =>
			setImmediate(() => {
				running--;
				response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
			}),
		);
	});
	await all(createClient(url).map("x", texts(150), { concurrency: 3 }));
	assert.ok(most >= 2 && most <= 3, String(most));
	await assert.rejects(
		all(createClient(url).map("x", [""], { concurrency: 0 })),
		/concurrency is 0\. Give 1 or more\./,
	);
	await assert.rejects(all(createClient().map("x", [""])), /The client has no base URL/);
});

test("a server that pushes back is asked for less, and every item is still answered", async () => {
	let running = 0;
	const { url } = await oddServer(async (request, response) => {
		running++;
		for await (const _ of request) {
		}
		const busy = running > 4;
		setImmediate(() => {
			running--;
			response.writeHead(busy ? 503 : 200, { "Content-Type": "application/json" }).end("{}");
		});
	});
	const client = createClient(url, { retry: { attempts: 30, firstPause: 2, longestPause: 20 } });
	const outcomes = await all(client.map("x", texts(200)));
	assert.deepEqual(
		outcomes.filter(({ error }) => error),
		[],
	);
});

test("several servers share the work; one that dies on the way costs nobody an answer", async () => {
	const make = () => tableServer({ "POST /x": () => typed("application/json", { ok: true }) });
	const [one, two] = [await make(), await make()];
	const client = createClient([one.url, two.url]);
	const outcomes: MapOutcome<string>[] = [];
	for await (const outcome of client.map("x", texts(200))) {
		outcomes.push(outcome);
		if (outcomes.length === 50) {
			assert.ok(one.requests.length > 0 && two.requests.length > 0);
			one.server.close();
			one.server.closeAllConnections();
		}
	}
	assert.equal(outcomes.length, 200);
	assert.deepEqual(
		outcomes.filter(({ error }) => error),
		[],
	);
});

test("the caller's signal ends everything with its reason", async () => {
	const { url, server } = await oddServer(() => {});
	const controller = new AbortController();
	const asked = once(server, "request");
	const mapping = all(createClient(url).map("x", texts(10), { signal: controller.signal }));
	await asked;
	controller.abort(new Error("enough"));
	await assert.rejects(mapping, /enough/);
});

test("items that cannot be read are told after the outcomes of those before", async () => {
	const { url } = await tableServer({ "POST /x": () => typed("application/json", {}) });
	async function* source() {
		yield "";
		yield "";
		throw new Error("the disk is gone");
	}
	let seen = 0;
	await assert.rejects(async () => {
		for await (const _ of createClient(url).map("x", source())) seen++;
	}, /the disk is gone/);
	assert.equal(seen, 2);
});

test("answers are validated on request, one schema for all", async () => {
	const { url, requests } = await tableServer({
		"GET /x/$schema": () => typed("application/json", { type: "object", required: ["n"] }),
		"POST /x": (_, body) => typed("application/json", body === "bad" ? {} : { n: 1 }),
	});
	const outcomes = await all(createClient(url).map("x", ["", "bad", ""], { validate: true }));
	assert.deepEqual(
		outcomes.map(({ error }) => error?.name),
		[undefined, "AnswerError", undefined],
	);
	assert.equal(requests.filter(({ line }) => line.endsWith("$schema")).length, 1);
});

test("items that cannot be read end the map with their error, whether they come at once or in time", async () => {
	const { url } = await start();
	function* atOnce() {
		yield "one";
		throw new Error("the source broke");
	}
	async function* inTime() {
		yield* atOnce();
	}
	for (const items of [atOnce(), inTime()])
		await assert.rejects(all(createClient(url).map("word-counter", items)), /^Error: the source broke$/);
});

/** A server whose mill has this digest; it refuses calls that want another one, if it knows the field. */
function digested(digest: string, knows: boolean) {
	return tableServer({
		"POST /x": ({ headers }) => {
			const fields = { "Mill-Digest": digest };
			const wanted = headers["mill-digest"];
			if (knows && wanted !== undefined && wanted !== digest) return { status: 412, headers: fields };
			return { headers: { ...fields, "Content-Type": "application/json" }, body: JSON.stringify({ digest }) };
		},
	});
}

for (const knows of [true, false])
	test(`all answers of a map are of one algorithm, if servers ${knows ? "refuse" : "do not know"} a wanted digest`, async () => {
		const servers = await Promise.all([digested("one", knows), digested("two", knows)]);
		const client = createClient(servers.map(({ url }) => url));
		const outcomes = await all(client.map("x", texts(200), { digest: "first" }));
		assert.equal(outcomes.length, 200);
		assert.equal(
			new Set(outcomes.map(({ answer, error }) => JSON.stringify(answer?.output ?? error))).size,
			1,
		);
		const named = await all(client.map("x", texts(20), { digest: "two" }));
		assert.ok(
			named.every(({ answer }) => (answer?.output as { digest?: string } | undefined)?.digest === "two"),
		);
		const [none] = await all(client.map("x", [""], { digest: "three", retry: false }));
		assert.match(String(none?.error), /412/);
	});

test("a server that asks for a long pause is left aside, and another one answers at once", async () => {
	const away = await tableServer({
		"POST /x": () => ({ status: 503, headers: { "Retry-After": "3600" } }),
	});
	const there = await tableServer({ "POST /x": () => typed("application/json", {}) });
	const client = createClient([away.url, there.url]);
	const outcomes = await all(client.map("x", texts(100), { outage: { patience: 60_000 } }));
	assert.ok(outcomes.every(({ answer }) => answer));
	assert.ok(away.requests.length <= 10, String(away.requests.length));
});
