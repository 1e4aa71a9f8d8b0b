import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "./problem.js";
import { MILL_MAY_RAISE, MILL_STATUSES, PROBLEMS, type ProblemKind } from "./problem-table.js";

const KINDS: [string, ProblemKind][] = Object.entries(PROBLEMS);

test("a problem carries its code, its detail and further members", () => {
	const problem = new Problem("no-face", "The picture shows no face.", { faces: 0 });
	assert.ok(problem instanceof Error);
	assert.equal(problem.name, "Problem");
	assert.equal(problem.code, "no-face");
	assert.equal(problem.detail, "The picture shows no face.");
	assert.deepEqual(problem.members, { faces: 0 });
	assert.equal(problem.message, "no-face: The picture shows no face.");
});

test("detail and members may be left out", () => {
	const problem = new Problem("no-face");
	assert.equal(problem.detail, undefined);
	assert.deepEqual(problem.members, {});
	assert.equal(problem.message, "no-face");
});

test("a problem of another copy of the package is known by its mark", async () => {
	const copy: string = `${new URL("./problem.js", import.meta.url)}?copy`;
	const { Problem: Foreign } = (await import(copy)) as { Problem: typeof Problem };
	const foreign = new Foreign("no-face");
	assert.ok(!(foreign instanceof Problem), "the copy must be another class");
	assert.ok(Problem.is(foreign));
});

test("an object that merely looks like a problem is not one", () => {
	for (const value of [
		{ code: "no-face" },
		new Error("no-face"),
		Object("no-face"),
		"no-face",
		null,
		undefined,
		1,
	])
		assert.equal(Problem.is(value), false);
});

test("every code fits into an address and every kind says what to do", () => {
	for (const [code, { status, title, todo }] of KINDS) {
		assert.match(code, /^[a-z][a-z-]*$/);
		assert.ok(Number.isInteger(status) && status >= 400 && status <= 599, code);
		assert.match(title, /^[A-Z][^.]*$/, code);
		assert.match(todo, /^[A-Z`].*\.$/, code);
	}
});

test("titles are told apart", () => {
	const titles = KINDS.map(([, { title }]) => title);
	assert.equal(new Set(titles).size, titles.length);
});

test("what a mill may raise by itself can all be blamed on its input", () => {
	for (const code of MILL_MAY_RAISE) assert.ok(MILL_STATUSES.includes(PROBLEMS[code].status), code);
});
