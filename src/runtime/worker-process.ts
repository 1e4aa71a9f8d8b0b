import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type FromWorker, isFromWorker, type ToWorker } from "./messages.js";

const ENTRY = fileURLToPath(new URL("./worker.js", import.meta.url));

/** What a worker may see of the environment: nothing of the server's, and the same everywhere. */
const ENVIRONMENT = { TZ: "UTC", LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8" };

/** One worker process, seen from the parent. */
export interface WorkerProcess {
	readonly pid: number | undefined;
	/** The mills that it has loaded. */
	readonly loaded: ReadonlySet<string>;
	say(message: ToWorker): void;
	/** At once and in any state, a native call included. */
	kill(): unknown;
}

/** What a worker tells, as it happens. */
export interface WorkerEvents {
	message(message: FromWorker): void;
	/** It is gone, whatever the reason; told once. */
	gone(reason: string): void;
}

/** Starts a worker; `flags` are Node's, `mills` in the order in which it should load them. */
export function startWorker(
	flags: readonly string[],
	mills: readonly { readonly name: string; readonly url: string }[],
	events: WorkerEvents,
): WorkerProcess {
	let child: ChildProcess;
	try {
		child = forked(flags);
	} catch (error) {
		// Some failures are thrown, such as too little memory, and others are events; the server must outlive both.
		process.nextTick(() => events.gone((error as Error).message));
		return { pid: undefined, loaded: new Set(), say: () => {}, kill: () => {} };
	}
	// Workers keep no program alive: the server does, as long as it listens.
	child.unref();
	child.channel?.unref();
	const loaded = new Set<string>();
	let over = false;
	const gone = (reason: string) => {
		if (over) return;
		over = true;
		events.gone(reason);
	};
	const kill = () => child.kill("SIGKILL");
	child.on("message", (message: unknown) => {
		if (over || !isFromWorker(message)) return;
		if (message.type === "loaded") loaded.add(message.mill);
		events.message(message);
	});
	// A worker without its pipe is of no use, even if it lives. How it ended is known only at its exit.
	child.on("disconnect", kill);
	child.on("exit", (code, signal) => gone(signal ? `signal ${signal}` : `exit code ${code}`));
	child.on("error", (error) => gone(error.message));
	const say = (message: ToWorker) => {
		if (child.connected) child.send(message, (error) => error && kill());
	};
	say({ type: "boot", mills });
	return { pid: child.pid, loaded, say, kill };
}

function forked(flags: readonly string[]): ChildProcess {
	return fork(ENTRY, {
		execArgv: [
			"--disable-warning=ExperimentalWarning",
			// That a mill may spawn or load addons is its author's `needs`, and no news at every start of a worker.
			"--disable-warning=SecurityWarning",
			"--enable-source-maps",
			...flags,
		],
		env: ENVIRONMENT,
		serialization: "advanced",
		// What a mill prints is for its author: it goes where the log goes.
		stdio: ["ignore", 2, 2, "ipc"],
	});
}
