import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../packages/gristmill/dist/cli/main.js", import.meta.url));

/** Starts `gristmill serve` with these words. */
export async function serve(words) {
	const quiet = ["--port=0", "--log-level=error", "--access-log=none"];
	const child = spawn(process.execPath, [CLI, "serve", ...quiet, ...words], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	let printed = "";
	for await (const part of child.stdout) {
		printed += part;
		const port = /http:\S+:(\d+)\/\s[\s\S]*Documentation: /.exec(printed)?.[1];
		if (port) return { pid: child.pid, port: Number(port), stop: () => child.kill() };
	}
	throw new Error("The server ended before it was ready.");
}
