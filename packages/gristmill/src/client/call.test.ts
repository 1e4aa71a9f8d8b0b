import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../testing/command.js";
import { ManualClock } from "../testing/manual-clock.js";
import { SUBJECTS } from "../testing/mills/mills.js";
import { start } from "../testing/server.js";
import { type OddServer, oddServer, tableServer, typed } from "../testing/servers/odd-server.js";
import { clientOf } from "./client.js";
import { ClientState } from "./client-state.js";
import {
	AnswerError,
	type ClientOptions,
	ConnectionError,
	createClient,
	DeadlineError,
	digestOf,
	type Input,
	ProblemError,
} from "./index.js";

const QUICK = { retry: { firstPause: 1, longestPause: 5 } };
const JSON_TYPE = "application/json";
const running = start();

for (const { mill, path, input, output, mediaType, method } of SUBJECTS)
	test(`${mill} is called by ${method} without being told so, and its answer fits its schema`, async () => {
		const client = createClient((await running).url);
		const chosen = method === "POST" && mill !== "picture-meter" ? { mediaType } : {};
		const answer = await client.call(path, new Uint8Array(input), { ...chosen, validate: true });
		assert.deepEqual(answer.output, output);
		assert.equal(answer.mediaType, JSON_TYPE);
		const again = await client.call(path, new Uint8Array(input), { mediaType });
		assert.equal(again.attempts, 1, "the method was learnt");
	});

test("a text, bytes, a Blob, a file, a stream and a function are one input", async (t) => {
	const client = createClient((await running).url);
	const file = join(await folderWith(t, { "input.md": "one two\n" }), "input.md");
	const bytes = new TextEncoder().encode("one two\n");
	async function* chunks() {
		yield bytes.subarray(0, 3);
		yield bytes.subarray(3);
	}
	const inputs: Input[] = [
		"one two\n",
		bytes,
		bytes.buffer.slice(0),
		new Blob([bytes]),
		{ file },
		chunks,
		() => new Blob([bytes]).stream(),
	];
	for (const input of inputs) {
		assert.deepEqual((await client.call("word-counter", input)).output, {
			words: 2,
			lines: 1,
			characters: 8,
		});
		assert.equal(await digestOf(input), await digestOf(bytes));
	}
	const once = await client.call("word-counter", chunks(), { mediaType: "text/plain" });
	assert.deepEqual(once.output, { words: 2, lines: 1, characters: 8 });
	assert.equal(await digestOf(chunks()), undefined);
	const json = await client.call("query-echoer", { json: { text: "hi" } });
	assert.deepEqual(json.output, { text: "hi", length: 2 });
});

test("the digest of an input is what sha256sum prints", async () => {
	const abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
	assert.equal(await digestOf("abc"), abc);
});

test("a large file is streamed with its length, again after a 503", async (t) => {
	const file = join(await folderWith(t, {}), "large.bin");
	await writeFile(file, Buffer.alloc(3_000_000, 7));
	let calls = 0;
	const { url, requests } = await oddServer(async (request, response) => {
		let size = 0;
		for await (const chunk of request) size += chunk.length;
		response.writeHead(++calls < 2 ? 503 : 200, { "Content-Type": JSON_TYPE }).end(JSON.stringify({ size }));
	});
	const { output, attempts } = await createClient(url, QUICK).call("meter", { file });
	assert.deepEqual(output, { size: 3_000_000 });
	assert.equal(attempts, 2);
	assert.equal(requests[1]?.headers["content-length"], "3000000");
});

test("parameters go into the braces of the address first and into the query otherwise", async () => {
	const client = createClient((await running).url);
	const mill = "checksum-calculator/{algorithm}";
	const parameters = { algorithm: "sha256", encoding: "base64" };
	const { output } = await client.call(mill, new TextEncoder().encode("abc"), { parameters });
	assert.deepEqual(output, { checksum: "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", size: 3 });
	await assert.rejects(client.call(mill, "abc"), /The parameter "algorithm" is missing/);
	await assert.rejects(client.call("x/{constructor}", "abc"), /The parameter "constructor" is missing/);
	const { url, requests } = await tableServer({ "POST /a%2Fb": () => typed(JSON_TYPE, {}) });
	await createClient().call(`${url}/{x}?q=1`, "", { parameters: { x: "a/b", y: ["1", 2], z: undefined } });
	assert.equal(requests[0]?.line, "POST /a%2Fb?q=1&y=1&y=2");
});

