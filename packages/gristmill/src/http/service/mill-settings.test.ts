import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer, defineMill, type Mill, type Settings, Type, text } from "../../index.js";
import { type Answer, ask, refused, start } from "../../testing/server.js";
import { unlessAll } from "../../testing/size.js";

const hostile = (choice: string) => new URL(`../../testing/mills/hostile-mill.js?${choice}`, import.meta.url);
const COUNTER = new URL("../../examples/word-counter.js", import.meta.url);
const CALCULATOR = new URL("../../examples/checksum-calculator.js", import.meta.url);

function send(url: string, body: string, type = "text/plain"): Promise<Answer> {
	return ask(url, { method: "POST", headers: { "Content-Type": type }, body: Buffer.from(body) });
}

async function serve(mills: readonly (URL | Mill)[], settings: Settings) {
	const { url, server } = await start({ workers: 1, ...settings }, { mills });
	assert.deepEqual(await server.examined(), { unready: [] });
	return url;
}

/** The word-counter in this process. Its limits are the same as in a worker. */
const INLINE: Mill = (await import(COUNTER.href)).default;

test("a size limit narrows a mill, and its schema, OpenAPI and description tell the effective size", async () => {
	const url = await serve([COUNTER], { mills: { "word-counter": { maxBody: 10 } } });
	assert.equal((await send(`${url}/word-counter`, "0123456789")).status, 200);
	const answer = await send(`${url}/word-counter`, "0123456789x");
	refused(answer, 413, "content-too-large");
	assert.equal(answer.json().maxBytes, 10);
	const schema = (await ask(`${url}/word-counter/$schema`)).json<{
		$defs: { operation: { const: { requestBody: { content: Record<string, { maxBytes: number }> } } } };
	}>();
	assert.equal(schema.$defs.operation.const.requestBody.content["text/plain"]?.maxBytes, 10);
	assert.match((await ask(`${url}/$schema`)).text, /"x-max-bytes": 10,?\n/);
	assert.match((await ask(`${url}/word-counter/$description`)).text, /`text\/plain` \| 10 bytes/);
});

test("a limit never widens what the mill allows", async () => {
	const open = await serve([INLINE], {});
	const wide = await serve([INLINE], { maxBody: 2 ** 31, mills: { "word-counter": { maxBody: 2 ** 31 } } });
	const size = async (url: string) =>
		/"maxBytes": \d+/.exec((await ask(`${url}/word-counter/$schema`)).text)?.[0];
	assert.equal(await size(wide), await size(open));
});

test("the narrower of the limit for all and the limit for one counts", async () => {
	const url = await serve([INLINE], { maxBody: 5, mills: { "word-counter": { maxBody: 10 } } });
	assert.equal((await send(`${url}/word-counter`, "0123456")).status, 413);
});

test("limits are no part of the digest: the same algorithm has the same name everywhere", async () => {
	const [one, other] = [
		await serve([COUNTER], {}),
		await serve([COUNTER], { mills: { "word-counter": { maxBody: 10, deadline: 50 } } }),
	];
	const digest = async (url: string) => (await send(`${url}/word-counter`, "x")).headers.get("mill-digest");
	assert.equal(await digest(other), await digest(one));
});

test("a time limit narrows a mill's own deadline", async () => {
	const url = await serve([hostile("name=e-tester&deadline=60000")], {
		mills: { "e-tester": { deadline: 200 } },
	});
	const answer = await send(`${url}/e-tester`, "sleep 30000");
	assert.match(refused(answer, 504, "deadline-exceeded").detail, /longer than 200 ms/);
});

const limited = serve([hostile("name=f-tester"), hostile("name=g-tester"), hostile("name=h-tester")], {
	workers: 2,
	mills: { "f-tester": { concurrency: 1, maxWaiting: 1 }, "h-tester": { concurrency: 1 } },
});

test("so many calls of a mill run at a time, so many wait, and the rest is refused at once", async () => {
	const url = await limited;
	const statuses = async (name: string) => {
		const calls = [1, 2, 3].map((i) => send(`${url}/${name}`, `sleep ${500 + i}`));
		return (await Promise.all(calls)).map(({ status }) => status).sort();
	};
	// With two workers two could run and one wait: only the limit can refuse the third.
	assert.deepEqual(await statuses("f-tester"), [200, 200, 503]);
	assert.deepEqual(await statuses("g-tester"), [200, 200, 200]);
});

