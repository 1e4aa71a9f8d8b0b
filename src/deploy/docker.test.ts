import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { folderWith, post, ROOT, start } from "../testing/command.js";
import { freePort } from "../testing/replica.js";

interface Step {
	readonly word: string;
	readonly rest: string;
}
interface Stage {
	readonly name: string;
	readonly steps: readonly Step[];
}

/** The stages of the Dockerfile, comments left out. */
function stages(): Stage[] {
	const lines = readFileSync(`${ROOT}Dockerfile`, "utf8").split("\n");
	const steps = lines
		.filter((line) => /^[A-Z]+ /.test(line))
		.map((line) => {
			const [word = "", ...rest] = line.split(" ");
			return { word, rest: rest.join(" ") };
		});
	const found: { name: string; steps: Step[] }[] = [];
	for (const step of steps)
		if (step.word === "FROM") found.push({ name: / AS (\w+)/.exec(step.rest)?.[1] ?? "", steps: [] });
		else found.at(-1)?.steps.push(step);
	return found;
}

const all = stages();
const last = all.at(-1)?.steps ?? [];
const said = (word: string) => last.find((step) => step.word === word)?.rest ?? "";
const environment = Object.fromEntries(
	last.filter(({ word }) => word === "ENV").map(({ rest }) => rest.split("=") as [string, string]),
);

test("the image is not root's, has no dev dependencies, and looks after its health", () => {
	assert.match(said("USER"), /^[1-9]\d*:[1-9]\d*$/);
	assert.ok(last.every(({ word }) => word !== "RUN" && word !== "ADD"));
	const copied = last.filter(({ word }) => word === "COPY").map(({ rest }) => rest);
	assert.ok(
		copied.every((rest) => rest.startsWith("--from=")),
		"nothing comes from the build's folder unseen",
	);
	const dependencies = all.find(({ name }) => name === "dependencies");
	assert.ok(dependencies?.steps.some(({ rest }) => rest.startsWith("npm ci --omit=dev")));
});

test("what the Dockerfile copies is there, and .dockerignore lets in exactly that", () => {
	const copied = all
		.flatMap(({ steps }) => steps)
		.filter(({ word, rest }) => word === "COPY" && !rest.startsWith("--from="))
		.flatMap(({ rest }) => rest.split(" ").slice(0, -1));
	for (const path of copied) assert.ok(existsSync(ROOT + path), path);
	const ignore = readFileSync(`${ROOT}.dockerignore`, "utf8").split("\n");
	const letIn = ignore.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
	assert.ok(ignore.includes("*"));
	assert.deepEqual([...new Set(copied)].sort(), letIn.sort());
});

test("the health check says 0 while the server lives and 1 when it does not", async (t) => {
	const [, ...words] = JSON.parse(/CMD (\[.*\])/.exec(said("HEALTHCHECK"))?.[1] ?? "[]") as string[];
	const port = await freePort();
	const env = {
		...process.env,
		...environment,
		GRISTMILL_PORT: String(port),
		GRISTMILL_MILLS: "word-counter",
	};
	const check = () => spawnSync(process.execPath, words, { env }).status;
	assert.equal(check(), 1);
	const server = start(t, process.execPath, [`${ROOT}dist/src/cli/main.js`, "serve"], { env });
	await server.printed(/http:\/\/\S+\/\s/);
	assert.equal(check(), 0);
});

test("the Dockerfile's steps, done one after the other, make a server that runs from what they leave", {
	skip: !process.env.GRISTMILL_IMAGE && "it installs packages: GRISTMILL_IMAGE=1 does it",
	timeout: 600_000,
}, async (t) => {
	const context = await folderWith(t, {});
	const roots = new Map<string, string>();
	let workdir = "";
	for (const { name, steps } of all) {
		const root = join(context, name || "image");
		roots.set(name, root);
		for (const { word, rest } of steps) {
			if (word === "WORKDIR") {
				workdir = join(root, rest);
				await mkdir(workdir, { recursive: true });
			}
			if (word === "RUN") execFileSync("sh", ["-ec", rest], { cwd: workdir, stdio: "pipe" });
			if (word !== "COPY") continue;
			const from = /^--from=(\w+) /.exec(rest)?.[1];
			const words = rest.replace(/^--from=\w+ /, "").split(" ");
			const target = words.pop() ?? "";
			for (const path of words) {
				const source = from === undefined ? join(ROOT, path) : join(roots.get(from) ?? "", path);
				// As Docker does it: a file goes into a folder, of a folder that what it holds.
				const into =
					target === "./" && /\.\w+$|LICENSE|\.npmrc/.test(path)
						? join(workdir, basename(path))
						: join(workdir, target);
				await cp(source, into, { recursive: true });
			}
		}
	}
	assert.ok(!existsSync(join(workdir, "node_modules/typescript")));
	assert.ok(!existsSync(join(workdir, "src")));
	assert.deepEqual(
		readdirSync(join(workdir, "dist/src/http")).filter((name) => name.includes(".test.")),
		[],
	);
	const port = await freePort();
	const words = [...JSON.parse(said("ENTRYPOINT")), ...JSON.parse(said("CMD"))].slice(1);
	const env = { ...environment, GRISTMILL_PORT: String(port) };
	const server = start(t, process.execPath, words, { cwd: workdir, env });
	await server.printed(/http:\/\/\S+\/\s/);
	const ready = await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json();
	assert.equal((ready as { ready: boolean }).ready, true, JSON.stringify(ready));
	const tokens = await post(`http://127.0.0.1:${port}/tokeniser?scheme=word&format=count`, "two words");
	assert.equal((tokens as { count: number }).count, 3, JSON.stringify(tokens));
});
