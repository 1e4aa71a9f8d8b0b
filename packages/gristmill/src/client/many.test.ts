import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { defineMill, json, Type, text } from "../index.js";
import { ManualClock } from "../testing/manual-clock.js";
import { served } from "../testing/server.js";
import { oddServer } from "../testing/servers/odd-server.js";
import { SkippingClock } from "../testing/skipping-clock.js";
import { clientOf } from "./client.js";
import { ClientState } from "./client-state.js";
import { createClient, type MapOutcome } from "./index.js";

const ABOUT = { version: "1.0.0", summary: "For a test." } as const;
const shouter = defineMill({
	...ABOUT,
	name: "text-shouter",
	input: { "text/plain": text({ maxBytes: 1000 }) },
	parameters: Type.Object({ suffix: Type.String({ default: "" }) }),
	output: Type.Object({ text: Type.String() }),
	run: (input, { parameters }) => ({ text: input.toUpperCase() + parameters.suffix }),
});
const adder = defineMill({
	...ABOUT,
	name: "number-adder",
	input: { "application/json": json(Type.Array(Type.Number())) },
	output: Type.Object({ sum: Type.Number() }),
	run: (input) => ({ sum: input.reduce((a, b) => a + b, 0) }),
});
const site = served({}, { mills: [shouter, adder] });

/** A fetch that counts the requests of each kind. */
function counting() {
	const types: string[] = [];
	const ask: typeof fetch = (url, options) => {
		if (options?.method !== "OPTIONS") types.push(new Headers(options?.headers).get("content-type") ?? "");
		return fetch(url, options);
	};
	return { types, ask };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
	const list: T[] = [];
	for await (const item of items) list.push(item);
	return list;
}

const told = ({ answer, error }: MapOutcome<unknown>) =>
	(answer?.output as { text?: string; sum?: number } | undefined)?.text ?? answer?.output ?? error?.name;

/** A server that takes lines of text, and does what each of these says, for one request after the other. */
async function scripted(...turns: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
	let turn = 0;
	return oddServer((request, response) => {
		if (request.method === "OPTIONS")
			response.writeHead(204, { "Accept-Post": "text/plain, application/jsonl; line=text" }).end();
		else turns[Math.min(turn++, turns.length - 1)]?.(request, response);
	});
}

async function linesIn(request: IncomingMessage): Promise<string[]> {
	let body = "";
	for await (const piece of request.setEncoding("utf8")) body += piece;
	return body.split("\n").slice(0, -1);
}

const shouted = (line: string) => `{"text":${line.toUpperCase()}}\n`;

/** Reads all lines, and answers these of them; then ends the body, or breaks it off. */
const answers =
	(count = Infinity, how: "end" | "break" = "end") =>
	async (request: IncomingMessage, response: ServerResponse) => {
		const lines = await linesIn(request);
		response.writeHead(200, { "Content-Type": "application/jsonl" });
		const text = lines.slice(0, count).map(shouted).join("");
		if (how === "end") response.end(text);
		else response.write(text, () => setImmediate(() => response.destroy()));
	};

/** A client whose pauses take no time. */
const eager = (...urls: string[]) => clientOf(new ClientState(urls, {}, new SkippingClock()));

