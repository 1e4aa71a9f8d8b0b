import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { oddServer, tableServer, typed } from "../testing/servers/odd-server.js";
import { AnswerError, createClient, DeadlineError } from "./index.js";

const VALIDATED = { validate: true } as const;

/** A mill whose schema comes when it is told to. */
async function slowSchema() {
	const held: (() => void)[] = [];
	const closed: Promise<unknown>[] = [];
	const odd = await oddServer((request, response) => {
		request.resume();
		const end = () => response.writeHead(200, { "Content-Type": "application/schema+json" }).end("{}");
		if (request.method === "POST")
			response.writeHead(200, { "Content-Type": "application/json" }).end('{"done":true}');
		else {
			closed.push(once(response, "close"));
			held.push(end);
			odd.server.emit("schema");
		}
	});
	const asked = () => once(odd.server, "schema");
	return { ...odd, held, closed, asked };
}

test("a caller that leaves while the schema is asked for takes nothing from the others", async () => {
	const { url, held, asked } = await slowSchema();
	const client = createClient(url);
	const controller = new AbortController();
	const question = asked();
	const first = client.call("x", "", { ...VALIDATED, signal: controller.signal });
	const late = assert.rejects(
		client.call("x", "", { ...VALIDATED, deadline: 50 }),
		(error) => error instanceof DeadlineError && /schema of x/.test(error.message),
	);
	const other = client.call("x", "", VALIDATED);
	await question;
	controller.abort(new Error("enough"));
	await assert.rejects(first, /^Error: enough$/);
	await late;
	held[0]?.();
	assert.deepEqual((await other).output, { done: true });
	assert.equal(held.length, 1, "the schema is asked for once");
});

test("a schema that nobody waits for any more is given up, and asked for again by the next caller", async () => {
	const { url, held, closed, asked } = await slowSchema();
	const client = createClient(url);
	const controller = new AbortController();
	const question = asked();
	const call = client.call("x", "", { ...VALIDATED, signal: controller.signal });
	await question;
	controller.abort(new Error("enough"));
	await assert.rejects(call, /enough/);
	await closed[0];
	const again = asked();
	const next = client.call("x", "", VALIDATED);
	await again;
	held[1]?.();
	assert.deepEqual((await next).output, { done: true });
});

test("a schema whose references go round in a circle is told, not followed", async () => {
	const { url } = await tableServer({
		"GET /x/$schema": () =>
			typed("application/json", {
				$ref: "#/$defs/a",
				$defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
			}),
		"POST /x": () => typed("application/json", {}),
	});
	await assert.rejects(createClient(url).call("x", "", VALIDATED), (error: Error) => {
		assert.ok(error instanceof AnswerError, error.stack);
		assert.match(error.message, /^The schema of .*\/x\/\$schema cannot be used\. Call without "validate"\.$/);
		return true;
	});
});
