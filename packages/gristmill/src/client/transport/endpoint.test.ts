import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, Endpoint } from "./endpoint.js";

const endpoints = (count: number) =>
	Array.from({ length: count }, (_, i) => new Endpoint(new URL(`http://h${i}/`))) as [Endpoint, Endpoint];

test("the quicker server is chosen until it has so much more to do that the other one answers sooner", () => {
	const [slow, quick] = endpoints(2);
	[slow.latency, quick.latency] = [100, 10];
	assert.equal(choose([slow, quick]), quick);
	quick.inFlight = 20;
	assert.equal(choose([slow, quick]), slow);
});

test("a server that was never asked is asked, and one that was tried for this call is not", () => {
	const [known, unknown] = endpoints(2);
	known.latency = 10;
	known.inFlight = 1;
	assert.equal(choose([known, unknown]), unknown);
	assert.equal(choose([known, unknown], new Set([unknown])), known);
	assert.equal(choose([known], new Set([known])), known);
});

test("a server that failed rests, longer each time, and is forgiven with its next answer", () => {
	const [bad, good] = endpoints(2);
	bad.begin().failed();
	const first = bad.restsUntil - performance.now();
	bad.begin().failed();
	assert.ok(bad.restsUntil - performance.now() > first);
	assert.equal(choose([bad, good]), good);
	bad.begin().answered();
	assert.equal(bad.restsUntil, 0);
	assert.equal(bad.inFlight, 0);
});

test("where all rest, the one that wakes first is chosen", () => {
	const [one, two] = endpoints(2);
	one.begin().pushedBack(20_000);
	two.begin().pushedBack(10_000);
	assert.equal(choose([one, two]), two);
	assert.throws(() => choose([]), /at least one base/);
});

test("of calls that are pushed back together the first lowers the limit, not each", () => {
	const [endpoint] = endpoints(1);
	for (let i = 0; i < 200; i++) {
		endpoint.inFlight = 200;
		endpoint.limit.answered(200);
	}
	const before = endpoint.limit.limit;
	const requests = Array.from({ length: 10 }, () => endpoint.begin());
	for (const request of requests) request.pushedBack(undefined);
	assert.equal(endpoint.limit.limit, Math.floor(before / 2));
});
