import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { defineMill, Type, text } from "../index.js";
import { ManualClock } from "../testing/manual-clock.js";
import teller from "../testing/mills/part-teller.js";
import { served } from "../testing/server.js";
import { oddServer } from "../testing/servers/odd-server.js";
import { SkippingClock } from "../testing/skipping-clock.js";
import { clientOf } from "./client.js";
import { ClientState } from "./client-state.js";
import { AnswerError, ConnectionError, createClient, DeadlineError, ProblemError } from "./index.js";
import type { StreamOptions } from "./stream.js";

/** Called when the generator of `endless-counter` ends. */
let ended = () => {};
const endless = defineMill({
	name: "endless-counter",
	version: "1.0.0",
	summary: "Counts without an end.",
	input: { "text/plain": text() },
	output: Type.Object({ numbers: Type.Array(Type.Integer()) }),
	parts: "numbers",
	*run() {
		try {
			for (let i = 0; ; i++) yield i;
		} finally {
			ended();
		}
	},
});
const plain = defineMill({
	name: "text-giver",
	version: "1.0.0",
	summary: "Gives text.",
	input: { "text/plain": text() },
	output: Type.Object({ text: Type.String() }),
	run: (input) => ({ text: input }),
});
const site = served({}, { mills: [teller, endless, plain] });

/** A client whose pauses take no time. */
const eager = (...urls: string[]) => clientOf(new ClientState(urls, {}, new SkippingClock()));

async function all(stream: AsyncGenerator<unknown, unknown>): Promise<unknown[]> {
	const came: unknown[] = [];
	for (;;) {
		const { done, value } = await stream.next();
		came.push(value);
		if (done) return came;
	}
}

/** A server that does what each of these says, for one request after the other. */
async function scripted(...turns: ((response: ServerResponse) => void)[]) {
	let turn = 0;
	return oddServer((request, response) => {
		request.resume();
		turns[Math.min(turn++, turns.length - 1)]?.(response);
	});
}

/** Sends lines, and then ends the body, or breaks it off. */
const lines =
	(text: string, how: "end" | "break" | "wait" = "end", more: Record<string, string> = {}) =>
	(response: ServerResponse) => {
		response.writeHead(200, { "Content-Type": "application/jsonl", ...more });
		if (how === "end") response.end(text);
		else response.write(text, () => how === "break" && setImmediate(() => response.destroy()));
	};

const END = '{"$end":{"parts":3,"count":3}}\n';

test("a stream gives the parts, and returns the other members", async () => {
	const client = createClient(site.url);
	assert.deepEqual(await all(client.stream("part-teller", "one two")), ["one", "two", { count: 2 }]);
	assert.deepEqual(await all(client.stream("part-teller", "one two", { from: 1 })), ["two", { count: 2 }]);
	assert.deepEqual(await all(client.stream("part-teller", "one two", { from: 7 })), [{ count: 2 }]);
});

test("a typed client knows the parts and the other members", async () => {
	const client = createClient<typeof teller | typeof plain>(site.url);
	const stream = client.stream("part-teller", "one");
	const first = await stream.next();
	if (!first.done) assert.equal(first.value.toUpperCase(), "ONE");
	const last = await stream.next();
	if (last.done) assert.equal(last.value.count.toFixed(), "1");
	// @ts-expect-error: this mill has no parts.
	const none = client.stream("text-giver", "one");
	await assert.rejects(none.next(), { status: 406 });
});

