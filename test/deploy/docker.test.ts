import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT, start } from "../../packages/gristmill/dist/testing/command.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";
import { stages } from "./dockerfile.js";

/** What .dockerignore leaves out at any depth. */
const BUILT = ["node_modules", "dist"];

const all = stages();
const last = all.at(-1)?.steps ?? [];
const said = (word: string) => last.find((step) => step.word === word)?.rest ?? "";
const environment = Object.fromEntries(
	last.filter(({ word }) => word === "ENV").map(({ rest }) => rest.split("=") as [string, string]),
);

test("the image does not run as root, has no dev dependencies, and has a health check", () => {
	assert.match(said("USER"), /^[1-9]\d*:[1-9]\d*$/);
	assert.ok(last.every(({ word }) => word !== "RUN" && word !== "ADD"));
	const copied = last.filter(({ word }) => word === "COPY").map(({ rest }) => rest);
	assert.ok(
		copied.every((rest) => rest.startsWith("--from=")),
		"a COPY without --from would copy files that are not in the package",
	);
	const dependencies = all.find(({ name }) => name === "dependencies");
	assert.ok(dependencies?.steps.some(({ rest }) => rest.startsWith("npm ci --omit=dev")));
});

test("every path that the Dockerfile copies exists, and .dockerignore lets in exactly those", () => {
	const copied = all
		.flatMap(({ steps }) => steps)
		.filter(({ word, rest }) => word === "COPY" && !rest.startsWith("--from="))
		.flatMap(({ rest }) => rest.split(" ").slice(0, -1));
	for (const path of copied) assert.ok(existsSync(ROOT + path), path);
	const ignore = readFileSync(`${ROOT}.dockerignore`, "utf8").split("\n");
	const letIn = ignore.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
	assert.ok(ignore.includes("*"));
	for (const name of BUILT) assert.ok(ignore.includes(`**/${name}`), name);
	const roots = copied.map((path) => path.replace(/\/.*/, ""));
	assert.deepEqual([...new Set(roots)].sort(), letIn.sort());
});

test("the health check exits with 0 while the server runs, and with 1 otherwise", async (t) => {
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
	const server = start(t, process.execPath, [`${ROOT}packages/gristmill/dist/cli/main.js`, "serve"], { env });
	await server.printed(/http:\/\/\S+\/\s/);
	assert.equal(check(), 0);
});