/** A server that fails in a way of its own so often, and then works. */
async function failing(
	times: number,
	fail: (n: number) => Parameters<typeof oddServer>[0],
): Promise<OddServer> {
	let n = 0;
	return oddServer((request, response) => {
		if (n++ < times) return fail(n)(request, response);
		request.resume();
		response.writeHead(200, { "Content-Type": JSON_TYPE }).end('{"ok":true}');
	});
}

const FAILURES: Record<string, (n: number) => Parameters<typeof oddServer>[0]> = {
	"503 twice": () => (request, response) => {
		request.resume();
		response.writeHead(503, { "Retry-After": "0" }).end();
	},
	"429 twice": () => (request, response) => {
		request.resume();
		response.writeHead(429).end("slow down");
	},
	"502 of a proxy twice": () => (request, response) => {
		request.resume();
		response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad gateway</h1>");
	},
	"a cut connection twice": () => (request) => request.socket.destroy(),
	"half an answer twice": () => (request, response) => {
		response.writeHead(200, { "Content-Type": JSON_TYPE, "Content-Length": "100" }).write('{"ok":');
		setImmediate(() => request.socket.destroy());
	},
	"what is no HTTP twice": () => (request) => request.socket.end("garbage\r\n\r\n"),
};

for (const [what, fail] of Object.entries(FAILURES)) {
	test(`${what} is hidden from the caller by a retry`, async () => {
		const { url, requests } = await failing(2, fail);
		const { output, attempts } = await createClient(url, QUICK).call("x", "input");
		assert.deepEqual(output, { ok: true });
		assert.equal(attempts, 3);
		assert.equal(requests.length, 3);
	});
	test(`${what.replace(" twice", "")} for ever is reported once, with the number of attempts`, async () => {
		const { url, requests } = await failing(99, fail);
		const kind = /^\d/.test(what) ? ProblemError : ConnectionError;
		await assert.rejects(createClient(url, QUICK).call("x", "input"), (error: Error) => {
			assert.ok(error instanceof kind, error.stack);
			assert.match(error.message, /4 attempts/);
			return true;
		});
		assert.equal(requests.length, 4);
	});
}

test("a refusal is not repeated, and neither is anything when that is asked for", async () => {
	const refuser = await tableServer({ "POST /x": () => typed("text/html", "<h1>no</h1>", 400) });
	await assert.rejects(createClient(refuser.url).call("x", ""), { name: "ProblemError", status: 400 });
	assert.equal(refuser.requests.length, 1);
	const busy = await tableServer({ "POST /x": () => ({ status: 503 }) });
	await assert.rejects(createClient(busy.url, { retry: false }).call("x", ""), { status: 503 });
	assert.equal(busy.requests.length, 1);
});

test("a call whose input is a stream is not repeated once the stream was read", async () => {
	const { url, requests } = await failing(1, () => (request, response) => {
		request.resume();
		response.writeHead(429).end();
	});
	const stream = new Blob(["x"]).stream();
	await assert.rejects(createClient(url, QUICK).call("x", stream), { name: "ProblemError", status: 429 });
	assert.equal(requests.length, 1);
});

test("if Retry-After is longer than the call may wait, the problem is thrown at once", async () => {
	const { url, requests } = await tableServer({
		"POST /x": () => ({ status: 503, headers: { "Retry-After": "3600" } }),
	});
	await assert.rejects(createClient(url).call("x", ""), { name: "ProblemError", status: 503 });
	await assert.rejects(
		clientOf(new ClientState([url], { deadline: 500, retry: { patience: 1e9 } }, new ManualClock())).call(
			"x",
			"",
		),
		{ name: "ProblemError", status: 503 },
		"the problem is told rather than that the deadline would pass",
	);
	assert.equal(requests.length, 2);
});

test("a server that hangs is left at the deadline, or when the caller says so", async () => {
	const { url } = await oddServer(() => {});
	const client = createClient(url);
	await assert.rejects(client.call("x", "", { deadline: 50 }), (error: Error) => {
		assert.ok(error instanceof DeadlineError);
		assert.match(error.message, /\/x did not answer in time.* Use a longer deadline\./);
		return true;
	});
	const controller = new AbortController();
	const call = client.call("x", "", { signal: controller.signal });
	controller.abort(new Error("enough"));
	await assert.rejects(call, /^Error: enough$/);
	await assert.rejects(client.call("x", "", { signal: AbortSignal.abort(new Error("never")) }), /never/);
});

test("a hanging answer is left at the deadline as well", async () => {
	const { url } = await oddServer((_, response) => {
		response.writeHead(200, { "Content-Type": JSON_TYPE }).write("{");
	});
	await assert.rejects(createClient(url).call("x", "", { deadline: 50 }), DeadlineError);
});

