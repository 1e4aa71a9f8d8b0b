import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { oddServer, tableServer, typed } from "../../testing/servers/odd-server.js";
import { SkippingClock } from "../../testing/skipping-clock.js";
import { clientOf } from "../client.js";
import { ClientState } from "../client-state.js";
import {
	type ClientOptions,
	ConnectionError,
	createClient,
	type MapOutcome,
	ProblemError,
} from "../index.js";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
	const list: T[] = [];
	for await (const item of items) list.push(item);
	return list;
}

const TEXTS = Array.from({ length: 60 }, (_, i) => `text ${i}`);
const RETRY = { attempts: 2, firstPause: 1, longestPause: 2 };

/** A client that pauses without waiting. */
const impatient = (url: string, options: ClientOptions = { retry: RETRY }) =>
	clientOf(new ClientState([url], options, new SkippingClock()));

test("a server that goes away and comes back is waited for, and costs nobody an answer", async () => {
	const { url, server } = await tableServer({
		"POST /x": (_, body) => typed("application/json", JSON.stringify(body)),
	});
	const { port } = server.address() as AddressInfo;
	const told: string[] = [];
	const tell = (state: "away" | "back") => {
		told.push(state);
		if (state === "away" && !server.listening) server.listen(port, "127.0.0.1");
	};
	const outcomes: MapOutcome<string>[] = [];
	const outage = { patience: 1e12, tell };
	for await (const outcome of impatient(url).map("x", TEXTS, { outage, concurrency: 4 })) {
		outcomes.push(outcome);
		if (outcomes.length === 20) {
			server.close();
			server.closeAllConnections();
		}
	}
	assert.deepEqual(
		outcomes.map(({ answer }) => answer?.output),
		TEXTS,
	);
	assert.deepEqual(told.slice(0, 2), ["away", "back"]);
});

test("servers that stay away end the map with the last error, behind the outcomes that are known", async () => {
	const { url, server } = await tableServer({ "POST /x": () => typed("application/json", {}) });
	let seen = 0;
	await assert.rejects(async () => {
		for await (const { error } of impatient(url).map("x", TEXTS, {
			outage: { patience: 300 },
			concurrency: 2,
		})) {
			assert.equal(error, undefined);
			if (++seen === 5) {
				server.close();
				server.closeAllConnections();
			}
		}
	}, ConnectionError);
	assert.ok(seen >= 5 && seen < TEXTS.length, String(seen));
});

test("servers that stay away close the source", async () => {
	const { url, server } = await tableServer({});
	server.close();
	let isClosed = false;
	async function* items() {
		try {
			for (;;) yield "a";
		} finally {
			isClosed = true;
			// biome-ignore lint/correctness/noUnsafeFinally: the error of the outage must win over it.
			throw new Error("closed");
		}
	}
	await assert.rejects(
		all(impatient(url).map("x", items(), { outage: { patience: 100 }, concurrency: 2 })),
		ConnectionError,
	);
	assert.ok(isClosed);
});

test("an input that breaks the connection is told as a failure, for the server is there", async () => {
	const { url } = await oddServer(async (request, response) => {
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += chunk;
		if (body === "poison") request.socket.destroy();
		else response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
	});
	// Also as the last one, when nobody else is answered any more.
	for (const items of [["a", "poison", "b"], ["poison"]]) {
		const outcomes = await all(impatient(url).map("x", items, { outage: { patience: 1e12 } }));
		assert.deepEqual(
			outcomes.map(({ error }) => error?.name),
			items.map((item) => (item === "poison" ? "ConnectionError" : undefined)),
		);
	}
});

test("a proxy without its server is waited for like the server", async () => {
	let asked = 0;
	const { url } = await oddServer((request, response) => {
		request.resume();
		const away = request.method === "OPTIONS" ? asked < 3 : ++asked < 3;
		response.writeHead(away ? 502 : 200, { "Content-Type": "application/json" }).end("{}");
	});
	const [outcome] = await all(impatient(url, {}).map("x", ["a"], { outage: { patience: 1e12 } }));
	assert.ok(outcome?.answer, outcome?.error?.message);
});

test("an input that is put off for ever fails alone while others are answered, and ends all where nobody is", async () => {
	const { url } = await tableServer({
		"POST /x": (_, body) => typed("application/json", {}, body === "busy" ? 503 : 200),
		"POST /full": () => ({ status: 503, headers: { "Retry-After": "3600" } }),
	});
	const clock = new ManualClock();
	const client = clientOf(new ClientState([url], { retry: false, deadline: 1e9 }, clock));
	let over = false;
	async function* items() {
		yield "busy";
		while (!over) {
			// Less than the patience passes from one answer to the next.
			clock.advance(20);
			yield "a";
		}
	}
	const options = { outage: { patience: 400 }, ordered: false, concurrency: 2 };
	for await (const { item, error } of client.map<string>("x", items(), options)) {
		if (item !== "busy") continue;
		assert.ok(error instanceof ProblemError);
		over = true;
	}
	assert.ok(over);
	await assert.rejects(all(impatient(url).map("full", ["a"], { outage: { patience: 300 } })), ProblemError);
});

test("the signal ends the waiting", async () => {
	const { url } = await oddServer((request) => request.socket.destroy());
	const controller = new AbortController();
	const tell = () => controller.abort(new Error("enough"));
	const mapping = all(
		createClient(url).map("x", ["a"], { signal: controller.signal, outage: { patience: 60_000, tell } }),
	);
	await assert.rejects(mapping, /enough/);
});

test("the media type that a mill wants is found out once and not for every input", async () => {
	const { url, requests, server } = await oddServer((request, response) => {
		request.resume();
		const fits = request.headers["content-type"] === "application/x-grist";
		response.writeHead(fits ? 200 : 415, {
			"Content-Type": "application/json",
			Accept: "application/x-grist",
		});
		response.end("{}");
	});
	const first = once(server, "request");
	const outcomes = await all(createClient(url).map("x", TEXTS, { concurrency: 1 }));
	await first;
	assert.ok(outcomes.every(({ answer }) => answer));
	assert.equal(requests.length, TEXTS.length + 1);
});
