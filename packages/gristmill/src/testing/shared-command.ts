import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { environmentOf } from "./command.js";

const HOST = fileURLToPath(new URL("./shared-command-host.js", import.meta.url));

/** What one command is given. */
export interface CommandRun {
	readonly words: readonly string[];
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** The whole standard input. Without it, standard input stays open and empty. */
	readonly input?: string | Uint8Array | undefined;
}

/** What a command that has ended leaves. */
export interface Ended {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `gristmill WORDS…` to its end, in a process that has loaded the program and runs one command after the other. That
 * takes a fraction of the time of a process for each. What a process alone can show, such as its end, signals or a terminal,
 * needs `gristmill()`.
 */
export function ranInTurn(
	words: readonly string[],
	{
		cwd = process.cwd(),
		env = {},
		input,
	}: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string | Uint8Array } = {},
): Promise<Ended> {
	const run: CommandRun = { words, cwd, env: environmentOf(env), input };
	const ended = last.then(() => askHost(run));
	last = ended.catch(() => {});
	return ended;
}

async function askHost(run: CommandRun): Promise<Ended> {
	host ??= startHost();
	const { promise: gone, stop } = goneOf(host);
	const answer = once(host, "message").then(([message]) => message as Ended);
	host.send(run);
	// A test waits for it.
	host.ref();
	host.channel?.ref();
	try {
		return await Promise.race([answer, gone]);
	} finally {
		stop();
		host.channel?.unref();
		host.unref();
	}
}

function goneOf(child: ChildProcess): { promise: Promise<never>; stop: () => void } {
	let stop = () => {};
	const promise = new Promise<never>((_, reject) => {
		const fail = (code: number | null) => reject(new Error(`The command ended its process: ${code}`));
		child.once("exit", fail);
		stop = () => child.off("exit", fail);
	});
	return { promise, stop };
}

function startHost(): ChildProcess {
	const child = fork(HOST, [], { serialization: "advanced", execArgv: [] });
	child.channel?.unref();
	child.unref();
	return child;
}

after(() => host?.kill("SIGKILL"));
