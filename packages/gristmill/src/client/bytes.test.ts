import assert from "node:assert/strict";
import { test } from "node:test";
import drawer from "../testing/mills/gradient-drawer.js";
import { start } from "../testing/server.js";
import { oddServer, tableServer, typed } from "../testing/servers/odd-server.js";
import { type Answer, AnswerError, createClient, ProblemError } from "./index.js";

const running = start({}, { mills: [drawer] });
const INPUT = "4x2 ff0000 0000ff";
/** The size of its BMP: a header, and two rows of four pixels. */
const SIZE = 54 + 2 * 12;

const letters = (bytes: Uint8Array, from: number, to: number) =>
	new TextDecoder("latin1").decode(bytes.subarray(from, to));

test("bytes are accepted by their media type, and come typed, with that type", async () => {
	const client = createClient((await running).url);
	// The compiler checks these types.
	const bmp: Answer<Uint8Array> = await client.call("gradient-drawer", INPUT, { accept: "image/bmp" });
	assert.equal(bmp.mediaType, "image/bmp");
	assert.equal(letters(bmp.output, 0, 2), "BM");
	assert.equal(bmp.output.byteLength, SIZE);
	assert.equal(bmp.bytes, bmp.output);
	const { output, mediaType } = await client.call("gradient-drawer", INPUT, { accept: "image/png" });
	assert.deepEqual([letters(output, 1, 4), mediaType], ["PNG", "image/png"]);
	// The server chooses from a list of types.
	const either = await client.call("gradient-drawer", INPUT, { accept: "image/png;q=0.5, image/bmp" });
	assert.equal(either.mediaType, "image/bmp");
});

test("a JSON result has base64, or on request bytes as its mill's schema says", async () => {
	const client = createClient((await running).url);
	const { bytes } = await client.call("gradient-drawer", INPUT, { accept: "image/bmp" });
	const plain = await client.call<{ image: string }>("gradient-drawer", INPUT);
	assert.deepEqual(Buffer.from(plain.output.image, "base64"), Buffer.from(bytes));
	for (const validate of [false, true]) {
		const { output } = await client.call<{ image: Uint8Array; width: number }>("gradient-drawer", INPUT, {
			binary: "bytes",
			validate,
		});
		assert.deepEqual({ ...output }, { image: bytes, width: 4, height: 2 });
	}
	const outcomes = client.map<string, { image: Uint8Array }>("gradient-drawer", [INPUT], { binary: "bytes" });
	for await (const { answer } of outcomes) assert.deepEqual(answer?.output.image, bytes);
});

test("base64 is decoded wherever the schema declares it, and nowhere else", async () => {
	const base64 = { type: "string", contentEncoding: "base64" };
	const pages = { type: "array", items: { type: "object", properties: { scan: base64 } } };
	const { url, requests } = await tableServer({
		"GET /x/$schema": () => typed("application/json", { properties: { pages, seal: base64, note: {} } }),
		"POST /x": (_, body) => typed("application/json", body),
	});
	const client = createClient(url);
	const call = (json: unknown) => client.call("x", { json }, { binary: "bytes" });
	const value = { pages: [{ scan: "AQI=" }, { other: "AQI=" }, 7], note: "AQI=", seal: null };
	assert.deepEqual((await call(value)).output, {
		pages: [{ scan: Uint8Array.of(1, 2) }, { other: "AQI=" }, 7],
		note: "AQI=",
		seal: null,
	});
	assert.deepEqual((await call({ seal: "" })).output, { seal: new Uint8Array() });
	for (const seal of ["AQI", "AQ I=", "????", "AQI=AQI="])
		await assert.rejects(
			call({ seal }),
			{ name: "AnswerError", message: /has no base64 at \/seal\. Report this to the operator\.$/ },
			seal,
		);
	assert.equal(requests.filter(({ line }) => line === "GET /x/$schema").length, 1);
});

