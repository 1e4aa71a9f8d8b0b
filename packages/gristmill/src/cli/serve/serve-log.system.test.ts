import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { gristmill, ROOT, type Running, serving } from "../../testing/command.js";
import { onRawSocket } from "../../testing/raw-socket.js";
import { run } from "../../testing/run-command.js";
import { ask } from "../../testing/server.js";

const HOSTILE = `${ROOT}packages/gristmill/dist/testing/mills/hostile-mill.js`;
const CHECKSUMS = `${ROOT}packages/gristmill/dist/examples/checksum-calculator.js`;

/** Starts a server, sends it requests, ends it, and gives what it has logged. */
async function logOf(
	t: TestContext,
	words: readonly string[],
	requests: (url: string) => Promise<unknown>,
): Promise<string> {
	const server: Running & { url: string } = await serving(t, [HOSTILE, CHECKSUMS, ...words]);
	await requests(server.url);
	server.child.kill("SIGTERM");
	assert.equal(await server.ended, 0);
	return server.stderr();
}

const post = (url: string, body: string, headers = {}) =>
	ask(url, {
		method: "POST",
		headers: { "Content-Type": "text/plain", ...headers },
		body: Buffer.from(body),
	});

/** The lines of a log in JSON that tell of requests. */
const requestsIn = (log: string): Record<string, unknown>[] =>
	log
		.split("\n")
		.filter((line) => line.includes('"message":"request"'))
		.map((line) => JSON.parse(line));

test("the log has a line when the server has started, when it shuts down, and when it has ended", async (t) => {
	let digest: string | null = null;
	const log = await logOf(t, ["--access-log", "none"], async (url) => {
		digest = (await post(`${url}/hostile-tester`, "grist")).headers.get("mill-digest");
	});
	const lines = log
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line))
		.filter(({ level }) => level === "info");
	assert.deepEqual(
		lines.map(({ message }) => message),
		["the server has started", "the server is shutting down", "the server has ended"],
	);
	const [{ address, mills, ms }, { reason, open }] = lines;
	assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
	assert.deepEqual([mills["hostile-tester"], typeof ms, reason, open], [digest, "number", "SIGTERM", 0]);
});

test("each request is one line of JSON, and none is lost at the end", async (t) => {
	const traceId = "0af7651916cd43dd8448eb211c80319c";
	const log = await logOf(t, [], async (url) => {
		const headers = { "Request-Id": "my-own-id", traceparent: `00-${traceId}-b7ad6b7169203331-01` };
		const answer = await post(`${url}/hostile-tester`, "grist", headers);
		assert.equal(answer.headers.get("server-timing"), null, "it is off by default");
		await post(`${url}/checksum-calculator/sha256`, "grist", { "Content-Type": "application/octet-stream" });
		await post(`${url}/hostile-tester`, "refuse 0");
		await ask(`${url}/nothing/here`);
		await ask(`${url}/health/ready`);
		await ask(`${url}/metrics`);
		await onRawSocket(url, async (socket) => {
			socket.send("nonsense\r\n\r\n");
			await socket.answer();
		});
	});
	const lines = requestsIn(log);
	assert.deepEqual(
		lines.map(({ level, method, route, status, mill, code }) => [level, method, route, status, mill, code]),
		[
			["info", "POST", "/hostile-tester", 200, "hostile-tester", undefined],
			["info", "POST", "/checksum-calculator/{algorithm}", 200, "checksum-calculator", undefined],
			["info", "POST", "/hostile-tester", 422, "hostile-tester", "invalid-input"],
			["info", "GET", "", 404, undefined, "not-found"],
			["info", "", "", 400, undefined, "bad-request"],
		],
	);
	const [first] = lines;
	assert.equal(first?.id, "my-own-id");
	assert.equal(first?.traceId, traceId);
	assert.equal(first?.bytesIn, 5);
	assert.equal(first?.lane, "worker");
	for (const name of ["queueMs", "runMs", "totalMs", "bytesOut"])
		assert.equal(typeof first?.[name], "number");
	assert.ok(!Number.isNaN(Date.parse(String(first?.time))));
});

async function demandTiming(url: string): Promise<void> {
	const { headers } = await post(`${url}/hostile-tester`, "grist");
	assert.match(
		headers.get("server-timing") ?? "",
		/^queue;dur=\d+\.\d{3}, run;dur=\d+\.\d{3}, total;dur=\d+\.\d{3}$/,
	);
	assert.equal((await ask(`${url}/$list`)).headers.get("server-timing"), null);
}

