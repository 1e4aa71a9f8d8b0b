import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { choose, Endpoint } from "./endpoint.js";

const endpoints = (count: number, clock = new ManualClock()) =>
	Array.from({ length: count }, (_, i) => new Endpoint(new URL(`http://h${i}/`), clock)) as [
		Endpoint,
		Endpoint,
	];

test("the quicker server is chosen until it has so much more to do that the other one answers sooner", () => {
	const [slow, quick] = endpoints(2);
	[slow.latency, quick.latency] = [100, 10];
	assert.equal(choose([slow, quick], 0), quick);
	quick.inFlight = 20;
	assert.equal(choose([slow, quick], 0), slow);
});

test("a server that was never asked is asked, and one that was tried for this call is not", () => {
	const [known, unknown] = endpoints(2);
	known.latency = 10;
	known.inFlight = 1;
	assert.equal(choose([known, unknown], 0), unknown);
	assert.equal(choose([known, unknown], 0, new Set([unknown])), known);
	assert.equal(choose([known], 0, new Set([known])), known);
});

test("a server that failed rests, longer each time, and is forgiven with its next answer", () => {
	const clock = new ManualClock();
	const [bad, good] = endpoints(2, clock);
	bad.begin().failed();
	const first = bad.restsUntil;
	assert.equal(choose([bad, good], clock.now()), good);
	clock.advance(first);
	assert.equal(choose([bad, good], clock.now()), bad);
	bad.begin().failed();
	assert.ok(bad.restsUntil - clock.now() > first);
	bad.begin().answered();
	assert.equal(bad.restsUntil, 0);
	assert.equal(bad.inFlight, 0);
});

test("if all servers rest after failures, the one whose rest ends first is chosen", () => {
	const [one, two] = endpoints(2);
	one.begin().pushedBack(20_000);
	two.begin().pushedBack(10_000);
	assert.equal(choose([one, two], 0), two);
	assert.throws(() => choose([], 0), /no base URL/);
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

test("a server without an algorithm is left aside, longer each time, by calls that want it, and by no others", () => {
	const clock = new ManualClock();
	const [old, other] = endpoints(2, clock);
	for (let times = 0; times < 5; times++) {
		old.begin().lacks("new");
		clock.advance(1);
	}
	const rest = old.restsFor("new") - clock.now();
	assert.ok(rest > 3_000 && rest <= 4_000, String(rest));
	other.latency = 1;
	other.inFlight = 50;
	assert.equal(choose([old, other], clock.now(), undefined, "new"), other);
	assert.equal(choose([old, other], clock.now(), undefined, "old"), old);
	assert.equal(choose([old, other], clock.now()), old);
	clock.advance(4_000);
	old.begin().answered("new");
	old.begin().lacks("new");
	assert.equal(old.restsFor("new") - clock.now(), 250);
	for (let many = 0; many < 1_000; many++) old.begin().lacks(`digest ${many}`);
	assert.equal(old.restsFor("new"), 0);
});
