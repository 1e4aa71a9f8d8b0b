import assert from "node:assert/strict";
import { test } from "node:test";
import { Latencies } from "./latencies.js";

test("a quantile is known from twenty samples on, and old ones are forgotten", () => {
	const latencies = new Latencies();
	for (let i = 1; i < 20; i++) latencies.add(i);
	assert.equal(latencies.quantile(0.5), undefined);
	latencies.add(20);
	assert.equal(latencies.quantile(0.95), 20);
	assert.equal(latencies.quantile(0), 1);
	for (let i = 0; i < 128; i++) latencies.add(7);
	assert.equal(latencies.quantile(1), 7);
});

test("at most one in ten calls gets a second request", () => {
	const latencies = new Latencies();
	assert.ok(latencies.spend());
	assert.ok(!latencies.spend());
	for (let i = 0; i < 11; i++) latencies.add(1);
	assert.ok(latencies.spend());
	assert.ok(!latencies.spend());
});
