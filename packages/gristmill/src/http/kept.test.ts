import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { binary, createServer, MiB, type Mill, Problem, Type, text } from "../index.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { scrape } from "../testing/scrape.js";
import { type Answer, ask, refused, start } from "../testing/server.js";

/** A mill that counts how often it is computed. */
function counting(fields: object = {}): { mill: Mill; computed: () => number } {
	let count = 0;
	const mill = emptyMill({
		name: "repeater",
		parameters: Type.Object({ times: Type.Integer({ default: 1, minimum: 1 }) }),
		output: Type.Object({ text: Type.String() }),
		problems: { "no-grist": { status: 422, title: "No grist", todo: "Send grist." } },
		run: (input: string, { parameters }: { parameters: { times: number } }) => {
			count++;
			if (input === "bran") throw new Problem("no-grist");
			return { text: input.repeat(parameters.times) };
		},
		...fields,
	});
	return { mill, computed: () => count };
}

function send(url: string, body: string, headers = {}, method = "POST"): Promise<Answer> {
	return ask(url, { method, headers: { "Content-Type": "text/plain", ...headers }, body: Buffer.from(body) });
}

async function serving(fields: object = {}, settings: object = { keep: "4MiB" }) {
	const { mill, computed } = counting(fields);
	const { url, log } = await start({ accessLog: "all", ...settings }, { mills: [mill] });
	return { url: `${url}/${mill.name}`, base: url, computed, log };
}

const status = ({ headers }: Answer) => headers.get("cache-status");

test("an equal call gets the kept answer, with its age and the fields of its own", async () => {
	const { url, computed } = await serving();
	const first = await send(url, "grist", { "Request-Id": "first" });
	assert.equal(status(first), "gristmill; fwd=miss; stored");
	assert.equal(first.headers.get("age"), null);
	const again = await send(url, "grist", { "Request-Id": "again" });
	assert.equal(status(again), "gristmill; hit");
	assert.match(again.headers.get("age") ?? "", /^\d+$/);
	assert.equal(again.headers.get("request-id"), "again");
	assert.deepEqual(again.bytes, first.bytes);
	const ignored = ["age", "cache-status", "date", "request-id"];
	const others = ({ headers }: Answer) => [...headers].filter(([name]) => !ignored.includes(name));
	assert.deepEqual(others(again), others(first));
	assert.equal(computed(), 1);
	for (const other of [
		await send(url, "grist!"),
		await send(`${url}?times=2`, "grist"),
		await send(url, "grist", { Accept: "application/xml" }),
		await send(url, "grist", { Accept: "application/hal+json" }),
		await send(url, "grist", { "Content-Type": "text/plain; charset=latin1" }),
	])
		assert.equal(status(other), "gristmill; fwd=miss; stored");
	assert.equal(computed(), 6);
	assert.equal(status(await send(`${url}?times=1`, "grist")), "gristmill; hit");
});

test("without the setting, nothing is kept or said of it", async () => {
	const { url, computed } = await serving({}, {});
	for (const _ of [1, 2]) {
		const answer = await send(url, "grist");
		assert.equal(status(answer), null);
		assert.equal(answer.headers.get("age"), null);
	}
	assert.equal(computed(), 2);
});

test("no-store leaves the store out, and so does a mill with keep: false", async () => {
	const { url, computed } = await serving();
	await send(url, "grist");
	for (const _ of [1, 2])
		assert.equal(status(await send(url, "grist", { "Cache-Control": "no-store" })), "gristmill; fwd=bypass");
	assert.equal(computed(), 3);
	await send(url, "corn", { "Cache-Control": "no-store" });
	assert.equal(status(await send(url, "corn")), "gristmill; fwd=miss; stored");
	const secret = await serving({ keep: false });
	for (const _ of [1, 2]) assert.equal(status(await send(secret.url, "grist")), "gristmill; fwd=bypass");
	assert.equal(secret.computed(), 2);
});

test("problems and refusals are not kept", async () => {
	const { url, computed } = await serving();
	for (const _ of [1, 2]) {
		const answer = await send(url, "bran");
		refused(answer, 422, "no-grist");
		assert.equal(status(answer), null);
	}
	assert.equal(computed(), 2);
	await send(url, "grist");
	assert.equal((await send(url, "grist", { "Content-Type": "image/png" })).status, 415);
	assert.equal((await send(`${url}?times=0`, "grist")).status, 400);
});

test("what a mill has computed before it failed its examples is computed again once it passes them", async () => {
	let isWrong = false;
	const events = new EventEmitter();
	const { url } = await serving(
		{
			examples: [{ input: "grist", output: { text: "grist" } }],
			run: (input: string) => ({ text: isWrong ? "bran" : input }),
		},
		{ keep: "4MiB", examineEvery: 10, log: (_: string, message: string) => events.emit(message) },
	);
	assert.equal(status(await send(url, "corn")), "gristmill; fwd=miss; stored");
	assert.equal(status(await send(url, "corn")), "gristmill; hit");
	const unready = once(events, "a mill is not ready");
	isWrong = true;
	await unready;
	const again = once(events, "a mill is ready again");
	isWrong = false;
	await again;
	assert.equal(status(await send(url, "corn")), "gristmill; fwd=miss; stored");
});

test("who may not call gets no kept answer", async () => {
	const right = "0123456789-right-0123456789";
	const { url } = await serving({}, { keep: "4MiB", auth: { tokens: [right] } });
	const as = (token: string) => send(url, "grist", { Authorization: `Bearer ${token}` });
	await as(right);
	assert.equal(status(await as(right)), "gristmill; hit");
	refused(await as("wrong"), 401, "unauthorised");
});