test("a problem is thrown, also behind parts", async () => {
	const client = createClient(site.url);
	const early = client.stream("part-teller", "PROBLEM");
	await assert.rejects(early.next(), (error) => error instanceof ProblemError && error.status === 422);
	const late = client.stream("part-teller", "one PROBLEM");
	assert.equal((await late.next()).value, "one");
	await assert.rejects(late.next(), (error: ProblemError) => {
		assert.ok(error instanceof ProblemError);
		assert.deepEqual([error.status, error.problem.code], [422, "no-words"]);
		assert.match(error.message, /^Send words\. \(422 no-words, POST http/);
		return true;
	});
});

test("a reader that stops reading a stream stops the mill", async () => {
	const stopped = new Promise<void>((resolve) => {
		ended = resolve;
	});
	for await (const part of createClient(site.url).stream("endless-counter", "a")) if (part === 5) break;
	await stopped;
});

test("an aborted stream rejects with the signal's reason, and stops the mill", async () => {
	const stopped = new Promise<void>((resolve) => {
		ended = resolve;
	});
	const controller = new AbortController();
	const stream = createClient(site.url).stream("endless-counter", "a", { signal: controller.signal });
	await stream.next();
	controller.abort(new Error("enough"));
	await assert.rejects(
		(async () => {
			for await (const part of stream) assert.equal(typeof part, "number");
		})(),
		/enough/,
	);
	await stopped;
});

test("a stream that breaks off is resumed at the part that is missing", async () => {
	const { url, requests } = await scripted(
		lines('"a"\n"b', "break"),
		(response) => response.writeHead(503).end(),
		lines('"b"\n'),
		lines(`"c"\n${END}`),
	);
	assert.deepEqual(await all(eager(url).stream("x", "text")), ["a", "b", "c", { count: 3 }]);
	const queries = requests.map(({ line }) => decodeURIComponent(line).replace("POST /x", ""));
	assert.deepEqual(queries, ["", "?$from=1", "?$from=1", "?$from=2"]);
});

test("a stream is resumed on another server", async () => {
	const broken = await scripted(lines('"a"\n', "break"));
	const other = await scripted(lines(`"b"\n"c"\n${END}`));
	assert.deepEqual(await all(eager(broken.url, other.url).stream("x", "text")), [
		"a",
		"b",
		"c",
		{ count: 3 },
	]);
	assert.deepEqual([broken.requests.length, other.requests.length], [1, 1]);
});

test("a server that drains in the middle is a broken stream", async () => {
	const draining = '"a"\n{"$problem":{"status":503,"title":"Draining"}}\n';
	const { url } = await scripted(lines(draining), lines(`"b"\n"c"\n${END}`));
	assert.deepEqual(await all(eager(url).stream("x", "text")), ["a", "b", "c", { count: 3 }]);
});

test("a stream that breaks off again and again without a part ends with an error", async () => {
	const { url, requests } = await scripted(lines('"a"\n', "break"), lines("", "break"));
	const stream = eager(url).stream("x", "text");
	assert.equal((await stream.next()).value, "a");
	await assert.rejects(
		stream.next(),
		(error) =>
			error instanceof ConnectionError && /broke off before part 1\. Try again later\.$/.test(error.message),
	);
	assert.equal(requests.length, 4);
});

for (const [what, options, input] of [
	["without retries", { retry: false }, "text"],
	["whose input can be sent once", {}, new Blob(["a"]).stream()],
] as const)
	test(`a stream ${what} is not resumed`, async () => {
		const { url, requests } = await scripted(lines('"a"\n', "break"));
		const stream = eager(url).stream("x", input, options as StreamOptions);
		await stream.next();
		await assert.rejects(stream.next(), ConnectionError);
		assert.equal(requests.length, 1);
	});

for (const [what, turns, message] of [
	["that lacks parts", [lines(`"a"\n${END}`)], /it ends after 3 parts, and 1 came/],
	[
		"whose server ignores $from",
		[lines('"a"\n"b"\n', "break"), lines(`"a"\n"b"\n"c"\n${END}`)],
		/3 parts, and 5/,
	],
	["with a line that is not JSON", [lines("{\n")], /A line of the answer of .* is not JSON/],
	["that is not UTF-8", [lines(Buffer.from([34, 0xff, 34, 10]) as unknown as string)], /is not UTF-8/],
	[
		"whose mill changed in the middle",
		[
			lines('"a"\n', "break", { "Mill-Digest": "1" }),
			lines(`"b"\n"c"\n${END}`, "end", { "Mill-Digest": "2" }),
		],
		/has changed since its first parts came/,
	],
	[
		"that is none",
		[(response: ServerResponse) => response.writeHead(200, { "Content-Type": "application/json" }).end("{}")],
		/is application\/json, and not application\/jsonl/,
	],
] as const)
	test(`a stream ${what} is refused`, async () => {
		const { url } = await scripted(...turns);
		await assert.rejects(
			all(eager(url).stream("x", "text")),
			(error: Error) => error instanceof AnswerError && message.test(error.message),
		);
	});

test("a part that is larger than maxAnswerBytes is refused", async () => {
	const { url } = await scripted(lines(`"a"\n"${"b".repeat(100)}`, "wait"));
	const stream = createClient(url).stream("x", "text", { maxAnswerBytes: 50 });
	assert.equal((await stream.next()).value, "a");
	await assert.rejects(stream.next(), /^AnswerError: A part has more than 50 bytes\. Raise maxAnswerBytes\./);
});

test("the deadline is the longest wait for a part, and the reader's own time does not count", async () => {
	const clock = new ManualClock();
	const { url } = await scripted(lines('"a"\n', "wait"));
	const stream = clientOf(new ClientState([url], {}, clock)).stream("x", "text", { deadline: 1000 });
	assert.equal((await stream.next()).value, "a");
	assert.equal(clock.timers, 0);
	clock.advance(5000);
	const next = stream.next();
	while (clock.timers === 0) await new Promise(setImmediate);
	clock.advance(1000);
	await assert.rejects(next, (error) => error instanceof DeadlineError && /next part/.test(error.message));
});

test("a hedged request that wins can be read to its end", async () => {
	let n = 0;
	let late: ServerResponse | undefined;
	const { url } = await oddServer((request, response) => {
		request.resume();
		// The twenty-first stream does not begin; its twin ends after the first is gone.
		if (++n === 21) late = response;
		else if (n === 22) {
			late?.on("close", () => response.end(`"b"\n"c"\n${END}`));
			lines('"a"\n', "wait")(response);
		} else lines(`"a"\n"b"\n"c"\n${END}`)(response);
	});
	const client = createClient(url);
	for (let i = 0; i < 21; i++)
		assert.deepEqual(await all(client.stream("x", "text", { hedge: true })), ["a", "b", "c", { count: 3 }]);
});

test("with progress, parts come as events, and each word about progress is told", async () => {
	const events = [
		'event: part\r\nid: 0\r\ndata: "one"\r\n\r\n',
		":\n\n",
		'event: progress\ndata: {"done":0.5}\n\nevent: progress\ndata: {"done":"half"}\n\nevent: progress\ndata: no\n\n',
		'event: part\nid: 1\ndata: "two"\n\nevent: end\ndata: {"parts":2,"count":2}\n\n',
	];
	const { url, requests } = await scripted((response) => {
		response.writeHead(200, { "Content-Type": "text/event-stream" });
		response.end(events.join(""));
	});
	const told: number[] = [];
	const parts = createClient(url).stream("x", "one two", { progress: (done) => told.push(done) });
	assert.deepEqual(await all(parts), ["one", "two", { count: 2 }]);
	assert.deepEqual(told, [0.5]);
	assert.equal(requests[0]?.headers.accept, "text/event-stream");
	const real = createClient(site.url).stream("part-teller", "one PROBLEM", { progress: () => {} });
	await assert.rejects(all(real), ProblemError);
});
