import { Readable, Writable } from "node:stream";
import { bundleFolder } from "../mill-files/bundle.js";
import { MAIN } from "./command.js";
import type { CommandRun, Ended } from "./shared-command.js";

/** Runs the commands that its parent sends, one after the other, each as if the process were its own. */

const { main }: { main(words: readonly string[]): Promise<void> } = await import(MAIN);
const home = process.cwd();

function collector(): { stream: Writable; text: () => string } {
	const chunks: Buffer[] = [];
	const stream = new Writable({
		write(chunk, encoding, done) {
			chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, encoding));
			done();
		},
	});
	return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}

function give(name: string, value: unknown): void {
	Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
}

/** The listeners of this process, by event. */
function listeners(): Map<string | symbol, Set<unknown>> {
	return new Map(process.eventNames().map((name) => [name, new Set(process.rawListeners(name as "exit"))]));
}

/** Calls what waits for the end of the process, and removes every listener that was added since. */
function endListeners(before: ReadonlyMap<string | symbol, ReadonlySet<unknown>>, code: number): void {
	for (const name of process.eventNames())
		for (const listener of process.rawListeners(name as "exit")) {
			if (before.get(name)?.has(listener)) continue;
			process.off(name as "exit", listener as () => void);
			if (name === "exit") Reflect.apply(listener, process, [code]);
		}
}

async function run({ words, cwd, env, input }: CommandRun): Promise<Ended> {
	// The folder for bundles stays for the commands that follow.
	if (words.some((word) => /\.(?:ts|m?js|py)$/.test(word))) bundleFolder();
	const before = listeners();
	const stdout = collector();
	const stderr = collector();
	give("stdout", stdout.stream);
	give("stderr", stderr.stream);
	give("stdin", input === undefined ? new Readable({ read() {} }) : Readable.from([Buffer.from(input)]));
	process.chdir(cwd);
	process.env = env;
	process.exitCode = undefined;
	await new Promise<void>((resolve, reject) => {
		// Every command that calls it does so last.
		give("exit", (code?: number) => {
			if (code !== undefined) process.exitCode = code;
			resolve();
		});
		main(words).then(() => {
			// It exits by itself when it has printed.
			const exits = words.some((word) => word.startsWith("--print-config"));
			if (!exits || process.exitCode !== undefined) setImmediate(resolve);
		}, reject);
	});
	const code = Number(process.exitCode ?? 0);
	endListeners(before, code);
	process.chdir(home);
	return { code, out: stdout.text(), err: stderr.text() };
}

process.on("message", (message) => {
	void run(message as CommandRun).then((ended) => process.send?.(ended));
});
// Its parent has ended.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
