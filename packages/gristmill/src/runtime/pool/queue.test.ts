import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { FairQueue } from "./queue.js";

interface TestJob {
	readonly mill: string;
	readonly n: number;
}

/** A queue of jobs written as "a1 a2 b1": the mill and a number. */
function queueOf(jobs: string): FairQueue<TestJob> {
	const queue = new FairQueue<TestJob>();
	for (const word of jobs.split(" ")) queue.add(job(word));
	return queue;
}

function job(word: string): TestJob {
	return { mill: word.slice(0, 1), n: Number(word.slice(1)) };
}

const anyone = () => true;

/** Everything that is left, in the order in which it is taken. */
function drained(
	queue: FairQueue<TestJob>,
	may: (mill: string, othersWait: boolean) => boolean = anyone,
): string {
	const words: string[] = [];
	for (let next = queue.take(may); next; next = queue.take(may)) words.push(`${next.mill}${next.n}`);
	return words.join(" ");
}

test("an empty queue gives nothing", () => {
	const queue = new FairQueue<TestJob>();
	assert.equal(queue.take(anyone), undefined);
	assert.deepEqual([...queue.mills()], []);
	assert.equal(queue.count("a"), 0);
});

test("the jobs of one mill are first in, first out", () => {
	assert.equal(drained(queueOf("a1 a2 a3")), "a1 a2 a3");
});

test("mills take turns, however many jobs one of them has", () => {
	assert.equal(drained(queueOf("a1 a2 a3 a4 b1 c1 b2")), "a1 b1 c1 a2 b2 a3 a4");
});

test("a new mill gets its turn after the mills that wait already", () => {
	const queue = queueOf("a1 a2 b1");
	assert.equal(queue.take(anyone)?.mill, "a");
	queue.add(job("c1"));
	assert.deepEqual([...queue.mills()], ["b", "a", "c"]);
	assert.equal(drained(queue), "b1 a2 c1");
});

test("a mill that may not run now is passed over and keeps its turn", () => {
	const queue = queueOf("a1 b1 b2 c1");
	assert.equal(queue.take((mill) => mill !== "a")?.mill, "b");
	assert.deepEqual([...queue.mills()], ["a", "c", "b"]);
	assert.equal(drained(queue), "a1 c1 b2");
});

test("if no mill may run, nothing is taken and nothing is lost", () => {
	const queue = queueOf("a1 b1");
	assert.equal(
		queue.take(() => false),
		undefined,
	);
	assert.equal(drained(queue), "a1 b1");
});

test("`othersWait` says whether other mills wait", () => {
	const queue = queueOf("a1 a2 b1");
	const told: boolean[] = [];
	drained(queue, (_, othersWait) => {
		told.push(othersWait);
		return true;
	});
	assert.deepEqual(told, [true, true, false]);
});

test("a job that was tried already goes before all others of its mill, and only of its mill", () => {
	const queue = queueOf("a1 a2 b1");
	queue.addFirst([job("b0")]);
	queue.addFirst([job("a0"), job("a9")]);
	queue.addFirst([job("c0")]);
	queue.addFirst([]);
	assert.equal(drained(queue), "a0 b0 c0 a9 b1 a1 a2");
});

test("a removed job is not taken, and a mill without jobs is forgotten", () => {
	const queue = new FairQueue<TestJob>();
	const [first, second] = [job("a1"), job("a2")];
	queue.add(first);
	queue.add(second);
	assert.equal(queue.remove(first), true);
	assert.equal(queue.remove(first), false);
	assert.equal(queue.count("a"), 1);
	assert.equal(queue.remove(second), true);
	assert.deepEqual([...queue.mills()], []);
	assert.equal(queue.remove(job("b1")), false);
});

test("each job is taken once or removed once, and in order within its mill", () => {
	const step = fc.oneof(
		fc.record({ do: fc.constant("add"), mill: fc.constantFrom("a", "b", "c") }),
		fc.record({ do: fc.constant("take"), mill: fc.constantFrom("a", "b", "c", "") }),
		fc.record({ do: fc.constant("remove"), mill: fc.constantFrom("a", "b", "c") }),
	);
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const queue = new FairQueue<TestJob>();
			const model = new Map<string, TestJob[]>();
			let n = 0;
			for (const { do: what, mill } of steps) {
				const line = model.get(mill) ?? [];
				if (what === "add") {
					const added = { mill, n: n++ };
					queue.add(added);
					model.set(mill, [...line, added]);
				} else if (what === "take") {
					// The empty name means any mill.
					const taken = queue.take((name) => mill === "" || name === mill);
					if (taken) assert.equal(model.get(taken.mill)?.shift(), taken);
					else assert.equal(mill === "" ? [...model.values()].flat().length : line.length, 0);
				} else {
					const last = line.pop();
					if (last) assert.equal(queue.remove(last), true);
				}
				for (const [name, left] of model) assert.equal(queue.count(name), left.length);
			}
		}),
	);
});
