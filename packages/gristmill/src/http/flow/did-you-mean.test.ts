import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { ask, common, refused, served, start } from "../../testing/server.js";

const token = randomBytes(32).toString("base64url");
const auth = { tokens: [`alice:${token}`] };
const site = served();

/** What the problem at an unknown path suggests. */
async function suggestion(url: string, headers: Record<string, string> = {}): Promise<string | undefined> {
	const answer = await ask(url, { method: "POST", headers });
	refused(answer, 404, "not-found");
	return /Did you mean (\S+)\?/.exec(answer.json<{ detail: string }>().detail)?.[1];
}

for (const [path, meant] of [
	["word-countr", "/word-counter"],
	["wordcounter", "/word-counter"],
	["word_counter", "/word-counter"],
	["WORD-COUNTER", "/word-counter"],
	["word-counter/", "/word-counter"],
	["word-counter/more", "/word-counter"],
	["word-countr/?a=b", "/word-counter"],
	["checksum-calculater", "/checksum-calculator/{algorithm}"],
	["translator", undefined],
	["favicon", undefined],
	[`word-counter${"r".repeat(5_000)}`, undefined],
	["/", undefined],
] as const)
	test(`${path.slice(0, 30)} ${meant ? `suggests ${meant}` : "suggests nothing"}`, async () => {
		assert.equal(await suggestion(`${site.url}/${path}`), meant);
	});

test("among many similar names, the most similar one is suggested", async () => {
	const names = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `letter-${letter}-counter`);
	const mills = names.map((name) => emptyMill({ name }));
	const { url } = await start({}, { mills });
	assert.equal(await suggestion(`${url}/letter-z-counter/`), "/letter-z-counter");
	assert.equal(await suggestion(`${url}/letterz-counter`), "/letter-z-counter");
});

test("the suggestion is an address of the caller's: with the base, or with the public URL", async () => {
	const based = await common({ base: "/v1" });
	assert.equal(await suggestion(`${based.url}/word-countr`), "/v1/word-counter");
	assert.equal(await suggestion(`${new URL(based.url).origin}/word-countr`), undefined);
	const published = await common({ publicUrl: "https://mills.example/api" });
	assert.equal(await suggestion(`${published.url}/word-countr`), "https://mills.example/api/word-counter");
});

test("names are suggested where everyone can read them in $list", async () => {
	const guarded = await common({ auth });
	assert.equal((await ask(`${guarded.url}/$list`)).status, 200);
	assert.equal(await suggestion(`${guarded.url}/word-countr`), "/word-counter");
});

test("with closed discovery no name is suggested, not even to known callers", async () => {
	const closed = await common({ auth: { ...auth, open: ["word-counter"], closedDiscovery: true } });
	assert.equal((await ask(`${closed.url}/$list`)).status, 401);
	for (const path of ["word-countr", "word-counter/", "query-echoes"]) {
		assert.equal(await suggestion(`${closed.url}/${path}`), undefined);
		assert.equal(await suggestion(`${closed.url}/${path}`, { Authorization: `Bearer ${token}` }), undefined);
	}
});

test("a server that hides its list suggests nothing, and a mill that hides its own is not suggested", async () => {
	for (const hide of ["list", "urls"]) {
		const hidden = await common({ hide: [hide] });
		assert.equal(await suggestion(`${hidden.url}/word-countr`), undefined);
	}
	const one = await common({ hide: ["word-counter:list"] });
	assert.equal(await suggestion(`${one.url}/word-countr`), undefined);
	assert.equal(await suggestion(`${one.url}/query-echoes`), "/query-echoer");
});
