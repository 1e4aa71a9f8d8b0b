import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { FlowQueue } from "../core/flow-queue.js";
import type { CallFolder } from "./call-folder.js";
import { guard, killGroup, launch } from "./launch.js";
import type { LIMITS } from "./options.js";
import { type ProgramEnd, ProgramFailure } from "./program-failure.js";

/** The most bytes of standard error that are kept: its end. */
const MOST_STDERR = 2_048;

/**
 * How long standard output may be silent after the program has ended, in milliseconds. A process that left the program's
 * group can hold it open for ever.
 */
const LONGEST_SILENCE = 250;

/** One execution of a program. */
interface Execution {
	/** For messages. */
	readonly name: string;
	readonly path: string;
	readonly words: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	/** Its working folder. */
	readonly folder: CallFolder;
	readonly stdin: Uint8Array;
	readonly limits: typeof LIMITS;
	readonly signal: AbortSignal;
	/** Gets standard output as it comes. Without it, the whole is returned. */
	readonly output?: FlowQueue<Uint8Array>;
}

/** How many bytes of its output a program may be ahead of the reader. */
const AHEAD = 64 * 1024;

/** Runs a program until it ends, or kills it when it exceeds a limit or no caller waits any more. */
export function execute(execution: Execution): Promise<{ end: ProgramEnd; stdout: Uint8Array }> {
	const { name, path, words, environment, folder, stdin, limits, signal, output } = execution;
	return new Promise((resolve, reject) => {
		const fail = ({ code }: NodeJS.ErrnoException) => {
			reject(new ProgramFailure(`${name} could not be started (${code})`));
		};
		let child: ChildProcess;
		try {
			child = launch(path, words, limits, { cwd: folder.path, env: environment });
		} catch (error) {
			fail(error as NodeJS.ErrnoException);
			return;
		}
		const { pid } = child;
		child.on("error", fail);
		if (pid === undefined) return;
		// It has announced itself to the warden that runs now. This is for the next one, if that one is killed.
		guard.guard(-pid);
		let isOver = false;
		let exceeded: ProgramEnd["exceeded"];
		const closePipes = () => {
			child.stdout?.destroy();
			child.stderr?.destroy();
		};
		const kill = () => {
			if (isOver) closePipes();
			else killGroup(pid);
		};
		const stopAt = (limit: "output" | "folder") => {
			exceeded ??= limit;
			kill();
		};
		signal.addEventListener("abort", kill, { once: true });
		if (signal.aborted) kill();
		const stopWatching = folder.watch(limits.maxFolder, () => stopAt("folder"));
		const tooMuch = () => stopAt("output");
		const stdout = output
			? passOn(child, output, limits.maxOutput, tooMuch)
			: collect(child.stdout, limits.maxOutput, tooMuch);
		const stderr = collectEnd(child.stderr);
		// A program may end, or close its input, before it has read everything.
		child.stdin?.on("error", () => {});
		child.stdin?.end(stdin);
		child.on("exit", () => {
			// What the program leaves behind ends with it. While the group has members, its number is not reused.
			killGroup(pid);
			isOver = true;
			guard.release(-pid);
			stopWatching();
			const stopWaiting = whenSilent(child.stdout, closePipes);
			child.on("close", stopWaiting);
		});
		child.on("close", async (code, ending) => {
			signal.removeEventListener("abort", kill);
			// A fast program may fill the folder and end between two measurements.
			if (ending === "SIGXFSZ" || (await folder.isFull(limits.maxFolder))) exceeded ??= "folder";
			const end = { exitCode: code ?? undefined, signal: ending ?? undefined, stderr: stderr(), exceeded };
			resolve({ end, stdout: stdout() });
		});
	});
}

/** Calls `then` when a stream has said nothing for too long. Returns a function that stops this. */
function whenSilent(stream: Readable | null, then: () => void): () => void {
	let timer: NodeJS.Timeout | undefined;
	let last: NodeJS.Immediate | undefined;
	const stop = () => {
		clearTimeout(timer);
		clearImmediate(last);
	};
	const wait = () => {
		stop();
		// If this process was paused, what has arrived meanwhile is read first.
		timer = setTimeout(() => {
			last = setImmediate(then);
		}, LONGEST_SILENCE);
	};
	stream?.on("data", wait);
	wait();
	return stop;
}

/** Reads everything, until there is too much. */
function collect(stream: Readable | null, most: number, onTooMuch: () => void): () => Uint8Array {
	const chunks: Uint8Array[] = [];
	let size = 0;
	stream?.on("data", (chunk: Uint8Array) => {
		size += chunk.byteLength;
		if (size > most) {
			chunks.length = 0;
			onTooMuch();
		} else chunks.push(chunk);
	});
	stream?.on("error", () => {});
	return () => Buffer.concat(chunks);
}

/** Reads as fast as the queue is read. After the end of the program, what is left in the pipe is read at once. */
function passOn(
	child: ChildProcess,
	queue: FlowQueue<Uint8Array>,
	most: number,
	onTooMuch: () => void,
): () => Uint8Array {
	const { stdout } = child;
	let size = 0;
	let hasEnded = false;
	stdout?.on("data", (chunk: Uint8Array) => {
		size += chunk.byteLength;
		if (size > most) onTooMuch();
		else queue.push(chunk, chunk.byteLength);
		if (queue.held >= AHEAD && !hasEnded) stdout.pause();
	});
	stdout?.on("error", () => {});
	queue.onTaken = () => {
		if (queue.held < AHEAD) stdout?.resume();
	};
	child.on("exit", () => {
		hasEnded = true;
		stdout?.resume();
	});
	return () => new Uint8Array();
}

/** Reads everything and keeps the end. */
function collectEnd(stream: Readable | null): () => string {
	let end = Buffer.alloc(0);
	stream?.on("data", (chunk: Uint8Array) => {
		end = Buffer.concat([end, chunk.subarray(-MOST_STDERR)]).subarray(-MOST_STDERR);
	});
	stream?.on("error", () => {});
	return () => end.toString("utf8");
}
