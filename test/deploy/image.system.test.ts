// The images of the Dockerfiles that `gristmill build` writes, built and run for real, where buildah and debootstrap are. No
// registry is asked: the images that they begin with are made of Debian's packages and of the Node that runs this test.
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { GREETING, MAIN, post, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { ask, get } from "../../packages/gristmill/dist/testing/server.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";

const TOOLS = ["buildah", "debootstrap", "unshare"];
const MB = 1e6;

function whyNot(): string | false {
	if (!process.env.TEST_IMAGE) return "it takes minutes: TEST_IMAGE=1 runs it";
	if (process.getuid?.() !== 0) return "only root can make images of Debian";
	const missing = TOOLS.find((tool) => spawnSync(tool, ["--version"]).error !== undefined);
	if (missing !== undefined) return `${missing} is not installed`;
	// As debootstrap and the image need it. A container may forbid it.
	const probe =
		'cd "$(mktemp -d)" && mknod null c 1 3 && mkdir to && mount -t tmpfs tmpfs to && mount --bind to to';
	const { status } = spawnSync("unshare", ["--mount", "--pid", "--fork", "sh", "-c", probe]);
	return status !== 0 && "this machine allows no mounts";
}

/** How an image says that it is run. */
interface Config {
	readonly User: string;
	readonly Env: readonly string[];
	readonly WorkingDir: string;
	readonly Entrypoint: readonly string[];
	readonly Cmd: readonly string[];
	readonly Healthcheck: { readonly Test: readonly string[] };
}
/** The folder of its files, and how it is run. */
interface Image {
	readonly root: string;
	readonly config: Config;
}

const DEBIAN = "docker.io/library/debian:bookworm-slim";
const NODE = `docker.io/library/node:${process.versions.node}-bookworm-slim`;
/** The Python of Debian. */
const PYTHON = "docker.io/library/python:3.11-slim-bookworm";

describe("the image of a built folder", { skip: whyNot(), timeout: 1_800_000 }, () => {
	let folder = "";
	const buildah = (...words: string[]) => {
		const store = ["--root", join(folder, "store"), "--runroot", join(folder, "run")];
		const env = { ...process.env, STORAGE_DRIVER: "vfs", BUILDAH_ISOLATION: "chroot", TMPDIR: folder };
		return execFileSync("buildah", [...store, ...words], {
			env,
			stdio: "pipe",
			encoding: "utf8",
		}).trim();
	};

	/** Makes an image of a folder, on top of another one. */
	function commit(from: string, content: string, name: string, ...config: string[]): void {
		const container = buildah("from", "--pull-never", from);
		buildah("copy", "--quiet", container, content, "/");
		if (config.length > 0) buildah("config", ...config, container);
		buildah("commit", "--quiet", container, name);
		buildah("rm", container);
	}

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gristmill-image-"));
		const debian = join(folder, "debian");
		const mirror = mirrors().slice(0, 1);
		execFileSync("debootstrap", ["--variant=minbase", "--include=python3", "bookworm", debian, ...mirror], {
			stdio: "pipe",
		});
		// As the slim images of Debian.
		for (const path of [
			"var/cache/apt",
			"var/lib/apt/lists",
			"usr/share/doc",
			"usr/share/man",
			"usr/share/locale",
		])
			await rm(join(debian, path), { recursive: true, force: true });
		commit("scratch", debian, DEBIAN);
		buildah("tag", DEBIAN, PYTHON);

		const node = join(folder, "node");
		mkdirSync(join(node, "usr/local/bin"), { recursive: true });
		copyFileSync(realpathSync(process.execPath), join(node, "usr/local/bin/node"));
		commit(DEBIAN, node, NODE);
	});
	after(() => {
		// It unmounts their files.
		buildah("rm", "--all");
		return rm(folder, { recursive: true, force: true });
	});

	/** Builds mills into a folder, and its image without a network: nothing is installed. */
	function build(name: string, ...words: string[]): Image {
		const out = join(folder, name);
		execFileSync(process.execPath, [MAIN, "build", ...words, "-o", out], { stdio: "pipe", cwd: ROOT });
		buildah("bud", "--format", "docker", "--pull-never", "--network", "none", "--tag", name, out);
		const { Docker } = JSON.parse(buildah("inspect", "--type", "image", name));
		return { root: buildah("mount", buildah("from", "--pull-never", name)), config: Docker.config };
	}

	/** The size of the files of a folder in megabytes. */
	const sizeOf = (path: string) => {
		const [bytes] = execFileSync("du", ["-sb", path], { encoding: "utf8" }).split("\t");
		return Math.round(Number(bytes) / MB);
	};

	function tellSize(t: TestContext, root: string, name: string): number {
		const [all, own] = [sizeOf(root), sizeOf(join(root, "srv"))];
		t.diagnostic(`${name}: ${all} MB, of which ${own} MB are ours, on ${process.arch}`);
		return own;
	}

	test("an image with all mills runs read-only as user 1000, answers, is healthy, and drains", async (t) => {
		const image = build("gristmill", "classifier", "tokeniser", "normaliser", "translator");
		const { root } = image;
		const engines = join(root, "srv/gristmill/node_modules/onnxruntime-node/bin");
		const native = readdirSync(engines, { recursive: true, encoding: "utf8" }).filter((name) =>
			name.endsWith(".node"),
		);
		assert.deepEqual(
			native.map((name) => name.split("/").slice(1, 3).join("/")),
			[`linux/${process.arch}`],
		);
		assert.ok(tellSize(t, root, "all mills") <= 170);

		const { url, child, pid, inside } = await run(t, image);
		const state = readFileSync(`/proc/${pid()}/status`, "utf8");
		assert.match(state, /^Uid:\t1000\t1000\t1000\t1000$/m);
		assert.notEqual(inside(["sh", "-c", ": > /srv/gristmill/new"]).status, 0);
		assert.equal(inside(["sh", "-c", ": > /tmp/new"]).status, 0);
		// No connection is kept: `inside` holds this process up until the server has closed it.
		const ready = (await get(`${url}/health/ready`)).json<{ ready: boolean; mills: object }>();
		assert.equal(ready.ready, true, JSON.stringify(ready));
		assert.equal(Object.keys(ready.mills).length, 4);
		const [, ...health] = image.config.Healthcheck.Test;
		assert.equal(inside(health).status, 0);

		assert.equal(
			((await post(`${url}/tokeniser?scheme=word&format=count`, "two words")) as { count: number }).count,
			3,
		);
		assert.equal(((await post(`${url}/normaliser`, "Cafe\u0301")) as { text: string }).text, "Café");
		const face = readFileSync(`${ROOT}packages/mills/models/classifier/example.jpg`);
		const headers = { "Content-Type": "image/jpeg" };
		const answer = await ask(`${url}/classifier`, { method: "POST", headers, body: face });
		assert.deepEqual(Object.keys(answer.json()), ["gender", "age"]);
		const metrics = async () => (await get(`${url}/metrics`)).text;
		const text = Array.from({ length: 60 }, (_, i) => `The mill number ${i} stands by the river.`).join(" ");
		const long = post(`${url}/translator?from=en&to=es`, text);
		while (!/gristmill_calls_in_flight\{mill="translator"\} 1/.test(await metrics())) await setTimeout(50);
		process.kill(pid(), "SIGTERM");
		assert.match(((await long) as { text: string }).text, /molino/);
		assert.deepEqual(await once(child, "exit"), [0, null]);
	});

	test("an image of a mill in Python serves it", async (t) => {
		const words = [
			"examples/sentiment_scorer.py",
			"examples/word-counter.ts",
			"--python",
			"/usr/bin/python3",
		];
		const image = build("scorer", ...words);
		assert.ok(tellSize(t, image.root, "two small mills") <= 3);
		const { url } = await run(t, image);
		const { label } = (await post(`${url}/sentiment-scorer`, "A good, useful book.")) as { label: string };
		assert.equal(label, "positive");
		assert.deepEqual(await post(`${url}/word-counter`, "two words"), { words: 2, lines: 1, characters: 9 });
	});
});