test("a problem document is kept whole, and its detail is the message", async () => {
	const { url } = await start();
	await assert.rejects(
		createClient(url).call("word-counter", "x", { parameters: { a: 1 } }),
		(error: ProblemError) => {
			assert.ok(error instanceof ProblemError);
			assert.equal(error.problem.code, "bad-parameter");
			assert.deepEqual(error.problem.known, []);
			assert.equal(error.problem.instance, error.headers.get("request-id"));
			assert.match(error.message, /^Unknown parameter "a"\. \(400 bad-parameter, POST http/);
			return true;
		},
	);
});

test("an error without a problem document still says what to do", async () => {
	const { url } = await tableServer({
		"POST /teapot": () => ({ status: 418 }),
		"POST /plain": () => typed("text/plain", "send less\nplease", 400),
		"POST /liar": () => typed("application/problem+json", '{"status": 200, "title": 7', 404),
		"POST /other": () => typed("application/problem+json", { status: 200, title: "Own", detail: 7 }, 422),
		"POST /odd": () =>
			typed("application/problem+json", { code: {}, detail: [1], instance: 5, type: null }, 400),
		"POST /moved": () => ({ status: 303, headers: { Location: "/x" } }),
	});
	const client = createClient(url);
	await assert.rejects(client.call("teapot", ""), /Ask the operator.*\(418 Refused, POST/);
	await assert.rejects(client.call("plain", ""), { message: /^send less\. \(400 Bad request, POST/ });
	await assert.rejects(client.call("liar", ""), { status: 404, message: /See `\$list`.*404/ });
	await assert.rejects(client.call("other", ""), { status: 422, message: /422 Own/ });
	await assert.rejects(client.call("odd", ""), {
		message: /^Check the input and the parameters\. .*\(400 Bad request, POST/,
		problem: { status: 400, title: "Bad request" },
	});
	await assert.rejects(client.call("moved", ""), { status: 303 });
});

test("an answer that is not the JSON it claims to be is an error, and the call is not repeated", async () => {
	for (const garbage of ["<html>", Uint8Array.of(0x22, 0xe9, 0x22)]) {
		const { url, requests } = await oddServer((request, response) => {
			request.resume();
			response.writeHead(200, { "Content-Type": JSON_TYPE }).end(garbage);
		});
		await assert.rejects(createClient(url).call("x", ""), {
			name: "AnswerError",
			message: /is not the JSON that its Content-Type promises/,
		});
		assert.equal(requests.length, 1);
	}
});

test("results that are no JSON are text or bytes", async () => {
	const { url } = await tableServer({
		"POST /text": () => ({ headers: { "Content-Type": "text/plain; charset=latin1" }, body: "é" }),
		"POST /xml": () => typed("application/xml", "<a/>"),
		"POST /bytes": () => typed("image/png", "png"),
	});
	const client = createClient(url);
	assert.equal((await client.call("text", "")).output, "Ã©");
	assert.equal((await client.call("xml", "")).output, "<a/>");
	assert.deepEqual((await client.call("bytes", "")).output, new TextEncoder().encode("png"));
});

test("an answer that breaks its own schema is told when validation is asked for, and only then", async () => {
	const { url, requests } = await tableServer({
		"GET /x/$schema": () =>
			typed(JSON_TYPE, {
				type: "object",
				properties: { age: { $ref: "#/$defs/n" } },
				$defs: { n: { type: "integer" } },
			}),
		"POST /x": () => typed(JSON_TYPE, { age: "old" }),
		"POST /y": () => typed("text/plain", "y"),
		"GET /y/$schema": () => typed(JSON_TYPE, { type: "object" }),
	});
	const client = createClient(url);
	assert.deepEqual((await client.call("x", "")).output, { age: "old" });
	for (let i = 0; i < 2; i++)
		await assert.rejects(client.call("x", "", { validate: true }), {
			name: "AnswerError",
			message: /does not match the mill's schema: \/age must be a whole number/,
		});
	const asked = requests.filter(({ line }) => line === "GET /x/$schema");
	assert.equal(asked.length, 1, "the schema is asked for once");
	await assert.rejects(client.call("y", "", { validate: true }), /the answer is not JSON/);
	const asXml = client.call("y", "", { validate: true, accept: "application/xml" });
	await assert.rejects(asXml, {
		name: "UsageError",
		message: /This call accepts application\/xml, and "validate" is for JSON answers only/,
	});
});

test("redirects keep the method and the body, and the caller's own fields go to no other origin", async () => {
	const other = await tableServer({ "POST /new": (_, body) => typed(JSON_TYPE, { body }) });
	const { url, requests } = await tableServer({
		"POST /old": () => ({ status: 301, headers: { Location: "old2" } }),
		"POST /old2": () => ({ status: 307, headers: { Location: `${other.url}/new` } }),
		"POST /loop": () => ({ status: 308, headers: { Location: "/loop" } }),
		"POST /file": () => ({ status: 302, headers: { Location: "file:///etc/passwd" } }),
		"POST /none": () => ({ status: 302, headers: { Location: "http://[" } }),
		"POST /named": () => ({ status: 307, headers: { Location: "http://user:word@127.0.0.1:1/" } }),
	});
	const client = createClient(url, { headers: { Authorization: "Bearer secret" } });
	const answer = await client.call("old", "kept");
	assert.deepEqual(answer.output, { body: "kept" });
	assert.equal(answer.url, `${other.url}/new`);
	assert.equal(requests[1]?.headers.authorization, "Bearer secret");
	assert.equal(other.requests[0]?.headers.authorization, undefined);
	await assert.rejects(client.call("loop", ""), { name: "AnswerError", message: /more than 5 redirects/ });
	await assert.rejects(client.call("file", ""), { name: "AnswerError", message: /file:/ });
	await assert.rejects(client.call("none", ""), { name: "AnswerError", message: /invalid URL/ });
	await assert.rejects(client.call("named", ""), { name: "AnswerError", message: /invalid URL/ });
});

test("if a browser hides where a redirect leads, it is followed only without fields of the caller", async () => {
	const asked: (string | undefined)[] = [];
	const browser: typeof fetch = async (_, { redirect } = {}) => {
		asked.push(redirect);
		if (redirect === "manual") return { type: "opaqueredirect", status: 0 } as Response;
		return new Response("{}", { headers: { "Content-Type": JSON_TYPE } });
	};
	const client = createClient("http://mills.example/", { fetch: browser });
	assert.deepEqual((await client.call("x", "")).output, {});
	assert.deepEqual(asked.splice(0), ["manual", undefined]);
	await assert.rejects(client.call("x", "", { headers: { "X-Api-Key": "secret" } }), {
		name: "AnswerError",
		message: /^http:\/\/mills\.example\/x redirects/,
	});
	assert.deepEqual(asked, ["manual"], "nothing was sent behind the redirect");
});

test("an answer that is larger than allowed is not read to its end", async () => {
	const { url } = await tableServer({ "POST /x": () => typed(JSON_TYPE, "1".repeat(10_000)) });
	await assert.rejects(createClient(url, { maxAnswerBytes: 1000 }).call("x", ""), AnswerError);
});

test("a mill that wants another media type than the guess is sent that one; a chosen type is kept", async () => {
	const { url, requests } = await tableServer({
		"POST /csv": ({ headers }) =>
			headers["content-type"] === "text/csv"
				? typed(JSON_TYPE, {})
				: { status: 415, headers: { Accept: "text/csv, application/json" } },
	});
	const client = createClient(url);
	await client.call("csv", "a,b");
	assert.equal(requests.length, 2);
	await assert.rejects(client.call("csv", "a,b", { mediaType: "text/html" }), { status: 415 });
	// A picture is what it is, whatever the mill would like.
	await assert.rejects(client.call("csv", Uint8Array.of(0xff, 0xd8, 0xff, 0)), { status: 415 });
	assert.equal(requests.length, 4);
});

for (const [bad, message] of [
	[["ftp://x/", "m"], /http or https/],
	[["nonsense", "m"], /full URL/],
	[["http://u:p@h/", "m"], /Authorization/],
	[[[], "m"], /The client has no base URL/],
	[["http://h/v1", "//evil/m"], /"\/\/evil\/m" is not below http:\/\/h\/v1\//],
	[["http://h/v1", "../m"], /"\.\.\/m" is not below/],
	[["http://h/v1", "/m"], /"\/m" is not below/],
] as const)
	test(`createClient(${JSON.stringify(bad[0])}) is told what to give instead`, async () => {
		await assert.rejects(async () => createClient(bad[0]).call(bad[1], ""), { name: "UsageError", message });
	});

test("an input of no known kind is refused", async () => {
	const client = createClient((await running).url);
	await assert.rejects(
		client.call("word-counter", { json: undefined }),
		/`json` is undefined, which JSON cannot hold\./,
	);
	for (const wrong of [{}, [], null, undefined, 7] as unknown[])
		await assert.rejects(client.call("word-counter", wrong as Input), {
			name: "UsageError",
			message: /a string, bytes, a Blob/,
		});
	await assert.rejects(client.call("word-counter", { file: "/no/such/file" }), { code: "ENOENT" });
	await assert.rejects(
		client.call("word-counter", { file: "/" }),
		/\/ is not a regular file\. Name a file with the input\./,
	);
});

test("a call that takes longer than most is sent a second time, and the first answer counts", async () => {
	let n = 0;
	const { url, requests } = await oddServer((request, response) => {
		request.resume();
		// The twenty-first call is never answered; its twin is.
		if (++n !== 21) response.writeHead(200, { "Content-Type": JSON_TYPE }).end(`{"n":${n}}`);
	});
	const client = createClient(url);
	for (let i = 0; i < 20; i++) await client.call("x", "", { hedge: true });
	const { output, attempts } = await client.call("x", "", { hedge: { quantile: 0.95 } });
	assert.deepEqual(output, { n: 22 });
	assert.equal(attempts, 2);
	assert.equal(requests.length, 22);
});

test("a second request that is put off does not win over the first, which is still computed", async () => {
	let n = 0;
	let answerFirst = () => {};
	const { url, requests } = await oddServer((request, response) => {
		request.resume();
		const k = ++n;
		const answer = () => response.writeHead(200, { "Content-Type": JSON_TYPE }).end(`{"n":${k}}`);
		if (k === 21) answerFirst = answer;
		else if (k === 22) {
			response.writeHead(503, { "Retry-After": "0" }).end();
			response.on("close", () => setTimeout(answerFirst, 50));
		} else answer();
	});
	const client = createClient(url, { retry: { firstPause: 1 } });
	for (let i = 0; i < 20; i++) await client.call("x", "", { hedge: true });
	const { output, attempts } = await client.call("x", "", { hedge: true });
	assert.deepEqual(output, { n: 21 });
	assert.equal(attempts, 2);
	assert.equal(requests.length, 22);
});

test("two requests that are both put off are one failure, and the call is sent again", async () => {
	// The first is put off when the second has been, so without a second one the call would never end.
	const { url, late } = await lateServer((first, second) => {
		putOff(second, () => putOff(first));
	});
	assert.deepEqual(await late(url), { answer: "third" });
});

test("a request that is put off counts more than one that breaks", async () => {
	const { url, late } = await lateServer((first, second) => {
		putOff(second, () => first.destroy());
	});
	assert.deepEqual(await late(url, { retry: false }), { status: 503 });
});

function putOff(response: ServerResponse, then: () => void = () => {}): void {
	response.writeHead(503, { "Retry-After": "0" }).end(then);
}

/** A server whose first two requests of the late call get what `both` gives them. */
async function lateServer(both: (first: ServerResponse, second: ServerResponse) => void) {
	const stuck: ServerResponse[] = [];
	const { url } = await oddServer((request, response) => {
		request.resume();
		const answer = (text: string) =>
			response.writeHead(200, { "Content-Type": JSON_TYPE }).end(`{"answer":"${text}"}`);
		if (!request.url?.includes("late")) answer("quick");
		else if (stuck.push(response) === 2) both(stuck[0] as ServerResponse, response);
		else if (stuck.length > 2) answer("third");
	});
	const late = async (to: string, options: ClientOptions = { retry: { firstPause: 1 } }) => {
		const client = createClient(to, options);
		for (let i = 0; i < 20; i++) await client.call("x", "", { hedge: true });
		try {
			return (await client.call("x", "", { hedge: true, parameters: { late: true } })).output;
		} catch (error) {
			return { status: (error as ProblemError).status };
		}
	};
	return { url, late };
}

test("a server that is gone is replaced by another of the same client at once", async () => {
	const gone = await oddServer((request) => request.socket.destroy());
	const alive = await tableServer({ "POST /x": () => typed(JSON_TYPE, { alive: true }) });
	// Time stands still: whoever pauses would wait for ever.
	const client = clientOf(new ClientState([gone.url, alive.url], {}, new ManualClock()));
	for (let i = 0; i < 20; i++) assert.deepEqual((await client.call("x", "")).output, { alive: true });
	assert.equal(gone.requests.length, 1, "it rests after its failure");
});

test("a clock that is set forward or back in the middle of a call changes nothing", async (t) => {
	const { now } = Date;
	for (const jump of [3_600_000, -3_600_000]) {
		const { url, requests } = await failing(1, () => (request, response) => {
			request.resume();
			t.mock.method(Date, "now", () => now() + jump);
			response.writeHead(503).end();
		});
		const gone = await oddServer((request) => request.socket.destroy());
		const { output } = await createClient([url, gone.url], QUICK).call("x", "");
		assert.deepEqual(output, { ok: true });
		assert.equal(requests.length, 2);
		t.mock.restoreAll();
	}
});
