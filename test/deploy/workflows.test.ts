import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

interface Step {
	readonly uses?: string;
	readonly run?: string;
	readonly with?: Readonly<Record<string, string | boolean>>;
	readonly env?: Readonly<Record<string, string>>;
}
interface Job {
	readonly "runs-on": string;
	readonly container?: string;
	readonly needs?: string;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly "timeout-minutes"?: number;
	readonly strategy?: { readonly matrix: Readonly<Record<string, string[]>> };
	readonly steps: readonly Step[];
}
interface Workflow {
	readonly on: Readonly<Record<string, { readonly tags?: string[] } | null>>;
	readonly permissions: Readonly<Record<string, string>>;
	readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = `${ROOT}.github/workflows/`;
const files = readdirSync(FOLDER).sort();
const textOf = (name: string) => readFileSync(FOLDER + name, "utf8");
const workflows = new Map<string, Workflow>(files.map((name) => [name, parse(textOf(name))]));
const steps = [...workflows].flatMap(([name, { jobs }]) =>
	Object.values(jobs).flatMap((job) => job.steps.map((step) => ({ name, step }))),
);
const { scripts, engines } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
const oldest = engines.node.replace(">=", "");

test("every action is pinned to a commit, with its version beside it", () => {
	assert.deepEqual(files, ["ci.yml", "release.yml"]);
	const used = files.flatMap((name) => textOf(name).match(/uses:.*/g) ?? []);
	assert.equal(used.length, steps.filter(({ step }) => step.uses !== undefined).length);
	for (const line of used) assert.match(line, /^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("jobs may only read, except the one that publishes, and every job ends", () => {
	for (const [name, { permissions, jobs }] of workflows) {
		assert.deepEqual(permissions, { contents: "read" }, name);
		for (const [job, { permissions: own, "timeout-minutes": minutes }] of Object.entries(jobs)) {
			assert.ok(minutes, `${name}: ${job} has no time limit`);
			if (job === "publish") assert.deepEqual(own, { contents: "write", "id-token": "write" });
			else assert.equal(own, undefined, `${name}: ${job}`);
		}
	}
	for (const { name, step } of steps) {
		if (step.uses?.startsWith("actions/checkout@"))
			assert.equal(step.with?.["persist-credentials"], false, name);
		// An expression in a command would be code that somebody else writes, such as the name of a branch.
		assert.doesNotMatch(step.run ?? "", /\$\{\{/, name);
	}
	for (const name of files) assert.doesNotMatch(textOf(name), /secrets\.|registry|pull_request_target/, name);
});

test("every command names what exists", () => {
	const commands = steps.flatMap(({ step }) => (step.run ?? "").split("\n").filter((line) => line !== ""));
	for (const command of commands) {
		const [, script] = /^npm run (\S+)/.exec(command) ?? [];
		if (script !== undefined) assert.ok(Object.hasOwn(scripts, script), command);
		for (const [, file = ""] of [...command.matchAll(/node (\S+\.mjs)/g)])
			assert.ok(existsSync(ROOT + file), command);
	}
	for (const command of [
		".ci/run",
		"npm ci",
		"npm test",
		"npm run artifacts",
		"npm run release -- --publish",
	])
		assert.ok(commands.includes(command), command);
	accessSync(`${ROOT}.ci/run`, constants.X_OK);
	const { status, stderr } = spawnSync("bash", ["-n", `${ROOT}.ci/run`], { encoding: "utf8" });
	assert.equal(status, 0, stderr);
});

test("tests run on both architectures, with the oldest Node, the supported ones and the newest", () => {
	const { whole, test: tests } = workflows.get("ci.yml")?.jobs ?? {};
	assert.deepEqual(tests?.strategy?.matrix, {
		runner: ["ubuntu-24.04", "ubuntu-24.04-arm"],
		node: [oldest, "22", "24", "latest"],
	});
	assert.equal(whole?.container, `node:${oldest}-bookworm`);
});

test("a release is published only after everything has passed, and only for a tag", () => {
	const { on, jobs } = workflows.get("release.yml") as Workflow;
	assert.deepEqual(on, { push: { tags: ["v*"] } });
	assert.equal(jobs.publish?.needs, "whole");
	const everything = jobs.whole?.steps.find(({ run }) => run === ".ci/run");
	assert.ok(Number(everything?.env?.GRISTMILL_CI_MINUTES) >= 1000, "no suite is left out before a release");
	const commands = jobs.publish?.steps.map(({ run }) => run ?? "") ?? [];
	const order = ["npm ci", "npm run artifacts", "npm run release -- --publish"].map((one) =>
		commands.indexOf(one),
	);
	assert.deepEqual(
		order,
		[...order].sort((a, b) => a - b),
	);
	assert.match(commands.at(-1) ?? "", /gh release create "\$TAG" .* dist-release\/\*$/m);
});
