// The listener works under a path of applications that other frameworks serve.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { test } from "node:test";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import {
	attach,
	createFetchHandler,
	createListener,
	defineMill,
	Type,
	text,
} from "../../packages/gristmill/dist/index.js";
import { NAMED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import { gatedMill } from "../../packages/gristmill/dist/testing/mills/gated-mill.js";
import { queryEchoer } from "../../packages/gristmill/dist/testing/mills/mills.js";

const numberer = defineMill({
	name: "line-numberer",
	version: "1.0.0",
	summary: "Numbers the lines of a text while it comes.",
	input: { "text/plain": text({ stream: "lines", maxBytes: Number.POSITIVE_INFINITY }) },
	output: Type.Object({ numbered: Type.Array(Type.String()) }),
	parts: "numbered",
	async *run(input) {
		let lines = 0;
		for await (const line of input) yield `${++lines} ${line}`;
	},
});
const mills = [...Object.values(NAMED_MILLS), numberer];
const counter = [NAMED_MILLS["word-counter"]];
const settings = { base: "/mills", log: () => {} };

async function check(origin) {
	const answer = await fetch(`${origin}/mills/word-counter`, {
		method: "POST",
		headers: { "Content-Type": "text/plain", Accept: "application/hal+json" },
		body: "one two",
	});
	const { words, _links } = await answer.json();
	assert.equal(words, 2);
	const schema = await fetch(new URL(_links.schema.href, answer.url));
	assert.equal(schema.headers.get("content-type"), "application/schema+json; charset=utf-8");
	const lines = await fetch(`${origin}/mills/word-counter`, {
		method: "POST",
		headers: { "Content-Type": "application/jsonl" },
		body: '"one two"\n7\n"three"\n',
	});
	const answers = (await lines.text()).split("\n").slice(0, -1);
	assert.deepEqual(
		answers.map((line) => JSON.parse(line).words),
		[2, undefined, 1],
	);
	const lost = await fetch(`${origin}/mills/nowhere`);
	assert.equal(lost.status, 404);
	assert.equal((await lost.json()).type, "/mills/$problems/not-found");
	assert.equal((await fetch(new URL("/mills/$problems/not-found", origin))).status, 200);
	assert.equal(await (await fetch(`${origin}/own`)).text(), "own");
}

/** The answer to each line comes before the next line is sent: parts of a long input, and answers to many inputs. */
async function checkStreams(origin) {
	for (const [mill, type, given, expected, last] of [
		["line-numberer", "text/plain", ["one\n", "two\n"], ["1 one", "2 two"], { $end: { parts: 2 } }],
		["word-counter", "application/jsonl", ['"one"\n', '"one two"\n'], [1, 2]],
	]) {
		const { readable, writable } = new TransformStream();
		const sender = writable.getWriter();
		const send = (piece) => void sender.write(Buffer.from(piece)).catch(() => {});
		send(given[0]);
		const answer = await fetch(`${origin}/mills/${mill}`, {
			method: "POST",
			headers: { "Content-Type": type, Accept: "application/jsonl" },
			body: readable,
			duplex: "half",
		});
		assert.equal(answer.status, 200);
		const lines = createInterface({ input: Readable.fromWeb(answer.body) })[Symbol.asyncIterator]();
		const next = async () => JSON.parse((await lines.next()).value);
		for (const [i, told] of expected.entries()) {
			if (i > 0) send(given[i]);
			const line = await next();
			assert.equal(line.words ?? line, told);
		}
		await sender.close();
		if (last) assert.deepEqual(await next(), last);
		assert.equal((await lines.next()).done, true);
	}
}

async function listening(t, server) {
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.after(() => server.close() && server.closeAllConnections());
	return `http://127.0.0.1:${server.address().port}`;
}

test("Express mounts the listener under a path", async (t) => {
	const app = express();
	app.use("/mills", await createListener(mills, settings));
	app.get("/own", (_, response) => response.send("own"));
	const origin = await listening(t, createServer(app));
	await check(origin);
	await checkStreams(origin);
});

test("Fastify hands the raw request over to the listener", async (t) => {
	const app = fastify();
	const listener = await createListener(mills, settings);
	app.register(async (scope) => {
		// Fastify must not read the body that the mill reads.
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser("*", (_, payload, done) => done(null, payload));
		scope.all("/mills/*", (request, reply) => {
			reply.hijack();
			listener(request.raw, reply.raw);
		});
	});
	app.get("/own", () => "own");
	await app.listen({ port: 0, host: "127.0.0.1" });
	t.after(() => app.close());
	const origin = `http://127.0.0.1:${app.server.address().port}`;
	await check(origin);
	await checkStreams(origin);
});

test("Express may parse bodies in front of the mills where it keeps their bytes or their text", async (t) => {
	for (const parser of [express.text(), express.raw({ type: "*/*" })]) {
		const app = express();
		app.use(parser);
		app.use("/mills", await createListener(counter, settings));
		app.get("/own", (_, response) => response.send("own"));
		await check(await listening(t, createServer(app)));
	}
});

/** A call whose body is gone is answered at once, and the operator learns what to change. */
async function checkRefusal(origin, logged) {
	const answer = await fetch(`${origin}/mills/word-counter`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: '{"one": "two"}',
	});
	assert.equal(answer.status, 500);
	assert.equal((await answer.json()).code, "crashed");
	assert.match(logged.join(), /Mount the mills in front of the parser/);
}