test("many inputs go in one request, and have their outcomes in order", async () => {
	const { types, ask } = counting();
	const client = createClient(site.url, { fetch: ask });
	const inputs = ["a", "x".repeat(1001), new TextEncoder().encode("b\r\nc"), "\ud800"];
	const outcomes = await all(client.many("text-shouter", inputs, { parameters: { suffix: "!" } }));
	assert.deepEqual(outcomes.map(told), ["A!", "ProblemError", "B\r\nC!", "\ufffd!"]);
	assert.deepEqual(
		outcomes.map(({ index, item }) => [index, item]),
		inputs.map((item, i) => [i, item]),
	);
	assert.match(String(outcomes[1]?.error), /1000.*\(413 content-too-large, POST http/s);
	assert.deepEqual(types, ["application/jsonl"]);
	assert.deepEqual(await all(client.many("text-shouter", [])), []);
});

test("a typed client knows what many inputs give", async () => {
	const client = createClient<typeof shouter | typeof adder>(site.url);
	for await (const { answer } of client.many("number-adder", [{ json: [1, 2] }], { validate: true }))
		assert.equal(answer?.output.sum.toFixed(), "3");
	// @ts-expect-error: this mill has no such parameter.
	client.many("text-shouter", ["a"], { parameters: { other: "" } });
});

test("an input that is no line is a call of its own, in its place", async () => {
	const { types, ask } = counting();
	const client = createClient(site.url, { fetch: ask });
	const inputs = [{ json: [1] }, "[1,", "[\n2]", new Uint8Array([0xff]), "[3]"];
	const outcomes = await all(client.many("number-adder", inputs));
	assert.deepEqual(outcomes.map(told), [{ sum: 1 }, "ProblemError", { sum: 2 }, "ProblemError", { sum: 3 }]);
	assert.equal(types.filter((type) => type === "application/jsonl").length, 1);
});

test("answers come while inputs are sent", async () => {
	const { types, ask } = counting();
	let answered = () => {};
	async function* inputs() {
		for (let i = 0; i < 3; i++) {
			const next = new Promise<void>((resolve) => {
				answered = resolve;
			});
			yield `input ${i}`;
			// The next input is made of the answer to this one.
			await next;
		}
	}
	const came: unknown[] = [];
	for await (const outcome of createClient(site.url, { fetch: ask }).many("text-shouter", inputs())) {
		came.push(told(outcome));
		answered();
	}
	assert.deepEqual(came, ["INPUT 0", "INPUT 1", "INPUT 2"]);
	assert.deepEqual(types, ["application/jsonl"]);
});

test("inputs are taken only while there is room, and their source is closed when the caller stops reading", async () => {
	let taken = 0;
	let closed = false;
	async function* inputs() {
		try {
			for (;;) yield `input ${taken++}`;
		} finally {
			closed = true;
		}
	}
	let seen = 0;
	for await (const _ of createClient(site.url).many("text-shouter", inputs())) if (++seen === 2000) break;
	assert.ok(closed);
	assert.ok(taken >= 2000 && taken <= 3001, String(taken));
});

test("a request that breaks off is sent again from the first input without an answer", async () => {
	const bodies: string[][] = [];
	const { url } = await scripted(
		answers(2, "break"),
		(_, response) => response.writeHead(503).end(),
		answers(1, "end"),
		async (request, response) => {
			const lines = await linesIn(request);
			bodies.push(lines);
			response.writeHead(200, { "Content-Type": "application/jsonl" }).end(lines.map(shouted).join(""));
		},
	);
	const outcomes = await all(eager(url).many("x", ["a", "b", "c", "d", "e"]));
	assert.deepEqual(outcomes.map(told), ["A", "B", "C", "D", "E"]);
	assert.deepEqual(bodies, [['"d"', '"e"']]);
});

test("a request is continued on another server", async () => {
	const broken = await scripted(answers(1, "break"));
	const other = await scripted(answers());
	const outcomes = await all(eager(broken.url, other.url).many("x", ["a", "b", "c"]));
	assert.deepEqual(outcomes.map(told), ["A", "B", "C"]);
	assert.deepEqual([broken.requests.at(-1)?.line, other.requests.at(-1)?.line], ["POST /x", "POST /x"]);
});

test("a line that a draining server puts off is sent again", async () => {
	const { url } = await scripted(async (request, response) => {
		await linesIn(request);
		const draining = '{"$problem":{"status":503,"title":"Draining"}}\n';
		response.writeHead(200, { "Content-Type": "application/jsonl" }).end(shouted('"a"') + draining);
	}, answers());
	assert.deepEqual((await all(eager(url).many("x", ["a", "b"]))).map(told), ["A", "B"]);
});

for (const [what, refusal] of [
	["refuses lines", 415],
	["takes no more at once", 413],
] as const)
	test(`a server that ${what} gets one call for each input`, async () => {
		const { url, requests } = await oddServer(async (request, response) => {
			if (request.method === "OPTIONS")
				return void response
					.writeHead(204, { "Accept-Post": "text/plain, application/jsonl; line=text" })
					.end();
			if (request.headers["content-type"] === "application/jsonl")
				return void response.writeHead(refusal).end();
			let body = "";
			for await (const piece of request.setEncoding("utf8")) body += piece;
			response.writeHead(200, { "Content-Type": "application/json" }).end(shouted(JSON.stringify(body)));
		});
		const outcomes = await all(createClient(url).many("x", ["a", "b", "c"]));
		assert.deepEqual(outcomes.map(told), ["A", "B", "C"]);
		assert.deepEqual(
			outcomes.map(({ index }) => index),
			[0, 1, 2],
		);
		assert.equal(requests.length, 5);
	});

test("a server that says nothing of lines, and a call that is hedged, get one call for each input", async () => {
	const { url, requests } = await oddServer((request, response) => {
		request.resume();
		if (request.method === "OPTIONS") response.writeHead(405).end();
		else response.writeHead(200, { "Content-Type": "application/json" }).end('{"text":"X"}');
	});
	assert.deepEqual((await all(createClient(url).many("x", ["a", "b"]))).map(told), ["X", "X"]);
	const types = requests.map(({ headers }) => headers["content-type"]?.split(";")[0]);
	assert.deepEqual(types, [undefined, "text/plain", "text/plain"]);
	const counted = counting();
	const client = createClient(site.url, { fetch: counted.ask });
	assert.equal((await all(client.many("text-shouter", ["a", "b"], { hedge: true }))).length, 2);
	assert.equal(counted.types.length, 2);
});

test("if no server answers, the outcome of each input is an error", async () => {
	const { url, server } = await scripted((request) => request.destroy());
	const outcomes = await all(eager(url).many("x", ["a", "b"]));
	assert.deepEqual(outcomes.map(told), ["ConnectionError", "ConnectionError"]);
	server.closeAllConnections();
});

test("an error of the source is thrown behind the outcomes of its inputs", async () => {
	async function* inputs() {
		yield "a";
		yield "b";
		throw new Error("the disk broke");
	}
	const came: unknown[] = [];
	await assert.rejects(async () => {
		for await (const outcome of createClient(site.url).many("text-shouter", inputs()))
			came.push(told(outcome));
	}, /the disk broke/);
	assert.deepEqual(came, ["A", "B"]);
});

test("an input that is not answered in time is an outcome, and the others go on", async () => {
	const clock = new ManualClock();
	const { url } = await scripted(async (request, response) => {
		request.resume();
		response.writeHead(200, { "Content-Type": "application/jsonl" }).write(shouted('"a"'));
	}, answers());
	const outcomes = clientOf(new ClientState([url], {}, clock)).many("x", ["a", "b", "c"], { deadline: 1000 });
	assert.equal(told((await outcomes.next()).value as MapOutcome<unknown>), "A");
	const late = outcomes.next();
	while (clock.timers === 0) await new Promise(setImmediate);
	clock.advance(1000);
	assert.equal(told((await late).value as MapOutcome<unknown>), "DeadlineError");
	assert.deepEqual((await all(outcomes)).map(told), ["C"]);
});

test("an aborted request rejects with the signal's reason, also while it waits for an input", async () => {
	const controller = new AbortController();
	async function* inputs() {
		yield "a";
		await new Promise(() => {});
	}
	const outcomes = createClient(site.url).many("text-shouter", inputs(), { signal: controller.signal });
	await outcomes.next();
	const next = outcomes.next();
	controller.abort(new Error("enough"));
	await assert.rejects(next, /enough/);
});

test("if a server answers only after the whole body, the client ends its body to get the answers", async () => {
	const clock = new ManualClock();
	const { url, requests } = await scripted(answers());
	let answered = () => {};
	async function* inputs() {
		for (const input of ["a", "b"]) {
			const next = new Promise<void>((resolve) => {
				answered = resolve;
			});
			yield input;
			await next;
		}
	}
	const outcomes = clientOf(new ClientState([url], {}, clock)).many("x", inputs());
	const first = outcomes.next();
	while (requests.length < 2) await new Promise(setImmediate);
	clock.advance(5_000);
	assert.equal(told((await first).value as MapOutcome<unknown>), "A");
	answered();
	assert.equal(told((await outcomes.next()).value as MapOutcome<unknown>), "B");
	answered();
	assert.equal((await outcomes.next()).done, true);
});
