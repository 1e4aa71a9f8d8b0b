import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Buckets, parseRate, type Rate } from "./token-bucket.js";

/** Buckets of callers that all have the same rate. */
function bucketsOf(rate: Rate, most?: number) {
	const buckets = new Buckets(most);
	return {
		take: (caller: string, now: number) => buckets.take(caller, rate, now),
		get size() {
			return buckets.size;
		},
	};
}

test("a caller has its burst at once, then one call for each interval", () => {
	const buckets = bucketsOf(parseRate("10/s", 3));
	const allowed = [0, 0, 0, 0, 50, 100, 100, 200].map((now) => buckets.take("a", now).allowed);
	assert.deepEqual(allowed, [true, true, true, false, false, true, false, true]);
});

test("the burst is what the rate names where nobody says otherwise", () => {
	const buckets = bucketsOf(parseRate("600/min"));
	for (let i = 0; i < 600; i++) assert.equal(buckets.take("a", 0).allowed, true);
	assert.equal(buckets.take("a", 0).allowed, false);
});

test("a refused call costs nothing, and after the wait that it was told the next one goes through", () => {
	const buckets = bucketsOf(parseRate("1/s", 1));
	buckets.take("a", 0);
	for (let i = 0; i < 100; i++) assert.equal(buckets.take("a", 10).allowed, false);
	const { wait } = buckets.take("a", 400);
	assert.equal(wait, 600);
	assert.equal(buckets.take("a", 400 + wait).allowed, true);
});

test("what remains is told, and when all of it is there again", () => {
	const buckets = bucketsOf(parseRate("10/s", 3));
	assert.deepEqual(buckets.take("a", 0), { allowed: true, remaining: 2, wait: 0, full: 100 });
	assert.equal(buckets.take("a", 0).remaining, 1);
	assert.equal(buckets.take("a", 0).remaining, 0);
	assert.equal(buckets.take("a", 1_000).remaining, 2);
});

test("callers do not share a bucket", () => {
	const buckets = bucketsOf(parseRate("1/s", 1));
	assert.equal(buckets.take("a", 0).allowed, true);
	assert.equal(buckets.take("b", 0).allowed, true);
	assert.equal(buckets.take("a", 0).allowed, false);
});

test("each caller may have a rate of its own", () => {
	const buckets = new Buckets();
	const allowed = ["1/h", "2/h"].map((rate) =>
		[0, 0, 0].map(() => buckets.take(rate, parseRate(rate), 0).allowed),
	);
	assert.deepEqual(allowed, [
		[true, false, false],
		[true, true, false],
	]);
});

test("however many callers come, only so many are remembered, and the idle ones are forgotten", () => {
	const buckets = bucketsOf(parseRate("1/h", 1), 1_000);
	for (let i = 0; i < 100_000; i++) buckets.take(`caller ${i}`, i / 1_000);
	assert.equal(buckets.size, 1_000);
	assert.equal(buckets.take("caller 99999", 100).allowed, false);
	const quick = bucketsOf(parseRate("1000/s", 1), 1_000);
	for (let i = 0; i < 10_000; i++) quick.take(`caller ${i}`, i);
	assert.ok(quick.size <= 2, `${quick.size} are remembered`);
});

test("within any stretch of time nobody gets more than the burst and what the rate adds", () => {
	const steps = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 200 });
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 50 }),
			fc.integer({ min: 1, max: 20 }),
			steps,
			(perSecond, burst, gaps) => {
				const buckets = bucketsOf(parseRate(`${perSecond}/s`, burst));
				let now = 0;
				const at = gaps.flatMap((gap) => {
					now += gap;
					return buckets.take("a", now).allowed ? [now] : [];
				});
				for (const [i, from] of at.entries())
					for (const [k, to] of at.slice(i).entries())
						assert.ok(k + 1 <= burst + ((to - from) * perSecond) / 1_000 + 0.01);
			},
		),
	);
});

for (const text of ["", "5", "0/s", "5/day", "-1/s", "1.5/s", "5 /s", "99999999/s"])
	test(`the rate ${JSON.stringify(text)} is refused`, () => {
		assert.throws(() => parseRate(text), { name: "RangeError", message: /such as 100\/s/ });
	});
