import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { makeGate } from "../../testing/mills/hostile-gate.js";
import { signal } from "../../testing/processes.js";
import { scrape, scrapeUntil } from "../../testing/scrape.js";
import { ask, get, type Running, refused, served } from "../../testing/server.js";

const gate = makeGate();
const named = (name: string, choice = "deadline=600000") =>
	new URL(`../../testing/mills/hostile-mill.js?name=${name}&${choice}`, import.meta.url);
/** Waits for the gate in its calls. */
const gated = (name: string, more = "") => named(name, `deadline=600000&${gate.query}${more}`);

/** Each test that counts has a mill of its own. */
const shared = served(
	{ workers: 2 },
	{
		mills: [
			named("timed-tester"),
			gated("equal-tester"),
			named("plain-tester"),
			named("hasty-tester", "deadline=1000"),
			named("quick-tester", "inline&deadline=600000"),
		],
	},
);
const batched = served(
	{ workers: 1, mills: { "single-tester": { maxBatch: 1 } } },
	{
		mills: [
			gated("plain-tester"),
			gated("batch-tester", "&batch=8"),
			named("single-tester", "batch=8&deadline=600000"),
			named("depending-tester", "batch=8&depends&deadline=600000"),
		],
	},
);

const send = ({ url }: Running, body: string, mill: string, headers = {}) =>
	ask(`${url}/${mill}`, {
		method: "POST",
		headers: { "Content-Type": "text/plain", ...headers },
		body: Buffer.from(body),
	});

test("a histogram adds up, and the time of a call is in it", async () => {
	const one = shared;
	await send(one, "sleep 200", "timed-tester");
	const { series, value } = await scrape(`${one.url}/metrics`);
	const buckets = [...series].filter(([name]) =>
		name.startsWith('gristmill_run_duration_seconds_bucket{mill="timed-tester"'),
	);
	const counts = buckets.map(([, count]) => count);
	assert.deepEqual(
		counts,
		counts.toSorted((a, b) => a - b),
	);
	assert.equal(counts.at(-1), value('gristmill_run_duration_seconds_count{mill="timed-tester"}'));
	assert.equal(value('gristmill_run_duration_seconds_bucket{mill="timed-tester",le="0.05"}'), 0);
	assert.ok((value('gristmill_run_duration_seconds_sum{mill="timed-tester"}') ?? 0) >= 0.1);
});

test("the CPU time of workers counts for the mill that has used it", async () => {
	const one = shared;
	const cpu = (mill: string) => `gristmill_mill_cpu_seconds_total{mill="${mill}"}`;
	const { value } = await scrape(`${one.url}/metrics`);
	const before = value(cpu("plain-tester")) ?? Number.NaN;
	assert.ok(before >= 0);
	// It is told in steps: some calls have none of it in the metrics.
	const more = "x".repeat(200_000);
	for (let now = before; now === before; ) {
		assert.equal((await send(one, more, "plain-tester")).status, 200);
		now = (await scrape(`${one.url}/metrics`)).value(cpu("plain-tester")) ?? Number.NaN;
	}
});

test("calls that run and that wait are gauges, and so are the workers", async () => {
	const one = batched;
	const first = send(one, "gate 1 a", "plain-tester");
	const second = send(one, "gate 1 b", "plain-tester");
	const { value } = await scrapeUntil(one.url, (metrics) =>
		[...metrics.series].some(([name, count]) => name.startsWith("gristmill_calls_waiting") && count === 1),
	);
	assert.equal(value('gristmill_calls_in_flight{mill="plain-tester"}'), 2);
	assert.equal(value('gristmill_workers{state="busy"}'), 1);
	// It grows while the worker has calls, and is that of all mills that share the worker.
	const used = (mill: string) => `gristmill_worker_utilization_ratio{mill="${mill}"}`;
	const before = value(used("plain-tester")) ?? Number.NaN;
	const later = await scrapeUntil(one.url, ({ value }) => Number(value(used("plain-tester"))) > before);
	assert.equal(later.value(used("batch-tester")), later.value(used("plain-tester")));
	assert.equal(later.value('gristmill_calls_headroom{mill="plain-tester"}'), undefined);
	gate.open();
	await Promise.all([first, second]);
	const after = await scrape(`${one.url}/metrics`);
	assert.equal(after.value('gristmill_calls_in_flight{mill="plain-tester"}'), 0);
	assert.equal(after.value('gristmill_calls_waiting{mill="plain-tester"}'), 0);
	assert.ok(Number(after.value('gristmill_calls_headroom{mill="plain-tester"}')) >= 0);
	assert.ok((after.value('gristmill_queue_duration_seconds_sum{mill="plain-tester"}') ?? 0) > 0);
	assert.ok((after.value("gristmill_workers_resident_memory_bytes") ?? 0) > 1e6);
});