test("a long answer is kept once, compressed, for callers who take gzip and others", async () => {
	const { url, computed, base } = await serving();
	const long = `${url}?times=20000`;
	const plain = await send(long, "grist");
	assert.equal(plain.bytes.length, 100_011);
	// It is compressed after it was sent.
	const zipped = async () => {
		for (;;) {
			const answer = await send(long, "grist", { "Accept-Encoding": "gzip" });
			if (status(answer) === "gristmill; hit") return answer;
		}
	};
	const hit = await zipped();
	assert.equal(hit.headers.get("content-encoding"), "gzip");
	assert.deepEqual(gunzipSync(hit.bytes), plain.bytes);
	const before = computed();
	const again = await send(long, "grist");
	assert.equal(status(again), "gristmill; hit");
	assert.equal(again.headers.get("content-encoding"), null);
	assert.deepEqual(again.bytes, plain.bytes);
	assert.equal(computed(), before);
	const kept = (await scrape(`${base}/metrics`)).value("gristmill_kept_bytes") ?? 0;
	assert.ok(kept > 0 && kept < 10_000, `${kept}`);
});

test("large bytes are kept while their caller gets them", async () => {
	const content = Buffer.alloc(3 * MiB, "grist");
	let computed = 0;
	const mill = emptyMill({
		name: "byte-source",
		output: Type.Object({ content: binary("application/octet-stream") }),
		run: () => {
			computed++;
			return { content: new Uint8Array(content) };
		},
	});
	const { url } = await start({ keep: "64MiB" }, { mills: [mill] });
	for (const expected of ["gristmill; fwd=miss; stored", "gristmill; hit"]) {
		const answer = await send(`${url}/byte-source`, "x", { Accept: "application/octet-stream" });
		assert.equal(status(answer), expected);
		assert.ok(answer.bytes.equals(content), answer.text.slice(0, 500));
	}
	assert.equal(computed, 1);
});

test("an answer above its share of the room is sent and not kept", async () => {
	const { url } = await serving({}, { keep: "1MiB" });
	for (const _ of [1, 2])
		assert.equal(status(await send(`${url}?times=20000`, "grist")), "gristmill; fwd=miss");
});

test("a QUERY that is kept has its tag, and 304 comes before the store", async () => {
	const { url, computed } = await serving({ method: "QUERY" });
	const query = (headers = {}) => send(url, "grist", headers, "QUERY");
	const first = await query();
	const again = await query();
	assert.equal(status(again), "gristmill; hit");
	const tag = again.headers.get("etag") ?? "";
	assert.equal(tag, first.headers.get("etag"));
	assert.equal((await query({ "If-None-Match": tag })).status, 304);
	assert.equal(computed(), 1);
});

test("each line of many is looked for and kept, also for calls of one input", async () => {
	const { url, computed } = await serving();
	const lines = (...texts: string[]) =>
		send(url, texts.map((one) => `${JSON.stringify(one)}\n`).join(""), {
			"Content-Type": "application/jsonl",
		});
	await lines("one", "two");
	const again = await lines("two", "three", "one");
	assert.equal(again.text, '{"text":"two"}\n{"text":"three"}\n{"text":"one"}\n');
	assert.equal(computed(), 3);
});

test("a result in parts is computed, and the plain answer of the same call is kept", async () => {
	let computed = 0;
	const mill = emptyMill({
		name: "letterer",
		output: Type.Object({ letters: Type.Array(Type.String()) }),
		parts: "letters",
		*run(input: string) {
			computed++;
			yield* input;
			return {};
		},
	});
	const { url } = await start({ keep: "4MiB" }, { mills: [mill] });
	const call = (accept: string) => send(`${url}/letterer`, "ab", { Accept: accept });
	for (const _ of [1, 2]) assert.equal(status(await call("application/jsonl")), "gristmill; fwd=bypass");
	assert.equal(status(await call("application/json")), "gristmill; fwd=miss; stored");
	assert.equal(status(await call("application/json")), "gristmill; hit");
	assert.equal(computed, 3);
});

test("an input that comes in pieces is not looked for", async () => {
	const mill = emptyMill({
		name: "long-meter",
		input: { "text/plain": text({ stream: "lines" }) },
		run: async (lines: AsyncIterable<string>) => {
			for await (const _ of lines);
			return {};
		},
	});
	const { url } = await start({ keep: "4MiB" }, { mills: [mill] });
	for (const _ of [1, 2])
		assert.equal(status(await send(`${url}/long-meter`, "a\nb")), "gristmill; fwd=bypass");
});

test("the log says hit, and the metrics count hits, misses and bytes by mill", async () => {
	const { url, base, log } = await serving();
	for (const body of ["grist", "grist", "corn", "grist"]) await send(url, body);
	await send(url, "grist", { "Cache-Control": "no-store" });
	const { value } = await scrape(`${base}/metrics`);
	assert.equal(value('gristmill_kept_hits_total{mill="repeater"}'), 2);
	assert.equal(value('gristmill_kept_misses_total{mill="repeater"}'), 2);
	assert.equal(value("gristmill_kept_stored_bytes_total"), 16 + 15);
	assert.equal(value("gristmill_kept_errors_total"), 0);
	const requests = log.filter(({ message }) => message === "request").map(({ fields }) => fields);
	const calls = requests.filter(({ mill }) => mill === "repeater");
	assert.deepEqual(
		calls.map(({ kept }) => kept),
		["miss", "hit", "miss", "hit", "bypass"],
	);
	assert.deepEqual(
		calls.map(({ lane }) => lane),
		["process", undefined, "process", undefined, "process"],
	);
});

test("a setting that is neither a size nor a server is refused before anything starts", async () => {
	await assert.rejects(
		createServer([counting().mill], { keep: "lots", log: () => {} }),
		/^RangeError: keep is "lots", and must be/,
	);
});