/** Runs an image as `docker run --read-only --tmpfs /tmp` does, in namespaces of its own but for the network. */
async function run(t: TestContext, { root, config }: Image) {
	const port = await freePort();
	// On a busy machine, a call takes longer than the drain of eight seconds.
	const env = [
		...config.Env,
		`GRISTMILL_PORT=${port}`,
		"GRISTMILL_HOST=127.0.0.1",
		"GRISTMILL_DRAIN=1000000",
	];
	const command = [...config.Entrypoint, ...config.Cmd];
	const enter = ["chroot", `--userspec=${config.User}`, root, "/usr/bin/env", "-i", ...env];
	const script = `set -e
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs -o size=192m,mode=1777 tmpfs "$1/tmp"
shift
exec "$@"`;
	const inFolder = ["sh", "-c", `cd ${config.WorkingDir} && exec "$@"`, "run"];
	const child: ChildProcess = spawn(
		"unshare",
		["--mount", "--pid", "--fork", "sh", "-c", script, "run", root, ...enter, ...inFolder, ...command],
		{ stdio: ["ignore", "pipe", "inherit"] },
	);
	/** The server is the only child of unshare. With it, every process of its namespace ends. */
	const pid = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim());
	t.after(() => {
		if (child.exitCode === null) process.kill(pid(), "SIGKILL");
	});
	let printed = "";
	child.stdout?.setEncoding("utf8").on("data", (text: string) => {
		printed += text;
	});
	while (!GREETING.test(printed)) {
		assert.equal(child.exitCode, null, "it ended");
		await setTimeout(50);
	}
	/** Runs a program in the container. */
	const inside = (program: readonly string[]) =>
		spawnSync("nsenter", ["--target", String(pid()), "--mount", "--pid", ...enter, ...program]);
	return { url: `http://127.0.0.1:${port}`, child, pid, inside };
}

/** The mirrors of Debian that this machine uses. */
function mirrors(): string[] {
	const folder = "/etc/apt/sources.list.d/";
	const files = [
		"/etc/apt/sources.list",
		...(existsSync(folder) ? readdirSync(folder).map((name) => folder + name) : []),
	];
	const text = files
		.filter((file) => existsSync(file))
		.map((file) => readFileSync(file, "utf8"))
		.join("\n");
	return [...text.matchAll(/^(?:URIs:|deb(?: \[.*?\])?) +(https?:\S+\/debian\/?)(?= |$)/gm)].map(
		([, url = ""]) => url,
	);
}
