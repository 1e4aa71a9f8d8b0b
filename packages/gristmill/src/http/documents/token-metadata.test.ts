import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, common, get, refused } from "../../testing/server.js";

const auth = { tokens: ["alice:0123456789abcdef0123456789abcdef"] };
const PLACE = "/.well-known/oauth-protected-resource";

test("an agent without a token is told where the metadata are, and finds them there", async () => {
	for (const base of ["", "/v1"]) {
		const { url } = await common({ auth, base });
		const answer = await ask(`${url}/mcp`, { method: "POST" });
		refused(answer, 401, "unauthorised");
		const { origin } = new URL(url);
		const address = `${origin}${PLACE}${base}/mcp`;
		assert.equal(
			answer.headers.get("www-authenticate"),
			`Bearer realm="mills", resource_metadata="${address}"`,
		);
		const found = await get(address);
		assert.equal(found.type, "application/json");
		assert.equal(found.headers.get("cache-control"), "no-store");
		assert.deepEqual(found.json(), {
			resource: `${url}/mcp`,
			resource_name: found.json<{ resource_name: string }>().resource_name,
			bearer_methods_supported: ["header"],
		});
		const whole = await get(`${origin}${PLACE}${base}`);
		assert.equal(whole.json<{ resource: string }>().resource, url);
	}
});

test("the metadata about tokens name the public URL", async () => {
	const { url } = await common({ auth, publicUrl: "https://mills.example" });
	const found = await get(`${url}${PLACE}/mcp`);
	assert.equal(found.json<{ resource: string }>().resource, "https://mills.example/mcp");
	assert.notEqual(found.headers.get("cache-control"), "no-store");
});

test("a server without tokens, or without MCP, has no metadata there", async () => {
	const open = await common({});
	refused(await get(`${open.url}${PLACE}/mcp`), 404, "not-offered");
	const hidden = await common({ auth, hide: ["mcp"] });
	refused(await get(`${hidden.url}${PLACE}/mcp`), 404, "not-offered");
	assert.equal((await get(`${hidden.url}${PLACE}`)).status, 200);
});
