import assert from "node:assert/strict";
import { test } from "node:test";
import { wordCounter } from "../../testing/mills/mills.js";
import { common, get, refused } from "../../testing/server.js";
import { makeServer } from "../server.js";

test("a server for the author of the mills says what is wrong with them, and its page asks", async (t) => {
	const found: string[] = [];
	const server = await makeServer([wordCounter], { log: () => {}, development: { mistakes: () => found } });
	t.after(() => server.close());
	const url = await server.listen(0);
	assert.match(
		(await get(`${url}/`, { Accept: "text/html" })).text,
		/<script type="module" src="\$page\/mistakes-/,
	);
	assert.deepEqual((await get(`${url}/$mistakes`)).json(), { mistakes: [] });
	found.push("a.ts:1:2: <b>");
	const answer = await get(`${url}/$mistakes`);
	assert.deepEqual([answer.json(), answer.headers.get("cache-control")], [{ mistakes: found }, "no-store"]);
});

test("any other server has no such document, and its page does not ask", async () => {
	const { url } = await common();
	refused(await get(`${url}/$mistakes`), 404, "not-found");
	assert.doesNotMatch((await get(`${url}/`, { Accept: "text/html" })).text, /mistakes-/);
});
