import assert from "node:assert/strict";
import { test } from "node:test";
import { Line } from "./line.js";

interface Adder {
	add(one: number, other: number): number;
	fail(): Promise<never>;
	wait(): Promise<void>;
}
interface Namer {
	name(): string;
}

/** Two ends, as between processes: what is sent arrives later, and cloned. */
function ends() {
	const deliver = (to: () => { receive(message: unknown): void }) => (message: unknown) =>
		setImmediate(() => to().receive(structuredClone(message)));
	const adder: Line<Adder, Namer> = new Line<Adder, Namer>(
		deliver(() => namer),
		{
			add: (one, other) => one + other,
			fail: () => Promise.reject(new RangeError("too large")),
			wait: () => new Promise(() => {}),
		},
	);
	const namer: Line<Namer, Adder> = new Line<Namer, Adder>(
		deliver(() => adder),
		{ name: () => "adder" },
	);
	return { adder, namer };
}

test("two processes ask each other, and each answer reaches its question", async () => {
	const { adder, namer } = ends();
	const asked = [namer.ask("add", 1, 2), namer.ask("add", 30, 4), adder.ask("name")];
	assert.deepEqual(await Promise.all(asked), [3, 34, "adder"]);
});

test("a question whose handler fails is rejected at the asker", async () => {
	await assert.rejects(ends().namer.ask("fail"), /^Error: too large$/);
});

test("a question to a process that is gone is rejected", async () => {
	const { namer } = ends();
	const asked = namer.ask("wait");
	namer.close();
	await assert.rejects(asked, /The other process is gone\./);
});
