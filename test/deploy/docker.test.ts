import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { folderWith, post, ROOT, start } from "../../packages/gristmill/dist/testing/command.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";

interface Step {
	readonly word: string;
	readonly rest: string;
}
interface Stage {
	readonly name: string;
	readonly steps: readonly Step[];
}

/** The stages of the Dockerfile, without comments. */
function stages(): Stage[] {
	const lines = readFileSync(`${ROOT}Dockerfile`, "utf8").replaceAll("\\\n", " ").split("\n");
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

/** Copies as Docker does: a file into a folder; of a folder, its content. */
async function copy(source: string, target: string, workdir: string): Promise<void> {
	const into = join(
		workdir,
		target,
		statSync(source).isFile() && target.endsWith("/") ? basename(source) : "",
	);
	const filter = (path: string) => !BUILT.includes(basename(path));
	await cp(
		source,
		into,
		source.startsWith(ROOT) ? { recursive: true, filter } : { recursive: true, verbatimSymlinks: true },
	);
}

/** Takes the steps of a stage in a folder of its own, and gives the working directory. `others` are the folders of the stages before. */
async function build(
	stage: Stage,
	root: string,
	others: ReadonlyMap<string, string>,
	args: Record<string, string>,
): Promise<string> {
	let workdir = root;
	const env = { ...process.env };
	for (const { word, rest } of stage.steps) {
		if (word === "ARG") {
			const [name = "", value = ""] = rest.split("=");
			env[name] = args[name] ?? JSON.parse(value);
		}
		if (word === "WORKDIR") {
			workdir = join(root, rest);
			await mkdir(workdir, { recursive: true });
		}
		if (word === "RUN") execFileSync("sh", ["-ec", rest], { cwd: workdir, env, stdio: "pipe" });
		if (word !== "COPY") continue;
		const from = /^--from=(\w+) /.exec(rest)?.[1];
		const words = rest.replace(/^--from=\w+ /, "").split(" ");
		const target = words.pop() ?? "";
		for (const path of words)
			await copy(join(from === undefined ? ROOT : (others.get(from) ?? ""), path), target, workdir);
	}
	return workdir;
}

describe("the steps of the Dockerfile, taken one after the other", {
	skip: !process.env.GRISTMILL_IMAGE && "it installs packages: GRISTMILL_IMAGE=1 runs it",
	timeout: 900_000,
}, () => {
	const [first, second, third] = all as [Stage, Stage, Stage];
	let context = "";
	before(async () => {
		context = await mkdtemp(join(tmpdir(), "gristmill image "));
		await build(first, join(context, "build"), new Map(), {});
	});
	after(() => rm(context, { recursive: true, force: true }));

	/** Makes the image of a variant and starts it. */
	async function run(
		t: TestContext,
		variant: string,
		args: Record<string, string>,
		...more: string[]
	): Promise<{ url: string; modules: string }> {
		const roots = new Map([["build", join(context, "build")]]);
		roots.set("dependencies", join(context, variant, "dependencies"));
		await build(second, join(context, variant, "dependencies"), roots, args);
		const workdir = await build(third, join(context, variant, "image"), roots, args);
		const port = await freePort();
		const words = [...JSON.parse(said("ENTRYPOINT")), ...JSON.parse(said("CMD")), ...more].slice(1);
		const env = { ...environment, GRISTMILL_PORT: String(port) };
		const server = start(t, process.execPath, words, { cwd: workdir, env });
		await server.printed(/http:\/\/\S+\/\s/);
		const modules = join(workdir, "node_modules");
		assert.ok(!existsSync(join(modules, "typescript")));
		assert.ok(!lstatSync(join(modules, "gristmill")).isSymbolicLink());
		const files = readdirSync(modules, { recursive: true, encoding: "utf8" });
		assert.deepEqual(
			files.filter((name) => /^@?gristmill\/.*\.test\./.test(name)),
			[],
		);
		return { url: `http://127.0.0.1:${port}`, modules };
	}

	test("make a server with all mills, and the engine of one platform", async (t) => {
		const { url, modules } = await run(t, "all", {});
		const ready = (await (await fetch(`${url}/health/ready`)).json()) as { ready: boolean; mills: object };
		assert.equal(ready.ready, true, JSON.stringify(ready));
		assert.equal(Object.keys(ready.mills).length, 4);
		const tokens = await post(`${url}/tokeniser?scheme=word&format=count`, "two words");
		assert.equal((tokens as { count: number }).count, 3, JSON.stringify(tokens));
		const engines = readdirSync(join(modules, "onnxruntime-node/bin"), { recursive: true, encoding: "utf8" });
		const folders = new Set(
			engines
				.filter((name) => name.split("/").length > 3)
				.map((name) => name.split("/").slice(1, 3).join("/")),
		);
		assert.deepEqual([...folders], [`linux/${process.arch}`]);
	});

	test("make a server without mills, which serves a mill file of another folder", async (t) => {
		const folder = await folderWith(t, {});
		await cp(`${ROOT}examples/word-counter.ts`, join(folder, "my-mill.ts"));
		const { url, modules } = await run(t, "bare", { PACKAGES: "gristmill" }, join(folder, "my-mill.ts"));
		assert.deepEqual(await post(`${url}/word-counter`, "two words"), { words: 2, lines: 1, characters: 9 });
		for (const name of ["@gristmill", "onnxruntime-node", "sharp"])
			assert.ok(!existsSync(join(modules, name)), name);
	});
});