test("an answer of another type than the accepted one is an error that names both", async () => {
	const { url } = await tableServer({
		"POST /page": () => typed("text/html; charset=utf-8", "<p>"),
		"POST /untyped": () => ({ body: "x" }),
	});
	const client = createClient(url);
	await assert.rejects(client.call("page", "", { accept: "image/webp" }), {
		name: "AnswerError",
		message: /is text\/html, and the call accepts image\/webp\. /,
	});
	await assert.rejects(client.call("untyped", "", { accept: "image/*" }), /is of no stated type/);
	for (const accept of ["text/*", "image/webp, */*;q=0.1", "TEXT/HTML"])
		assert.equal((await client.call("page", "", { accept })).output, "<p>", accept);
	await assert.rejects(
		createClient((await running).url).call("gradient-drawer", INPUT, { accept: "image/gif" }),
		(error) => error instanceof ProblemError && error.status === 406,
	);
});

test("bytes are called for again after a 503 and a cut connection, and a late call is hedged", async () => {
	let calls = 0;
	let lateRequests = 0;
	const whole = Buffer.alloc(300_000, 7);
	const { url } = await oddServer((request, response) => {
		request.resume();
		calls++;
		if (calls === 1) response.writeHead(503, { "Retry-After": "0" }).end();
		else {
			response.writeHead(200, { "Content-Type": "image/png", "Content-Length": whole.length });
			if (calls === 2) response.write(whole.subarray(0, 100_000), () => response.destroy());
			// The first request of the late call is never answered to its end.
			else if (request.url?.includes("late") && lateRequests++ === 0)
				response.write(whole.subarray(0, 100_000));
			else response.end(whole);
		}
	});
	const client = createClient(url, { retry: { firstPause: 1, longestPause: 5 } });
	const options = { accept: "image/png", hedge: true } as const;
	const first = await client.call("x", "", options);
	assert.deepEqual([first.attempts, Buffer.compare(first.output, whole)], [3, 0]);
	for (let i = 0; i < 20; i++) await client.call("x", "", options);
	const late = await client.call("x", "", { ...options, parameters: { late: true } });
	assert.deepEqual([late.attempts, Buffer.compare(late.output, whole)], [2, 0]);
});

test("an answer is bounded, whether it states its size, sends it in chunks or compressed", async () => {
	const { gzipSync } = await import("node:zlib");
	const body = Buffer.alloc(100_000);
	const { url } = await oddServer((request, response) => {
		request.resume();
		const type = { "Content-Type": "application/octet-stream" };
		if (request.url === "/stated") response.writeHead(200, { ...type, "Content-Length": body.length });
		else if (request.url === "/zipped") response.writeHead(200, { ...type, "Content-Encoding": "gzip" });
		else response.writeHead(200, type);
		if (request.url === "/endless") return void response.write(body);
		response.end(request.url === "/zipped" ? gzipSync(body) : body);
	});
	const client = createClient(url);
	for (const path of ["stated", "chunked", "zipped"])
		for (const maxAnswerBytes of [99_999, 100_000]) {
			const answer = client.call(path, "", { maxAnswerBytes });
			if (maxAnswerBytes < body.length) await assert.rejects(answer, AnswerError, path);
			else assert.equal(Buffer.compare((await answer).bytes, body), 0, path);
		}
	await assert.rejects(client.call("endless", "", { maxAnswerBytes: 50_000 }), /more than 50000 bytes/);
});

test("the outcome of a call is what `received` returns or throws", async () => {
	const client = createClient((await running).url);
	const sizes: number[] = [];
	const outcomes = client.map("gradient-drawer", [INPUT, "1x1 000000 000000"], {
		accept: "image/bmp",
		received: (answer, item) => {
			if (item.startsWith("1")) throw new Error("the disk is full");
			sizes.push(answer.bytes.byteLength);
			return { ...answer, output: "kept elsewhere", bytes: new Uint8Array() };
		},
	});
	const found = [];
	for await (const { answer, error } of outcomes) found.push(answer?.output ?? error?.message);
	assert.deepEqual(found, ["kept elsewhere", "the disk is full"]);
	assert.deepEqual(sizes, [SIZE]);
});
