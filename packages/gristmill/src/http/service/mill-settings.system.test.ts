import assert from "node:assert/strict";
import { test } from "node:test";
import { makeGate } from "../../testing/mills/hostile-gate.js";
import { scrapeUntil } from "../../testing/scrape.js";
import { type Answer, ask, get, refused, served } from "../../testing/server.js";

const gate = makeGate();
const hostile = (choice: string) =>
	new URL(`../../testing/mills/hostile-mill.js?deadline=600000&${gate.query}&${choice}`, import.meta.url);

function send(url: string, body: string): Promise<Answer> {
	return ask(url, { method: "POST", headers: { "Content-Type": "text/plain" }, body: Buffer.from(body) });
}

// Its worker ends: those of a gate must not.
const brief = served(
	{ workers: 1, mills: { "e-tester": { deadline: 200 } } },
	{ mills: [hostile("name=e-tester")] },
);
const limited = served(
	{
		workers: 2,
		mills: {
			"f-tester": { concurrency: 1, maxWaiting: 1 },
			"h-tester": { concurrency: 1 },
		},
	},
	{ mills: ["f", "g", "h"].map((letter) => hostile(`name=${letter}-tester`)) },
);

test("a time limit narrows a mill's own deadline", async () => {
	const answer = await send(`${brief.url}/e-tester`, "sleep 600000");
	assert.match(refused(answer, 504, "deadline-exceeded").detail, /longer than its limit of 200 ms/);
});

test("a mill runs and keeps waiting as many calls as its limits allow, and refuses the rest at once", async () => {
	// With two workers two could run and one wait: only the limit can refuse the third.
	const first = send(`${limited.url}/f-tester`, "gate 1 1");
	// A call waits until its worker says that it has begun it.
	await scrapeUntil(
		limited.url,
		({ value }) =>
			value('gristmill_workers{state="busy"}') === 1 &&
			value('gristmill_calls_waiting{mill="f-tester"}') === 0,
	);
	const calls = [first, ...[2, 3].map((i) => send(`${limited.url}/f-tester`, `gate 1 ${i}`))];
	refused(await Promise.race(calls), 503, "overloaded");
	const others = [1, 2, 3].map((i) => send(`${limited.url}/g-tester`, `gate 1 ${i}`));
	gate.open();
	const statuses = async (answers: readonly Promise<Answer>[]) =>
		(await Promise.all(answers)).map(({ status }) => status).sort();
	assert.deepEqual(await statuses(calls), [200, 200, 503]);
	assert.deepEqual(await statuses(others), [200, 200, 200]);
});

test("a mill at its limit leaves the other workers to other mills", async () => {
	const flood = [1, 2].map((i) => send(`${limited.url}/h-tester`, `gate 2 ${i}`));
	// Answered behind them: the server has them.
	assert.equal((await get(`${limited.url}/health/live`)).status, 200);
	assert.equal((await send(`${limited.url}/g-tester`, "quick")).status, 200);
	gate.open();
	for (const answer of await Promise.all(flood)) assert.equal(answer.status, 200);
});
