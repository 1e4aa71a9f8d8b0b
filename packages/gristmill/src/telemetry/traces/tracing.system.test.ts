import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import {
	BasicTracerProvider,
	InMemorySpanExporter,
	type ReadableSpan,
	SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { createClient } from "../../client/index.js";
import { createServer } from "../../index.js";
import { serving } from "../../testing/command.js";
import { ask, refused, served } from "../../testing/server.js";
import { tracerFor } from "./tracing.js";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const hostile = (choice: string) => new URL(`../../testing/mills/hostile-mill.js?${choice}`, import.meta.url);
const CHECKSUMS = new URL("../../examples/checksum-calculator.js", import.meta.url);

/** A program with its own traces registers a provider and gives the server no setting. */
const memory = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
trace.setGlobalTracerProvider(provider);
const one = served(
	{ workers: 1 },
	{ mills: [hostile("deadline=600000"), hostile("name=hasty-tester&deadline=1000"), CHECKSUMS] },
);
after(() => trace.disable());

/** Returns the spans of one request, by name. */
async function spansOf(path: string, body: string, headers = {}): Promise<Map<string, ReadableSpan>> {
	memory.reset();
	const fields = { "Content-Type": "text/plain", ...headers };
	await ask(`${one.url}/${path}`, { method: "POST", headers: fields, body: Buffer.from(body) });
	return new Map(memory.getFinishedSpans().map((span) => [span.name, span]));
}

const nanoseconds = ([seconds, rest]: [number, number]) => BigInt(seconds) * 1_000_000_000n + BigInt(rest);

test("a call is a server span with a span for the queue and one for the run within it", async () => {
	const spans = await spansOf("hostile-tester", "sleep 20", {
		traceparent: `00-${TRACE}-${SPAN}-01`,
		tracestate: "mill=grist",
	});
	assert.deepEqual([...spans.keys()], ["queue", "run", "POST /hostile-tester"]);
	const whole = spans.get("POST /hostile-tester");
	assert.ok(whole);
	assert.equal(whole.kind, SpanKind.SERVER);
	assert.equal(whole.spanContext().traceId, TRACE);
	assert.equal(whole.spanContext().traceState?.get("mill"), "grist");
	assert.equal(whole.parentSpanContext?.spanId, SPAN);
	const { "gristmill.digest": digest, "gristmill.request.id": id, ...attributes } = whole.attributes;
	assert.match(String(digest), /./);
	assert.match(String(id), /./);
	assert.deepEqual(attributes, {
		"http.request.method": "POST",
		"http.response.status_code": 200,
		"http.request.body.size": 8,
		"http.response.body.size": whole.attributes["http.response.body.size"],
		"http.route": "/hostile-tester",
		"url.path": "/hostile-tester",
		"url.scheme": "http",
		"gristmill.mill": "hostile-tester",
		"gristmill.lane": "worker",
	});
	const [queue, run] = [spans.get("queue"), spans.get("run")];
	assert.ok(queue && run);
	for (const child of [queue, run]) {
		assert.equal(child.parentSpanContext?.spanId, whole.spanContext().spanId);
		assert.ok(nanoseconds(child.startTime) >= nanoseconds(whole.startTime));
		assert.ok(nanoseconds(child.endTime) <= nanoseconds(whole.endTime));
	}
	assert.ok(nanoseconds(run.startTime) >= nanoseconds(queue.endTime));
});

test("all attempts of a client's call are in one trace, each with a span of its own", async (t) => {
	memory.reset();
	const worker = createClient(one.url, { trace: true });
	const sent: string[] = [];
	let refusals = 2;
	// A proxy that refuses the first two attempts.
	const proxy = createHttpServer((request, response) => {
		sent.push(String(request.headers.traceparent));
		if (refusals-- > 0) {
			response.writeHead(503).end();
			return;
		}
		const { traceparent } = request.headers;
		void worker
			.call("hostile-tester", "sleep 1", { headers: { traceparent: String(traceparent) } })
			.then(({ bytes }) => response.writeHead(200, { "Content-Type": "application/json" }).end(bytes));
	});
	proxy.listen(0);
	await once(proxy, "listening");
	t.after(() => proxy.close());
	const client = createClient(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
	const retry = { attempts: 3, firstPause: 1 };
	const { traceId, attempts } = await client.call("hostile-tester", "sleep 1", { trace: true, retry });
	assert.equal(attempts, 3);
	assert.match(String(traceId), /^[\da-f]{32}$/);
	assert.equal(new Set(sent).size, 3);
	for (const field of sent) assert.match(field, new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`));
	const spans = memory.getFinishedSpans();
	assert.deepEqual(
		spans.map(({ name }) => name),
		["queue", "run", "POST /hostile-tester"],
	);
	for (const span of spans) assert.equal(span.spanContext().traceId, traceId);
	assert.equal(`00-${traceId}-${spans[2]?.parentSpanContext?.spanId}-01`, sent[2]);
});

test("a call that fails knows its trace, and calls without a trace send none", async () => {
	const client = createClient(one.url);
	await assert.rejects(client.call("hasty-tester", "hold", { trace: true, retry: false }), (error) => {
		assert.match(String((error as { traceId?: string }).traceId), /^[\da-f]{32}$/);
		return true;
	});
	memory.reset();
	const { traceId } = await client.call("hostile-tester", "sleep 1");
	assert.equal(traceId, undefined);
	assert.equal(memory.getFinishedSpans().at(-1)?.parentSpanContext, undefined);
});

test("a failure of ours is an error, a mistake of the caller is none", async () => {
	const hold = async () => (await spansOf("hasty-tester", "hold")).get("POST /hasty-tester");
	let failed = await hold();
	// On a busy machine, a new worker may come later than a call with this deadline may wait.
	while (failed?.attributes["http.response.status_code"] === 503) failed = await hold();
	assert.equal(failed?.status.code, SpanStatusCode.ERROR);
	assert.equal(failed.attributes["error.type"], "deadline-exceeded");
	const refused = (await spansOf("hostile-tester", "refuse 0")).get("POST /hostile-tester");
	assert.equal(refused?.status.code, SpanStatusCode.UNSET);
	assert.equal(refused.attributes["gristmill.problem"], "invalid-input");
});

test("no span holds what a caller wrote", async () => {
	const all: ReadableSpan[] = [];
	for (const [path, body] of [
		["hostile-tester?secret-query=1", "secret-body"],
		["checksum-calculator/sha256?secret-query=1", "secret-body"],
		["checksum-calculator/secret-path", "secret-body"],
		["secret-path/secret-path", "secret-body"],
		["hostile-tester/$secret-path", "secret-body"],
		["hostile-tester", "throw secret-body"],
	] as const)
		all.push(...(await spansOf(path, body, { authorization: "Bearer secret-header" })).values());
	assert.ok(all.length >= 6);
	for (const { name, attributes, events, status } of all)
		assert.doesNotMatch(JSON.stringify([name, attributes, events, status]), /secret|sha256/);
	assert.ok(all.some(({ name }) => name === "POST /checksum-calculator/{algorithm}"));
});

test("within a span of the program itself ours is an inner one", async (t) => {
	const { AsyncLocalStorage } = await import("node:async_hooks");
	const storage = new AsyncLocalStorage<ReturnType<typeof context.active>>();
	const manager = {
		active: () => storage.getStore() ?? ROOT,
		with: <A extends unknown[], R>(
			now: typeof ROOT,
			call: (...words: A) => R,
			self?: unknown,
			...words: A
		): R => storage.run(now, () => call.apply(self, words)),
		bind: <T>(_: typeof ROOT, target: T): T => target,
		enable: () => manager,
		disable: () => manager,
	};
	const ROOT = context.active();
	context.setGlobalContextManager(manager);
	t.after(() => context.disable());
	const { createListener } = await import("../../index.js");
	const listener = await createListener([CHECKSUMS], { log: () => {} });
	const http = createHttpServer((request, response) => {
		const outer = trace.getTracer("program").startSpan("outer");
		context.with(trace.setSpan(context.active(), outer), () => listener(request, response));
		outer.end();
	}).listen(0);
	await once(http, "listening");
	t.after(() => http.close());
	memory.reset();
	const { port } = http.address() as AddressInfo;
	await ask(`http://127.0.0.1:${port}/$list`);
	const [outer, inner] = memory.getFinishedSpans();
	assert.equal(inner?.kind, SpanKind.INTERNAL);
	assert.equal(inner?.parentSpanContext?.spanId, outer?.spanContext().spanId);
});

test("spans reach an OTLP receiver, and the last of them when the server ends", async (t) => {
	const bodies: string[] = [];
	const receiver = createHttpServer(async (request, response) => {
		assert.equal(request.url, "/v1/traces");
		let body = "";
		for await (const chunk of request) body += chunk;
		bodies.push(body);
		response.end("{}");
	}).listen(0, "127.0.0.1");
	await once(receiver, "listening");
	t.after(() => receiver.close());
	const otlp = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
	const ways = [
		[["--otlp", otlp], { OTEL_SERVICE_NAME: "grinder" }],
		[[], { OTEL_EXPORTER_OTLP_ENDPOINT: otlp, OTEL_SERVICE_NAME: "grinder" }],
	] as const;
	for (const [words, env] of ways) {
		bodies.length = 0;
		const server = await serving(t, ["--mills", "word-counter", ...words], { env });
		const answer = await fetch(`${server.url}/word-counter`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", traceparent: `00-${TRACE}-${SPAN}-01` },
			body: "one two",
		});
		assert.equal(answer.status, 200);
		server.child.kill("SIGTERM");
		assert.equal(await server.ended, 0);
		const [{ resource, scopeSpans }] = JSON.parse(bodies.join("")).resourceSpans;
		const named = resource.attributes.find(({ key }: { key: string }) => key === "service.name");
		assert.equal(named.value.stringValue, "grinder");
		const names = scopeSpans[0].spans.map(({ name }: { name: string }) => name);
		assert.deepEqual(names, ["queue", "run", "POST /word-counter"]);
		assert.ok(scopeSpans[0].spans.every(({ traceId }: { traceId: string }) => traceId === TRACE));
	}
});

const quiet = { version: "0", scheme: "http" as const, digest: () => "", log: () => {} };

test("without a provider and without variables nothing is traced", async (t) => {
	trace.disable();
	t.after(() => trace.setGlobalTracerProvider(provider));
	const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
	for (const environment of [
		{},
		{ ...endpoint, OTEL_SDK_DISABLED: "true" },
		{ ...endpoint, OTEL_TRACES_EXPORTER: "none" },
	])
		assert.equal(await tracerFor({ ...quiet, otlp: undefined, environment }), undefined);
	const said: unknown[] = [];
	const environment = { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
	const log = (...words: unknown[]) => said.push(words);
	assert.equal(await tracerFor({ ...quiet, log, otlp: undefined, environment }), undefined);
	assert.match(JSON.stringify(said), /traces are not sent.*http\/json/);
});

test("an endpoint that is no address is refused, and one that does not answer is told once", async (t) => {
	await assert.rejects(createServer([CHECKSUMS], { otlp: "collector:4318" }), RangeError);
	const server = await serving(t, ["--mills", "word-counter", "--otlp", "http://127.0.0.1:1"], {
		env: { OTEL_BSP_SCHEDULE_DELAY: "20", OTEL_EXPORTER_OTLP_TIMEOUT: "100" },
	});
	for (let i = 0; i < 3; i++) refused(await ask(`${server.url}/nothing`), 404, "not-found");
	while (!server.stderr().includes("cannot send traces"))
		await new Promise((resolve) => server.child.stderr?.once("data", resolve));
	server.child.kill("SIGTERM");
	assert.equal(await server.ended, 0);
	assert.equal(server.stderr().split("cannot send traces").length, 2);
});
