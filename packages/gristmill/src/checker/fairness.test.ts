import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTiny, failedRows, QUICK } from "../testing/servers/check-tiny.js";
import { oddServer } from "../testing/servers/odd-server.js";
import { problem } from "../testing/servers/tiny-server.js";
import { check } from "./run.js";

test("a mill for texts with a grammar may reject a new word", async (t) => {
	const sum = (input: Buffer) => {
		const [, a, b] = /^(\d+)\+(\d+)$/.exec(input.toString("latin1")) ?? [];
		return a === undefined ? undefined : { text: String(Number(a) + Number(b)), length: 1 };
	};
	for (const status of [400, 422]) {
		const report = await checkTiny(
			t,
			"shouter",
			{
				facts: ({ schema }) => ({
					run: sum,
					schema: {
						...schema,
						$defs: { input: { contentMediaType: "text/plain", examples: ["2+2", "20+22"] } },
					},
				}),
				answer: () => (_, correct) => {
					const reply = correct();
					return reply.status === 400 ? problem(status) : reply;
				},
			},
			{ only: ["M1", "P10"] },
		);
		assert.deepEqual(failedRows(report), []);
		const [novelty] = report.findings.filter(({ row }) => row.id === "P10");
		assert.match(JSON.stringify(novelty?.outcome), new RegExp(`skip.*the new input is refused: ${status}`));
	}
});

test("a text mill that does not find a new input fails P10", async (t) => {
	const report = await checkTiny(
		t,
		"shouter",
		{
			answer: () => (call, correct) =>
				call.body.toString("latin1").split(" ").length > 3 ? problem(404) : correct(),
		},
		{ only: ["P10"] },
	);
	assert.deepEqual(failedRows(report), ["P10"]);
});

test("documents with different URLs may have the same ETag", async (t) => {
	const report = await checkTiny(
		t,
		"shouter",
		{ facts: () => ({ tag: (document) => (document === "docs" ? '"docs"' : '"v1"') }) },
		{ only: ["A19"] },
	);
	assert.deepEqual(report.findings.find(({ row }) => row.id === "A19")?.outcome, { kind: "pass" });
});

/** The rows that fail if every answer of a server is a 404 whose detail is made from the path. */
async function failedWith(detail: (path: string, origin: string) => string): Promise<string[]> {
	const { url } = await oddServer((request, response) => {
		const [path = ""] = (request.url ?? "").split("?");
		const origin = `http://${request.headers.host}`;
		const body = JSON.stringify({ status: 404, detail: detail(path, origin) }, null, 1);
		response.writeHead(404, { "Content-Type": "application/problem+json" }).end(body);
	});
	return failedRows(await check({ ...QUICK, url: new URL(`${url}/app/mills/counter`), only: ["E3"] }));
}

test("an error may name the path and the URL that were requested", async () => {
	assert.deepEqual(await failedWith((path) => path), []);
	assert.deepEqual(await failedWith((path) => `There is no ${path}. See /app/mills/$list.`), []);
	assert.deepEqual(await failedWith((path, origin) => `${origin}${path}?id=1`), []);
	assert.deepEqual(await failedWith((_, origin) => `${origin}/app/mills/problems/not-found`), []);
});

test("an error reveals a file below or above the requested path", async () => {
	assert.deepEqual(await failedWith((path) => `${path}/index.js`), ["E3"]);
	assert.deepEqual(await failedWith((path) => `${path}.js:10:3`), ["E3"]);
	assert.deepEqual(await failedWith((path) => `/srv/www${path}`), ["E3"]);
	assert.deepEqual(await failedWith((path) => `file://${path}`), ["E3"]);
	assert.deepEqual(await failedWith((path) => `${path}: /app/mills/server.js`), ["E3"]);
});
