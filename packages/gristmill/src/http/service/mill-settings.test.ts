import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer, defineMill, type Mill, type Settings, Type, text } from "../../index.js";
import { MILLS, wordCounter } from "../../testing/mills/mills.js";
import { type Answer, ask, refused, served, start } from "../../testing/server.js";

function send(url: string, body: string, type = "text/plain"): Promise<Answer> {
	return ask(url, { method: "POST", headers: { "Content-Type": type }, body: Buffer.from(body) });
}

async function serve(mills: readonly Mill[], settings: Settings) {
	const { url, server } = await start(settings, { mills });
	assert.deepEqual(await server.examined(), { unready: [] });
	return url;
}

test("a size limit narrows a mill, and its schema, OpenAPI and description tell the effective size", async () => {
	const url = await serve([wordCounter], { mills: { "word-counter": { maxBody: 10 } } });
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
	const open = await serve([wordCounter], {});
	const wide = await serve([wordCounter], {
		maxBody: 2 ** 31,
		mills: { "word-counter": { maxBody: 2 ** 31 } },
	});
	const size = async (url: string) =>
		/"maxBytes": \d+/.exec((await ask(`${url}/word-counter/$schema`)).text)?.[0];
	assert.equal(await size(wide), await size(open));
});

test("the narrower of the limit for all and the limit for one counts", async () => {
	const url = await serve([wordCounter], { maxBody: 5, mills: { "word-counter": { maxBody: 10 } } });
	assert.equal((await send(`${url}/word-counter`, "0123456")).status, 413);
});

test("limits are no part of the digest: the same algorithm has the same name everywhere", async () => {
	const [one, other] = [
		await serve([wordCounter], {}),
		await serve([wordCounter], { mills: { "word-counter": { maxBody: 10, deadline: 5_000 } } }),
	];
	const digest = async (url: string) => (await send(`${url}/word-counter`, "x")).headers.get("mill-digest");
	assert.equal(await digest(other), await digest(one));
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

const old = served({}, { mills: [OLD, wordCounter] });

test("a deprecated mill says so in the fields of every answer", async () => {
	const { url } = old;
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
	const { url } = old;
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
	const { url } = await start({ mills: { "word-counter": { deprecated } } }, { mills: [wordCounter] });
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
	[{ "word-counter": { maxBody: 0 } }, /maxBody of word-counter is 0, and must be a whole number above 0/],
	[{ "word-counter": { concurrency: 1.5 } }, /concurrency of word-counter/],
	[
		{ "word-counter": { method: "GET" as "POST" } },
		/^The method of word-counter is "GET", and must be QUERY or POST\.$/,
	],
	[{ "word-counter": { deprecated: { since: "soon" } } }, /^The mill "word-counter": .*must be a date/],
] as const)
	test(`the settings of mills ${JSON.stringify(mills)} are refused`, async () => {
		await assert.rejects(createServer(MILLS, { mills }), { name: "RangeError", message });
	});
