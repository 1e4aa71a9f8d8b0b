import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { warden } from "../../command/warden.js";
import { isObject } from "../../core/schema/is-object.js";
import { ArrivingBytes } from "./arriving.js";
import { type FromWorker, isFromWorker, ONE_PIPE, SHOW_MESSAGES, type ToWorker } from "./messages.js";
import { packToWorker, unpackFromWorker } from "./payload.js";
import { maySpawn } from "./permissions.js";
import { Wire } from "./wire.js";

const ENTRY = fileURLToPath(new URL("../worker/worker.js", import.meta.url));

/** The environment of a worker: nothing of the server's, and the same on every machine. */
const ENVIRONMENT = {
	TZ: "UTC",
	LANG: "en_US.UTF-8",
	LC_ALL: "en_US.UTF-8",
	// Otherwise glibc keeps more and more of the memory that native code has freed: 30 to 40 MB in a worker of the translator.
	MALLOC_MMAP_THRESHOLD_: "131072",
	MALLOC_TRIM_THRESHOLD_: "4194304",
	MALLOC_ARENA_MAX: "2",
	// onnxruntime reports its use to its makers otherwise.
	ORT_DISABLE_TELEMETRY: "1",
};

/** The niceness relative to the server. */
const NICENESS = 5;

/** How long the pipe of an ended worker is read. A process that the worker has started and that has left its group may hold it open. */
const LAST_MESSAGES_MS = 500;

/** One worker process, seen from the server. */
export interface WorkerProcess {
	readonly pid: number | undefined;
	/** The mills that it has loaded. */
	readonly loaded: ReadonlySet<string>;
	/** Whether the process has ended. Its last messages may still come. */
	readonly hasEnded: boolean;
	send(message: ToWorker): void;
	/** Kills it at once, in any state, with every process that it has started. */
	kill(): void;
}

export interface WorkerProcessEvents {
	message(message: FromWorker): void;
	/** Called once, when the process has ended or could not be started. */
	gone(reason: string): void;
}

/** In what a worker differs from others. */
interface WorkerTraits {
	/** Whether error messages may quote input. */
	readonly showMessages?: boolean;
	/** Variables beyond those of every worker. */
	readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Starts a worker; `flags` are Node's. It does nothing until it receives the mills to load. */
export function startWorker(
	flags: readonly string[],
	events: WorkerProcessEvents,
	traits: WorkerTraits = {},
): WorkerProcess {
	// A worker that may start processes leads a group of its own, so that they can be killed with it. The others stay in the
	// server's session: if the kernel groups processes by session, niceness counts only within a session.
	const leads = maySpawn(flags);
	let child: ChildProcess;
	try {
		child = spawnWorker(flags, leads, traits);
	} catch (error) {
		// Some failures are thrown, such as too little memory, and others are events; the server must survive both.
		process.nextTick(() => events.gone((error as Error).message));
		return { pid: undefined, loaded: new Set(), hasEnded: true, send: () => {}, kill: () => {} };
	}
	yieldToServer(child);
	// Workers do not keep the program alive: the listening server does.
	child.unref();
	const loaded = new Set<string>();
	let hasEnded = false;
	let isOver = false;
	const gone = (reason: string) => {
		if (isOver) return;
		isOver = true;
		events.gone(reason);
	};
	const kill = killerOf(child, leads);
	// There are no pipes if the system has no file descriptor left.
	const incoming = child.stdio?.[3] as Socket | undefined;
	const outgoing = (child.stdin as Socket | null) ?? incoming;
	for (const pipe of [outgoing, incoming]) pipe?.unref();
	const received = (message: unknown) => {
		if (isOver || !isFromWorker(message)) return;
		if (message.type === "loaded") loaded.add(message.mill);
		events.message(message);
	};
	const arriving = (given: unknown, size: number) => {
		if (!isObject(given) || given.type !== "arriving") return undefined;
		const content = new ArrivingBytes(size);
		// The rest of it may be lost, so the call runs again.
		if (hasEnded) return content;
		received({ ...given, content });
		return content;
	};
	// A worker without its pipes is useless, so it is killed. Its exit then says how it ended.
	outgoing?.on("error", kill);
	const wire =
		outgoing &&
		incoming &&
		new Wire(incoming, outgoing, (given, bytes) => received(unpackFromWorker(given, bytes)), kill, arriving);
	child.once("exit", (code, signal) => {
		hasEnded = true;
		const reason = signal ? `signal ${signal}` : `exit code ${code}`;
		// The pipe may still hold its last messages, such as the mill that it began to load.
		const timer = setTimeout(() => gone(reason), LAST_MESSAGES_MS).unref();
		child.once("close", () => {
			clearTimeout(timer);
			gone(reason);
		});
	});
	child.on("error", (error) => {
		kill();
		gone(error.message);
	});
	const send = (given: ToWorker) => {
		const { message, bytes } = packToWorker(given);
		wire?.send(message, bytes);
	};
	return {
		pid: child.pid,
		loaded,
		get hasEnded() {
			return hasEnded;
		},
		send,
		kill,
	};
}

function spawnWorker(
	flags: readonly string[],
	leads: boolean,
	{ showMessages, environment }: WorkerTraits,
): ChildProcess {
	const words = [
		"--disable-warning=ExperimentalWarning",
		// The author of a mill has declared in `needs` that it may spawn or load addons. A warning at every start adds nothing.
		"--disable-warning=SecurityWarning",
		"--enable-source-maps",
		// Node's permission model does not stop a mill from writing traces.
		"--trace-event-file-pattern=/dev/null",
		...flags,
		ENTRY,
		...(leads ? [ONE_PIPE] : []),
		...(showMessages ? [SHOW_MESSAGES] : []),
	];
	return spawn(process.execPath, words, {
		detached: leads,
		env: { ...ENVIRONMENT, ...environment },
		// Without the network, a worker can only read from its standard input and write to descriptor 3. If it may start processes, they
		// may inherit its standard input, so that is empty. What a mill prints goes to stderr, like the log.
		stdio: [leads ? "ignore" : "pipe", 2, 2, "pipe"],
	});
}

/** Health checks stay fast on a busy machine. From its start on: otherwise a new worker would take the time of those that compute. */
function yieldToServer({ pid }: ChildProcess): void {
	try {
		if (pid !== undefined) setPriority(pid, getPriority() + NICENESS);
	} catch {
		// It is not allowed here, or the process has ended. The worker runs anyway.
	}
}

/**
 * Returns a function that kills a child process, with its whole process group if it `leads` one. It does nothing after the
 * child's exit. The group is also killed if its leader ends by itself or if this process is killed. Only a process that has
 * left the group survives.
 */
function killerOf(child: ChildProcess, leads: boolean): () => void {
	const { pid } = child;
	// It could not be started.
	if (pid === undefined) return () => {};
	const target = leads ? -pid : pid;
	let isOver = false;
	warden.guard(target);
	child.once("exit", () => {
		isOver = true;
		// The leader has just been reaped. While its group has members the system does not reuse the number, and it reuses a free
		// number only after all others. So this is safe now, and only now.
		if (leads) killTarget(target);
		warden.release(target);
	});
	return () => {
		if (!isOver) killTarget(target);
	};
}

function killTarget(target: number): void {
	try {
		process.kill(target, "SIGKILL");
	} catch {
		// It has ended already.
	}
}
