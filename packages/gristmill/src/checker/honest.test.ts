import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { BROKEN_ROWS } from "../testing/breakages/all.js";
import { checkTiny, failedRows, QUICK } from "../testing/servers/check-tiny.js";
import { oddServer } from "../testing/servers/odd-server.js";
import { SkippingClock } from "../testing/skipping-clock.js";
import { failures, verdictOf } from "./report/verdict.js";
import { check, type Report } from "./run.js";

type Guard = (response: ServerResponse) => boolean | Promise<boolean>;

const OTHERS = { Allow: "post, options", Vary: "Accept" };
const KNOWN = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"];

function refuse(response: ServerResponse, status: number, fields: Record<string, string> = {}): void {
	const body = JSON.stringify({ title: "No", status });
	response.writeHead(status, { "Content-Type": "application/problem+json", ...fields }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** A mill as people write them who have only read what a mill is: node:http, no discovery, Accept disregarded. */
async function plain(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { method = "", url = "", headers } = request;
	if (new URL(url, "http://x").pathname !== "/letter-counter") return refuse(response, 404);
	if (method === "OPTIONS") {
		response.writeHead(200, { ...OTHERS, "Content-Length": "0" }).end();
		return;
	}
	if (method !== "POST") return refuse(response, KNOWN.includes(method) ? 405 : 501, OTHERS);
	if (headers["content-encoding"]) return refuse(response, 415, { "Accept-Encoding": "identity" });
	if (!/^text\/plain\s*(?:;|$)/i.test(headers["content-type"] ?? ""))
		return refuse(response, 415, { Accept: "text/plain" });
	if (Number(headers["content-length"]) > 1_000_000) return refuse(response, 413, { Connection: "close" });
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(await bodyOf(request));
		const result = JSON.stringify({ letters: text.length }, null, 2);
		response.writeHead(200, { "content-type": "Application/JSON;Charset=UTF-8" }).end(`${result}\n`);
	} catch {
		refuse(response, 400);
	}
}

async function checkPlain(guard: Guard = () => true): Promise<Report> {
	const { url } = await oddServer(async (request, response) => {
		if (await guard(response)) await plain(request, response);
		else request.resume();
	});
	return check({ ...QUICK, url: new URL(`${url}/letter-counter`) });
}

function mustFailures({ findings }: Report): string[] {
	return failures(findings, "MUST").map(({ row, outcome }) => `${row.id} ${JSON.stringify(outcome)}`);
}

test("a plain node:http server is not blamed for what Node's parser rejects", async () => {
	const report = await checkPlain();
	assert.deepEqual(mustFailures(report), []);
	assert.ok(!failedRows(report).includes("E1"));
	assert.equal(verdictOf(report), "passed");
});

test("a server that rejects header fields naming another method gets a remark at most", async () => {
	let refused = 0;
	const report = await checkPlain((response) => {
		if (response.req.headers["x-http-method-override"] === undefined) return true;
		refused++;
		refuse(response, 403);
		return false;
	});
	assert.ok(refused > 0);
	assert.deepEqual(mustFailures(report), []);
	assert.ok(failures(report.findings, "INFO").some(({ row }) => row.id === "M17"));
});

test("a server with a rate limit is asked again at the time that it names", async () => {
	let room = 60;
	let putOff = 0;
	const report = await checkPlain((response) => {
		if (room-- > 0) return true;
		// As if the second were over.
		room = 60;
		putOff++;
		refuse(response, 429, { "Retry-After": "0" });
		return false;
	});
	assert.ok(putOff > 1);
	assert.deepEqual(mustFailures(report), []);
	assert.equal(verdictOf(report), "passed");
});

test("a server that has room for a few at a time is not taken for one that fails", async () => {
	let running = 0;
	let putOff = 0;
	const report = await checkPlain(async (response) => {
		running++;
		response.on("close", () => running--);
		// However slow the machine is, the others come meanwhile.
		for (let turn = 0; turn < 20; turn++) await setImmediate();
		if (running <= 4) return true;
		putOff++;
		refuse(response, 503, { "Retry-After": "0" });
		return false;
	});
	assert.ok(putOff > 0);
	assert.deepEqual(mustFailures(report), []);
	assert.ok(!failedRows(report).includes("E5"));
});

test("if the server goes on refusing requests because of their number, the check is undecided", async () => {
	let room = 60;
	const report = await checkPlain((response) => {
		if (room-- > 0) return true;
		refuse(response, 429, { "Retry-After": "3600" });
		return false;
	});
	assert.deepEqual(mustFailures(report), []);
	assert.equal(verdictOf(report), "undecided");
	const reasons = report.findings.flatMap(({ outcome }) => (outcome.kind === "skip" ? outcome.reason : []));
	assert.ok(reasons.some((reason) => /too many requests: lower --rate/.test(reason)));
});

test("the checker's simultaneous calls arrive together even at the usual pace", async (t) => {
	const mixing = BROKEN_ROWS.find(({ row }) => row === "P4");
	assert.ok(mixing);
	const { row: _, what: __, mill, ...breakage } = mixing;
	// The rows before have used up what may come at once.
	const report = await checkTiny(t, mill, breakage, {
		rate: 60,
		only: ["P1", "P2", "P3", "P4"],
		clock: new SkippingClock(),
	});
	assert.deepEqual(failedRows(report), ["P4"]);
});

test("a check asks for answers that are computed: kept ones would be the same, whatever the mill does", async () => {
	const asked = new Set<string | undefined>();
	await checkPlain(({ req: { method, headers } }) => {
		if (method === "POST") asked.add(headers["cache-control"]);
		return true;
	});
	assert.ok(asked.has("no-store"));
});