test("no log holds a body, a query, a header or a path that a caller sent", async (t) => {
	// Both formats are written from the same fields.
	for (const format of ["json", "text"]) {
		const words = ["--log-format", format, "--access-log", "all", "--server-timing"];
		const log = await logOf(t, words, async (url) => {
			if (format === "json")
				await t.test("--server-timing says how long a result waited and ran", () => demandTiming(url));
			const headers = {
				Authorization: "Bearer SECRET-header",
				Cookie: "SECRET-header",
				"X-Api-Key": "SECRET-header",
				"User-Agent": "SECRET-header",
				Referer: "http://example.org/SECRET-header",
				tracestate: "a=SECRET-header",
				traceparent: "SECRET-header",
				"Request-Id": "SECRET header",
			};
			const bodies = [
				"SECRET-body",
				"sleep 1 SECRET-body",
				"refuse 0 SECRET-body",
				"exit SECRET-body",
				"bad-output SECRET-body",
			];
			for (const body of bodies) await post(`${url}/hostile-tester`, body, headers);
			await post(`${url}/hostile-tester?q=SECRET-query&SECRET-query`, "x", headers);
			await post(`${url}/hostile-tester?$schema=SECRET-query`, "x", headers);
			await post(`${url}/checksum-calculator/SECRET-path`, "SECRET-body", headers);
			await post(`${url}/checksum-calculator/sha256/$SECRET-path`, "SECRET-body", headers);
			await ask(`${url}/SECRET-path?SECRET-query`, { headers });
			await ask(`${url}/$problems/SECRET-path`, { headers });
			await ask(`${url}/$SECRET-path`, { headers });
			await post(`${url}/hostile-tester`, "SECRET-body", { ...headers, "Content-Type": "SECRET/header" });
			await post(`${url}/hostile-tester`, "SECRET-body", { ...headers, Accept: "SECRET/header" });
			await onRawSocket(url, async (socket) => {
				socket.send("SECRET /SECRET-path HTTP/9.9\r\nSECRET-header: SECRET-header\r\n\r\n");
				await socket.answer();
			});
		});
		assert.match(log, /hostile-tester/);
		// The test of --server-timing asks twice more.
		assert.ok(log.split("\n").length > (format === "json" ? 16 : 14), log);
		assert.doesNotMatch(log, /SECRET/i);
	}
});

test("in text only failures have a line, and --access-log and --log-level choose", async (t) => {
	const calls = async (url: string) => {
		await post(`${url}/hostile-tester`, "grist");
		await post(`${url}/hostile-tester`, "throw");
	};
	const text = await logOf(t, ["--log-format", "text"], calls);
	assert.match(text, /^[\d:.]{12} error POST \/hostile-tester 500 [\d.]+ ms id=/m);
	assert.match(text, /^[\d:.]{12} error a call failed id=\S+ mill=hostile-tester\n {4}\S.*\n {4} +at /m);
	assert.doesNotMatch(text, / 200 /);
	const none = await logOf(t, ["--access-log", "none"], calls);
	assert.deepEqual(requestsIn(none), []);
	assert.match(none, /"a call failed"/);
	const errors = await logOf(t, ["--log-level", "error"], calls);
	assert.deepEqual(
		requestsIn(errors).map(({ status }) => status),
		[500],
	);
	assert.doesNotMatch(errors, /"level":"(?:info|warn)"/);
	assert.equal(await logOf(t, ["--log-level", "silent"], calls), "");
});

for (const [words, message] of [
	[["--log-format", "xml"], /"xml", and must be json or text\./],
	[["--log-level", "loud"], /"loud", and must be info, warn, error or silent\./],
	[["--access-log", "some"], /"some", and must be all, failures or none\./],
	[["--otlp", "collector"], /"collector" is not of the form http\(s\):\/\/host:port/],
	[["--hide", "word-counter:metrics"], /of the whole server/],
	[["--hide", "metrics", "--metrics-port", "0"], /metrics are hidden/],
] as const)
	test(`gristmill serve ${words.join(" ")} ends with code 2 and one sentence`, async () => {
		const { code, err } = await run(["serve", "--mills", "word-counter", ...words]);
		assert.equal(code, 2);
		assert.match(err, message);
		assert.equal(err.trim().split("\n").length, 1);
	});

/** As if what sends traces were not installed. */
const WITHOUT_SDK = `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(\`export async function resolve(name, context, next) {
	if (!name.startsWith("@opentelemetry/sdk")) return next(name, context);
	throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
}\`));`;

test("if the packages that send traces are missing, --otlp says what to install, and a variable only warns", async (t) => {
	const hooks = Buffer.from(WITHOUT_SDK).toString("base64");
	// From Node 26 on `register` is deprecated; what comes after it is not in 20.
	const env = { NODE_OPTIONS: `--disable-warning=DEP0205 --import=data:text/javascript;base64,${hooks}` };
	const words = ["--mills", "word-counter"];
	const refused = gristmill(t, ["serve", ...words, "--otlp", "http://127.0.0.1:1"], { env });
	assert.equal(await refused.ended, 2);
	assert.match(
		refused.stderr(),
		/^gristmill: The packages that send traces are not installed: npm install @opentelemetry\S+ .*\n$/,
	);
	const warned = await serving(t, words, {
		env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" },
	});
	assert.match(warned.stderr(), /"traces are not sent".*npm install/);
});
