import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { GREETING, post, ROOT, start } from "../../packages/gristmill/dist/testing/command.js";
import { npm } from "./npm.js";

const LARGEST_MB = 60;
const MILL = `import { defineMill, Type, text } from "gristmill";
export default defineMill({
	name: "vowel-counter",
	version: "1.0.0",
	summary: "Counts the vowels of a text.",
	input: { "text/plain": text() },
	output: Type.Object({ vowels: Type.Integer() }),
	examples: [{ input: "gristmill", output: { vowels: 2 } }],
	run: (input) => ({ vowels: input.match(/[aeiou]/gi)?.length ?? 0 }),
});
`;
/** A server of one's own: the tokeniser in workers, and in this process. */
const SERVER = `import { createServer } from "gristmill";
import { modules } from "@gristmill/mills";
import tokeniser from "@gristmill/mills/tokeniser";
for (const mill of [modules.tokeniser, tokeniser]) {
	const server = await createServer([mill], { workers: 1, log: () => {} });
	const url = await server.listen(0);
	const headers = { "Content-Type": "text/plain" };
	const answer = await fetch(url + "/tokeniser?scheme=word&format=count", { method: "POST", headers, body: "two words" });
	console.log((await answer.json()).count);
	await server.close();
}
`;

/** The space that a folder takes on the disk, in MB. */
function sizeOf(folder: string): number {
	const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
	return paths.reduce((sum, path) => sum + lstatSync(join(folder, path)).blocks * 512, 0) / 1e6;
}

describe("the packed packages, installed in an empty folder", { timeout: 1_800_000 }, () => {
	let work = "";
	const folder = (name: string) => join(work, name);
	const tarball = (name: string) =>
		join(work, readdirSync(work).find((file) => new RegExp(`^${name}-\\d`).test(file)) ?? "");
	/** Runs npm in a project, and gives what it printed. */
	const done = (project: string, ...words: string[]) => {
		const { status, output } = npm(folder(project), ...words);
		assert.equal(status, 0, `npm ${words.join(" ")}: ${output}`);
		return output;
	};
	const gristmill = (t: TestContext, project: string, ...words: string[]) =>
		start(t, join(folder(project), "node_modules/.bin/gristmill"), words, { cwd: folder(project) });

	/** Without the install scripts: that of onnxruntime-node downloads what a GPU needs. */
	function install(project: string, ...tarballs: string[]): void {
		const words = [
			"install",
			"--omit=dev",
			"--ignore-scripts",
			"--prefer-offline",
			"--no-audit",
			"--no-fund",
		];
		done(project, ...words, ...tarballs);
	}
	async function serving(t: TestContext, project: string, ...words: string[]): Promise<string> {
		const server = gristmill(t, project, "serve", "--port", "0", ...words);
		const [, url = ""] = await server.printed(GREETING);
		return url;
	}

	before(() => {
		work = mkdtempSync(join(tmpdir(), "gristmill install "));
		execFileSync(process.execPath, [`${ROOT}scripts/pack.mjs`, work], { stdio: "pipe" });
		for (const project of ["toolkit", "both"]) {
			mkdirSync(folder(project));
			writeFileSync(join(folder(project), "package.json"), '{"private":true,"type":"module"}');
			writeFileSync(join(folder(project), "my-mill.ts"), MILL);
			writeFileSync(join(folder(project), "server.js"), SERVER);
		}
		install("toolkit", tarball("gristmill"));
		install("both", tarball("gristmill"), tarball("gristmill-mills"));
	});
	after(() => rmSync(work, { recursive: true, force: true }));

	test(`gristmill alone takes at most ${LARGEST_MB} MB`, (t) => {
		const size = sizeOf(join(folder("toolkit"), "node_modules"));
		t.diagnostic(`gristmill and its dependencies: ${size.toFixed(1)} MB`);
		assert.ok(size <= LARGEST_MB, `${size} MB`);
	});

	test("the SBOM lists every package that is installed", () => {
		execFileSync(process.execPath, [`${ROOT}scripts/sbom.mjs`, work], { stdio: "ignore" });
		for (const [project, name] of Object.entries({ toolkit: "gristmill", both: "gristmill-mills" })) {
			const { packages } = JSON.parse(
				readFileSync(join(folder(project), "node_modules/.package-lock.json"), "utf8"),
			);
			const { metadata, components } = JSON.parse(readFileSync(join(work, `${name}.cdx.json`), "utf8"));
			const listed = new Set([metadata.component, ...components].map((component) => component.name));
			for (const path of Object.keys(packages)) {
				const installed = path.replace(/^.*node_modules\//, "");
				assert.ok(listed.has(installed), `${name}.cdx.json lacks ${installed}`);
			}
		}
	});

	test("gristmill alone serves, checks and calls a mill file", async (t) => {
		const url = `${await serving(t, "toolkit", "my-mill.ts")}/vowel-counter`;
		assert.deepEqual(await post(url, "gristmill"), { vowels: 2 });
		const called = gristmill(t, "toolkit", "call", url, "--data", "mill");
		assert.equal(await called.ended, 0, called.stderr());
		assert.deepEqual(JSON.parse(called.stdout()), { vowels: 1 });
		const checked = gristmill(t, "toolkit", "check", url);
		assert.equal(await checked.ended, 0, checked.stdout() + checked.stderr());
	});

	test("gristmill alone has no mill to serve, and says so", async (t) => {
		const server = gristmill(t, "toolkit", "serve");
		assert.equal(await server.ended, 2);
		assert.match(server.stderr(), /No mills are installed\. .*install @gristmill\/mills/);
	});

	test("npm create, npm install and npx gristmill call lead from an empty folder to an answer", () => {
		mkdirSync(folder("empty"));
		// npm create gristmill@latest my-mill
		const creator = `--package=${tarball("create-gristmill")}`;
		done("empty", "exec", "--yes", "--prefer-offline", creator, "--", "create-gristmill", "my-mill");
		const project = "empty/my-mill";
		// This version is not on the registry yet.
		const path = join(folder(project), "package.json");
		const manifest = JSON.parse(readFileSync(path, "utf8"));
		const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
		assert.equal(manifest.dependencies.gristmill, `^${version}`);
		manifest.dependencies.gristmill = `file:${tarball("gristmill")}`;
		writeFileSync(path, JSON.stringify(manifest));
		done(project, "install", "--prefer-offline", "--no-audit", "--no-fund");
		const called = spawnSync("npx", ["gristmill", "call", "my-mill.ts", "--data", "Grist"], {
			cwd: folder(project),
			encoding: "utf8",
		});
		assert.deepEqual([called.status, called.stdout], [0, '{"characters":5}\n'], called.stderr);
		assert.match(done(project, "test"), /ok +example 0/);
		done(project, "run", "types");
	});

	test("both packages serve all four mills", async (t) => {
		const url = await serving(t, "both");
		const { ready, mills } = (await (await fetch(`${url}/health/ready`)).json()) as {
			ready: boolean;
			mills: Record<string, string>;
		};
		assert.ok(ready, JSON.stringify(mills));
		assert.deepEqual(Object.keys(mills).sort(), ["classifier", "normaliser", "tokeniser", "translator"]);
		const translated = (await post(`${url}/translator?to=es`, "The cat sleeps.")) as { text: string };
		assert.match(translated.text, /gato/);
	});

	test("a mill of the package works in a server of one's own, as a module and as an object", async (t) => {
		const server = start(t, process.execPath, ["server.js"], { cwd: folder("both") });
		assert.equal(await server.ended, 0, server.stderr());
		assert.equal(server.stdout(), "3\n3\n");
	});
});
