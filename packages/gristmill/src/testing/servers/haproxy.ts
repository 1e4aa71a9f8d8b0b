import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { folderWith, ROOT } from "../command.js";
import { freePort } from "./replica.js";

/** Debian installs HAProxy in /usr/sbin, which is only on root's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
const SOURCE = `${ROOT}deploy/haproxy/haproxy.cfg`;

/** The reason to skip tests with HAProxy, or false if HAProxy is installed. */
export const noHaproxy =
	spawnSync("haproxy", ["-v"], { env: { PATH } }).status !== 0 && "haproxy is not installed";

/** Lets HAProxy check the very file of deploy/haproxy. */
export function checkedHaproxy() {
	return spawnSync("haproxy", ["-c", "-f", SOURCE], { env: { PATH }, encoding: "utf8" });
}

/** Runs the very file over these ports. Its commands are taken at `socket`. */
export async function haproxy(
	t: TestContext,
	ports: readonly number[],
): Promise<{ readonly url: string; readonly socket: string }> {
	const port = await freePort();
	const folder = await folderWith(t, {});
	const socket = join(folder, "admin.sock");
	const source = await readFile(SOURCE, "utf8");
	const servers = ports.map((one, i) => `	server r${i} 127.0.0.1:${one}`).join("\n");
	const text = source
		// The folder's name contains a space.
		.replace("global\n", `global\n\tstats socket "${socket}" level admin\n`)
		.replace(/(?:\tserver \w+ .*\n)+/g, `${servers}\n`)
		.replace("bind :8080", `bind 127.0.0.1:${port}`)
		// On a busy machine, a replica that is slow to say that it is ready is not gone.
		.replace("timeout connect 1s", "timeout connect 60s\n\ttimeout check 60s");
	const file = join(folder, "haproxy.cfg");
	await writeFile(file, text);
	const child = spawn("haproxy", ["-db", "-f", file], { env: { PATH }, stdio: "ignore" });
	const ended = once(child, "close");
	t.after(async () => {
		child.kill("SIGKILL");
		await ended;
	});
	const url = `http://127.0.0.1:${port}`;
	while (!(await fetch(url).catch(() => undefined))) {
		assert.equal(child.exitCode, null, "haproxy ended");
		await setTimeout(50);
	}
	return { url, socket };
}