test("a parser of Express that leaves an object is a 500, and the log says what to change", async (t) => {
	const logged = [];
	const app = express();
	app.use(express.json({ type: "*/*" }));
	app.use(
		"/mills",
		await createListener(counter, { ...settings, log: (...line) => logged.push(JSON.stringify(line)) }),
	);
	await checkRefusal(await listening(t, createServer(app)), logged);
});

test("Fastify's own parsers are a 500, and the log says what to change", async (t) => {
	const logged = [];
	const app = fastify();
	const listener = await createListener(counter, {
		...settings,
		log: (...line) => logged.push(JSON.stringify(line)),
	});
	app.all("/mills/*", (request, reply) => {
		reply.hijack();
		listener(request.raw, reply.raw);
	});
	await app.listen({ port: 0, host: "127.0.0.1" });
	t.after(() => app.close());
	await checkRefusal(`http://127.0.0.1:${app.server.address().port}`, logged);
});

test("attach lets an existing server serve mills beside its own pages", async (t) => {
	const server = createServer();
	await attach(server, mills, settings);
	await listening(t, server);
	const { port } = server.address();
	const answer = await fetch(`http://127.0.0.1:${port}/mills/word-counter`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: "one",
	});
	assert.deepEqual(await answer.json(), { words: 1, lines: 1, characters: 3 });
});

test("Hono passes the leaving of a caller on, methods of its own, and large answers", async (t) => {
	const { mill, gate } = gatedMill();
	const handler = await createFetchHandler([mill, queryEchoer, numberer, ...counter], settings);
	const app = new Hono();
	app.all("/mills/*", (context) => handler(context.req.raw));
	app.get("/own", (context) => context.text("own"));
	const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
	t.after(() => server.close() && server.closeAllConnections());
	t.after(() => handler.close());
	if (!server.listening) await once(server, "listening");
	const origin = `http://127.0.0.1:${server.address().port}`;
	await check(origin);
	await checkStreams(origin);
	const ask = (mill, method, body, more) =>
		fetch(`${origin}/mills/${mill}`, { method, body, headers: { "Content-Type": "text/plain" }, ...more });
	const text = "grist ".repeat(150_000);
	const { length, text: echo } = await (await ask("query-echoer", "QUERY", text)).json();
	assert.equal(length, text.length);
	assert.equal(echo, text);
	const leaving = new AbortController();
	const [begun, aborted] = [once(gate, "begun"), once(gate, "aborted")];
	const call = ask("gated-echoer", "POST", "bye", { signal: leaving.signal }).catch(({ name }) => name);
	await begun;
	leaving.abort();
	assert.deepEqual(await aborted, ["bye"]);
	assert.equal(await call, "AbortError");
});
