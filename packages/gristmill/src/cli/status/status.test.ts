import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../testing/run-command.js";
import { ask, start } from "../../testing/server.js";
import { tableServer, typed } from "../../testing/servers/odd-server.js";
import { PLAIN } from "../command-line/terminal.js";
import { reportOf } from "./report.js";
import { quantileOf, Samples } from "./samples.js";
import { screenOf } from "./screen.js";

test("a server is shown on one screen: its mills, digests, calls and problems", async () => {
	const { url } = await start();
	const send = (type: string) =>
		ask(`${url}/word-counter`, {
			method: "POST",
			headers: { "Content-Type": type },
			body: Buffer.from("one two"),
		});
	const digest = (await send("text/plain")).headers.get("mill-digest");
	await send("image/png");
	const { code, out, err } = await run(["status", url, "--seconds", "0"]);
	assert.equal(code, 0, err);
	assert.match(out, /^gristmill \S+, Node v\S+, up \d+ \w+\nWorkers: /);
	assert.match(
		out,
		new RegExp(`^word-counter +1\\.\\S+ +${digest} +ready +2 +\\S+ +\\S+ ms +\\S+ ms +\\S+ m?s +0 +0$`, "m"),
	);
	assert.doesNotMatch(out, /\de[+-]/);
	assert.match(out, /^ {2}word-counter: 1 × unsupported-media-type$/m);
	const { mills, memory } = JSON.parse((await run(["status", url, "--seconds", "0", "--json"])).out);
	const [mill] = mills.filter(({ name }: { name: string }) => name === "word-counter");
	assert.deepEqual([mill.digest, mill.calls, mill.ready], [digest, 2, true]);
	assert.ok(memory.http > 1e6);
});

test("the exit code of status is 1 if a mill is not ready or the server has no metrics", async () => {
	const unready = 'gristmill_mill_ready{mill="a"} 0\n';
	const { url } = await tableServer({
		"GET /metrics": () => typed("text/plain", `# TYPE gristmill_mill_ready gauge\n${unready}`),
		"GET /none/metrics": () => typed("text/plain", "# TYPE other gauge\nother 1\n"),
	});
	const found = await run(["status", url, "--seconds", "0"]);
	assert.equal(found.code, 1);
	assert.match(found.out, /^a +\? +\? +NOT READY +0 +– +– +–/m);
	const none = await run(["status", `${url}/none`]);
	assert.equal(none.code, 1);
	assert.match(none.err, /There are no metrics of gristmill at http:\S+\/none\/metrics \(status 200\)\./);
	const closed = await run(["status", "http://127.0.0.1:1"]);
	assert.equal(closed.code, 3);
	assert.match(closed.err, /does not answer\. Check the URL/);
});

const counted = (calls: number, slow: number, cpu: number) =>
	new Samples(`
gristmill_workers{state="busy"} 1
gristmill_workers{state="idle"} 1
gristmill_mill_ready{mill="a \\"b\\""} 1
gristmill_requests_total{mill="a \\"b\\"",method="POST",status="200"} ${calls}
process_cpu_seconds_total ${cpu}
gristmill_mill_cpu_seconds_total{mill="a \\"b\\""} ${2 * cpu}
gristmill_worker_utilization_ratio{mill="a \\"b\\""} 0.4
gristmill_worker_utilization_ratio{mill="c"} 0.5
gristmill_calls_headroom{mill="a \\"b\\""} 12.5
gristmill_last_failure_timestamp_seconds{mill="a \\"b\\"",code="crashed"} 40
gristmill_last_failure_timestamp_seconds{mill="a \\"b\\"",code="overloaded"} 90
gristmill_request_duration_seconds_bucket{mill="a \\"b\\"",le="0.1"} ${calls - slow}
gristmill_request_duration_seconds_bucket{mill="a \\"b\\"",le="0.5"} ${calls}
gristmill_request_duration_seconds_bucket{mill="a \\"b\\"",le="+Inf"} ${calls}
`);

test("status shows rates and times between two readings of the metrics", () => {
	const [before, after] = [counted(100, 100, 5), counted(140, 100, 9)];
	const report = reportOf(after, 100_000, before, 4);
	assert.equal(report.utilisation, 0.5);
	assert.deepEqual(report.cpu, {
		http: { seconds: 9, perSecond: 1 },
		workers: { seconds: 18, perSecond: 2 },
	});
	const [mill] = report.mills;
	assert.equal(mill?.name, 'a "b"');
	assert.deepEqual([mill?.callsPerSecond, mill?.calls, mill?.headroom], [10, 140, 12.5]);
	const screen = screenOf(report, PLAIN);
	assert.match(screen, /, busy 50 % of the last seconds\.\nCPU: HTTP 100 %, workers 200 % of a core\.$/m);
	assert.match(screen, /^a "b" .* 10\.0 +13 .* 200 % +0 +0$/m);
	assert.match(screen, /^Last failures:\n {2}a "b": overloaded 10 s ago, crashed 1 min ago$/m);
	// The calls in this time took less than 0.1 s, those before more.
	assert.equal(mill?.p50, 0.05);
	const labels = { mill: 'a "b"' };
	const median = quantileOf(0.5, "gristmill_request_duration_seconds", labels, after);
	assert.ok(median !== undefined && Math.abs(median - 0.22) < 1e-9, String(median));
	// Without calls in this time, all of them count.
	assert.equal(reportOf(after, 0, after, 4).mills[0]?.p50, median);
});
