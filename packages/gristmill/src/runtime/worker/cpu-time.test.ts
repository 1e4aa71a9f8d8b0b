import assert from "node:assert/strict";
import { test } from "node:test";
import { CpuTime } from "./cpu-time.js";

test("CPU time counts for the mill that works, and is told in steps of 10 ms", () => {
	const told: [string, number][] = [];
	let used = 1_000_000;
	let asked = 0;
	const cpu = new CpuTime(
		(mill, micros) => told.push([mill, micros]),
		() => {
			asked++;
			return used;
		},
	);
	const works = (mill: string, micros: number) => {
		cpu.begin(mill);
		used += micros;
	};
	works("a", 9_000);
	cpu.end();
	// It was used between calls, so it is counted for no mill.
	used += 50_000;
	works("b", 12_000);
	works("a", 1_000);
	assert.deepEqual(told, [["b", 12_000]]);
	cpu.end();
	assert.deepEqual(told.splice(0), [
		["b", 12_000],
		["a", 10_000],
	]);
	const before = asked;
	for (let i = 0; i < 100; i++) works("a", 100);
	assert.equal(asked - before, 1, "calls of one mill ask for the time once");
	cpu.sample();
	assert.deepEqual(told, [["a", 10_000]]);
});