test("a mill at its limit leaves the other workers to other mills", { skip: unlessAll }, async () => {
	const url = await limited;
	let slow = 0;
	const flood = [1, 2].map((i) =>
		send(`${url}/h-tester`, `sleep ${1_500 + i}`).then(() => {
			slow++;
		}),
	);
	assert.equal((await send(`${url}/g-tester`, "quick")).status, 200);
	assert.equal(slow, 0);
	await Promise.all(flood);
});

const OLD = defineMill({
	name: "old-counter",
	version: "1.0.0",
	summary: "Counts characters.",
	path: "old-counter/{unit}",
	parameters: Type.Object({ unit: Type.Enum(["a", "b"]) }),
	input: { "text/plain": text() },
	output: Type.Object({ count: Type.Integer() }),
	deprecated: {
		since: "2026-01-01",
		sunset: "2027-01-01T12:00:00Z",
		instead: "word-counter",
		more: "https://mills.example/why",
	},
	run: (input) => ({ count: input.length }),
});

const old = start({}, { mills: [OLD, INLINE] });

test("a deprecated mill says so in the fields of every answer", async () => {
	const { url } = await old;
	const place = `${url}/old-counter/a`;
	for (const answer of [
		await send(place, "x"),
		await send(place, "x", "image/png"),
		await ask(place, { method: "OPTIONS" }),
	]) {
		assert.equal(answer.headers.get("deprecation"), "@1767225600");
		assert.equal(answer.headers.get("sunset"), "Fri, 01 Jan 2027 12:00:00 GMT");
		assert.equal(answer.link("successor-version")?.href, `${url}/word-counter`);
		assert.equal(answer.link("deprecation")?.href, "https://mills.example/why");
	}
	const other = await send(`${url}/word-counter`, "x");
	for (const field of ["deprecation", "sunset"]) assert.equal(other.headers.get(field), null);
});

test("a deprecated mill says so in all its documents, and others do not", async () => {
	const { url } = await old;
	const json = async (path: string) => (await ask(url + path)).json();
	assert.equal((await json("/old-counter/$schema")).deprecated, true);
	assert.equal((await json("/word-counter/$schema")).deprecated, undefined);
	const { paths } = (await json("/$schema")) as { paths: Record<string, { post: { deprecated?: boolean } }> };
	assert.equal(paths["/old-counter/{unit}"]?.post.deprecated, true);
	assert.equal(paths["/word-counter"]?.post.deprecated, undefined);
	const { methods } = (await json("/$list")) as { methods: { name: string; deprecated?: object }[] };
	assert.deepEqual(
		methods.map(({ name, deprecated }) => [name, deprecated]),
		[
			["old-counter", OLD.deprecated],
			["word-counter", undefined],
		],
	);
	for (const path of ["/old-counter/$description", "/$description"])
		assert.match(
			(await ask(url + path)).text,
			/\*\*Deprecated\*\* since 2026-01-01, served until 2027-01-01T12:00:00Z\. Use `word-counter` instead\./,
		);
	assert.doesNotMatch((await ask(`${url}/word-counter/$description`)).text, /Deprecated/);
});

test("an operator deprecates a mill of somebody else's", async () => {
	const deprecated = { since: "2026-01-01", instead: "https://mills.example/v2/word-counter" };
	const { url } = await start({ mills: { "word-counter": { deprecated } } }, { mills: [INLINE] });
	const answer = await send(`${url}/word-counter`, "x");
	assert.equal(answer.headers.get("deprecation"), "@1767225600");
	assert.equal(answer.headers.get("sunset"), null);
	assert.equal(answer.link("successor-version")?.href, "https://mills.example/v2/word-counter");
});

test("a successor that is not served here is not linked, and the log says so", async () => {
	const { url, log } = await start({}, { mills: [OLD] });
	assert.equal((await send(`${url}/old-counter/a`, "x")).link("successor-version"), undefined);
	assert.ok(log.some(({ fields }) => fields.instead === "word-counter"));
});

for (const [mills, message] of [
	[{ "word-conter": {} }, /Did you mean "word-counter"\?/],
	[
		{ "word-counter": { deprecated: { since: "2026-01-01", instead: "word-conter" } } },
		/Did you mean "word-counter"\?/,
	],
	[{ "word-counter": { maxBody: 0 } }, /maxBody of word-counter as a whole number above 0: 0/],
	[{ "word-counter": { concurrency: 1.5 } }, /concurrency of word-counter/],
	[{ "word-counter": { deprecated: { since: "soon" } } }, /as a date .*\(of the mill word-counter\)/],
] as const)
	test(`the settings of mills ${JSON.stringify(mills)} are refused`, async () => {
		await assert.rejects(createServer([COUNTER, CALCULATOR], { mills }), { name: "RangeError", message });
	});
