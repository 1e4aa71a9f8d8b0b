import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ROOT } from "../command.js";
import { freePort } from "./replica.js";

/** Debian installs varnishd in /usr/sbin, which is only on root's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
const FILE = `${ROOT}deploy/varnish/gristmill.vcl`;

const { error, stderr } = spawnSync("varnishd", ["-C", "-f", FILE], { env: { PATH }, encoding: "utf8" });

/** The reason to skip tests with Varnish, or false if Varnish and its module are installed. */
export const noVarnish =
	(error ?? /Could not find VMOD/.test(stderr)) && "varnish with varnish-modules is not installed";

/** Runs the actual file of deploy/varnish in front of the server with this port. Returns its address. */
export async function varnish(t: Pick<TestContext, "after">, port: number): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "varnish-"));
	const source = await readFile(FILE, "utf8");
	const own = join(folder, "own.vcl");
	await writeFile(own, source.replace('.port = "8080"', `.port = "${port}"`));
	const at = await freePort();
	const words = ["-F", "-n", folder, "-f", own, "-a", `127.0.0.1:${at}`, "-s", "default,256m"];
	// The second process of Varnish would have the rights of another user, who cannot read the folder.
	const child = spawn("varnishd", [...words, "-j", "none"], {
		env: { PATH },
		stdio: ["ignore", "ignore", "pipe"],
	});
	let told = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		told += text;
	});
	const ended = once(child, "close");
	t.after(async () => {
		child.kill("SIGTERM");
		await ended;
		await rm(folder, { recursive: true, force: true });
	});
	while (!(await listens(at))) {
		if (child.exitCode !== null) throw new Error(told);
		await setTimeout(20);
	}
	return `http://127.0.0.1:${at}`;
}

async function listens(port: number): Promise<boolean> {
	return fetch(`http://127.0.0.1:${port}/health/live`).then(
		() => true,
		() => false,
	);
}