test("equal calls under way are counted as hits, and each has its times", async () => {
	const one = shared;
	const calls = Array.from({ length: 5 }, () => send(one, "gate 2", "equal-tester"));
	await scrapeUntil(one.url, ({ value }) => value('gristmill_calls_in_flight{mill="equal-tester"}') === 5);
	gate.open();
	await Promise.all(calls);
	const { value } = await scrape(`${one.url}/metrics`);
	assert.equal(value('gristmill_single_flight_hits_total{mill="equal-tester"}'), 4);
	assert.equal(value('gristmill_run_duration_seconds_count{mill="equal-tester"}'), 5);
});

test("the sizes of batches are counted for mills that have them, and equal calls are computed once", async () => {
	const one = batched;
	const first = send(one, "gate 3", "batch-tester");
	await scrapeUntil(one.url, ({ value }) => value('gristmill_workers{state="busy"}') === 1);
	const others = ["a", "b", "c", "c", "c", "d"].map((text) => send(one, text, "batch-tester"));
	await scrapeUntil(one.url, ({ value }) => value('gristmill_calls_in_flight{mill="batch-tester"}') === 7);
	gate.open();
	for (const answer of await Promise.all([first, ...others])) assert.equal(answer.status, 200, answer.text);
	const { value, types, series } = await scrape(`${one.url}/metrics`);
	const batches = (what: string) => value(`gristmill_batch_size_${what}`);
	assert.equal(types.get("gristmill_batch_size"), "histogram");
	assert.equal(batches('bucket{mill="batch-tester",le="1"}'), 1);
	assert.equal(batches('count{mill="batch-tester"}'), 2);
	assert.equal(batches('sum{mill="batch-tester"}'), 5);
	assert.equal(value('gristmill_single_flight_hits_total{mill="batch-tester"}'), 2);
	assert.equal(value('gristmill_run_duration_seconds_count{mill="batch-tester"}'), 7);
	assert.ok(![...series.keys()].some((name) => name.startsWith('gristmill_batch_size_sum{mill="plain')));
});

test("the operator can make batches smaller, or turn them off", async () => {
	const one = batched;
	const answers = ["sleep 300", "a", "b", "c"].map((text) => send(one, text, "single-tester"));
	for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200, answer.text);
	const { series } = await scrape(`${one.url}/metrics`);
	assert.ok(![...series.keys()].some((name) => name.startsWith('gristmill_batch_size_sum{mill="single')));
});

test("a mill whose answers depend on the batch is not ready", async () => {
	const one = batched;
	refused(await send(one, "grist", "depending-tester"), 502, "unready");
	const log = one.log.map(({ message, fields }) => `${message} ${JSON.stringify(fields)}`).join("\n");
	assert.match(log, /the answer depends on the batch: example 0, alone and in a batch of the examples 0, 0/);
});

test("calls that run on the event loop are counted", async () => {
	const one = shared;
	const inline = async () =>
		(await scrape(`${one.url}/metrics`)).value('gristmill_inline_calls_total{mill="quick-tester"}') ?? 0;
	assert.equal(await inline(), 0);
	// The first go to a worker; when they have proved cheap, they stay.
	for (let i = 0; (await inline()) === 0; i += 10)
		for (let k = i; k < i + 10; k++) await send(one, `t${String(k).padStart(7, "0")}`, "quick-tester");
});

test("a worker that was killed is counted by the reason", async () => {
	const one = shared;
	signal(one.server.workers()[0], "SIGKILL");
	await scrapeUntil(one.url, ({ value }) => value('gristmill_worker_restarts_total{reason="signal"}') === 1);
});

test("a call that takes too long is counted as the worker's end", async () => {
	const one = shared;
	const hold = () => send(one, "hold", "hasty-tester");
	let answer = await hold();
	// On a busy machine, a new worker may come later than a call with this deadline may wait.
	while (answer.status === 503) answer = await hold();
	refused(answer, 504, "deadline-exceeded");
	const { value } = await scrape(`${one.url}/metrics`);
	assert.equal(value('gristmill_worker_restarts_total{reason="deadline"}'), 1);
	assert.ok((value('gristmill_run_duration_seconds_sum{mill="hasty-tester"}') ?? 0) >= 0.99);
});

const promtool = spawnSync("promtool", ["--version"]).status === 0;
test("promtool finds nothing to complain of", {
	skip: !promtool && "promtool is not installed",
}, async () => {
	const one = shared;
	await send(one, "grist", "plain-tester");
	const input = (await get(`${one.url}/metrics`)).text;
	const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], { input, encoding: "utf8" });
	assert.equal(status, 0, stdout + stderr);
});
