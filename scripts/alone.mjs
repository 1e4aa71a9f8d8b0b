import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const FREE = "free";
const POLL_MS = 100;

/**
 * Does some work while no other process does it in the same folder; whoever comes meanwhile waits.
 *
 * The newest link in the folder names the process that works. A process that was killed leaves its link, and the next one makes a link
 * with the next number: the system makes a link for one process only, while taking over an old one could happen twice.
 */
export async function alone(folder, work) {
	mkdirSync(folder, { recursive: true });
	const own = await take(folder);
	try {
		return await work();
	} finally {
		symlinkSync(FREE, `${folder}/${own + 1}`);
		for (const number of numbers(folder)) if (number <= own) rmSync(`${folder}/${number}`, { force: true });
	}
}

const numbers = (folder) => readdirSync(folder).map(Number);

async function take(folder) {
	let told = false;
	for (;;) {
		const newest = Math.max(0, ...numbers(folder));
		try {
			const owner = newest === 0 ? FREE : readlinkSync(`${folder}/${newest}`);
			if (!isRunning(owner)) {
				symlinkSync(String(process.pid), `${folder}/${newest + 1}`);
				return newest + 1;
			}
			if (!told)
				console.error(
					`The process ${owner} is compiling the sources. This one waits for it. If there is no such build, remove ${folder}.`,
				);
			told = true;
		} catch (error) {
			// Another process was faster: it has made the link, or has removed an old one.
			if (error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
		}
		await setTimeout(POLL_MS);
	}
}

function isRunning(owner) {
	if (owner === FREE) return false;
	try {
		process.kill(Number(owner), 0);
		return true;
	} catch (error) {
		// It runs, and belongs to another user.
		return error.code === "EPERM";
	}
}
