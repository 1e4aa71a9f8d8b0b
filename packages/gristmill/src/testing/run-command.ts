import { EventEmitter, once } from "node:events";
import { Readable, Writable } from "node:stream";
import type { Host } from "../cli/command-line/host.js";
import { main } from "../cli/main.js";

/** What a command is given, besides its words. */
export interface CommandOptions {
	readonly cwd?: string;
	/** The whole environment, besides one worker for the mills. */
	readonly env?: NodeJS.ProcessEnv;
	/** The whole standard input, or a stream. Without it, standard input stays open and empty. */
	readonly input?: string | Uint8Array | Readable;
	/** Which of its streams are a terminal. */
	readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
	readonly columns?: number;
}

/** What a command that has ended leaves. */
interface Ended {
	readonly code: number;
	readonly out: string;
	readonly err: string;
	/** Standard output as it was written. */
	readonly bytes: Buffer;
}

/** What a test sees of the host that it gives to a command. */
interface Observed {
	readonly host: Host;
	/** Its output so far. */
	readonly bytes: () => Buffer;
	out(): string;
	err(): string;
	/** Waits until its output matches. */
	printed(pattern: RegExp): Promise<void>;
	/** Sends a signal to the command alone. */
	signal(name: NodeJS.Signals): void;
	/** The code of `exit`. */
	readonly exited: Promise<number>;
}

/** A host with streams, an environment and a folder of its own. */
export function observed({
	cwd = process.cwd(),
	env = {},
	input,
	terminals = [],
	columns = 80,
}: CommandOptions = {}): Observed {
	const outlet = (name: "stdout" | "stderr") => collector({ isTTY: terminals.includes(name), columns });
	const [stdout, stderr] = [outlet("stdout"), outlet("stderr")];
	const stdin =
		input instanceof Readable
			? input
			: input === undefined
				? new Readable({ read() {} })
				: Readable.from([Buffer.from(input)]);
	const events = new EventEmitter();
	let exit: Host["exit"] = () => {};
	const exited = new Promise<number>((resolve) => {
		exit = (code = 0) => resolve(code);
	});
	const host = {
		stdin: Object.assign(stdin, { isTTY: terminals.includes("stdin") }),
		stdout: stdout.stream,
		stderr: stderr.stream,
		env: { PATH: process.env.PATH, GRISTMILL_WORKERS: "1", ...env },
		cwd,
		events,
		exit,
	};
	return {
		host,
		bytes: stdout.bytes,
		out: stdout.text,
		printed: stdout.printed,
		err: stderr.text,
		signal: (name) => events.emit(name, name),
		exited,
	};
}

/** A host for a part of a command. */
export const testHost = (options?: CommandOptions): Host => observed(options).host;

/** Starts `gristmill WORDS…` in this process. */
export function begin(
	words: readonly string[],
	options?: CommandOptions,
): Omit<Observed, "host" | "exited"> & { readonly ended: Promise<Ended> } {
	const { host, exited, ...seen } = observed(options);
	const done = main(words, host).then((code) => code ?? exited);
	const ended = Promise.race([done, exited]).then((code) => {
		(host.events as EventEmitter).emit("exit", code);
		return { code, out: seen.out(), err: seen.err(), bytes: seen.bytes() };
	});
	return { ...seen, ended };
}

/** Runs `gristmill WORDS…` to its end in this process. */
export function run(words: readonly string[], options?: CommandOptions): Promise<Ended> {
	return begin(words, options).ended;
}

function collector(facts: { isTTY: boolean; columns: number }) {
	const chunks: Buffer[] = [];
	const bytes = () => Buffer.concat(chunks);
	const stream = new Writable({
		write(chunk, encoding, done) {
			chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, encoding));
			done();
			stream.emit("written");
		},
	});
	const text = () => bytes().toString("utf8");
	const printed = async (pattern: RegExp) => {
		while (!pattern.test(text())) await once(stream, "written");
	};
	return { stream: Object.assign(stream, facts), bytes, text, printed };
}
