import cluster, { type Worker } from "node:cluster";
import type { Log } from "../../telemetry/log/stderr-log.js";
import type { Family } from "../../telemetry/metrics/exposition.js";
import { countersOf, mergedFamilies } from "../../telemetry/metrics/merge.js";
import { DayBudgets } from "../wire/day-budgets.js";
import { Buckets } from "../wire/token-bucket.js";
import { connectionsOf } from "./handed-over.js";
import { Line } from "./line.js";
import type { Part, ProcessAnswers, SupervisorAnswers } from "./questions.js";
import { healthOf, inTime, metricsOf, shared, type Told } from "./together.js";

/** How the processes are started, and what they share. */
interface SupervisorOptions {
	readonly processes: number;
	/** The file that a process runs, and its words. The first process starts when no other one listens yet. */
	readonly file: string;
	readonly words: (part: Part, isFirst: boolean) => readonly string[];
	/** How long a process may take to finish its calls, in milliseconds. */
	readonly drain: number;
	readonly log: Log;
	/** Called with the line of the first process that listens. */
	readonly listening: (line: string) => void;
}

/** Starts processes that serve together, replaces those that end, and speaks for all of them. */
interface Supervisor {
	/** The rest of the greeting of the first process, when all are ready. Rejects with ProcessFailed if the first one cannot listen. */
	readonly started: Promise<string>;
	/** Sends a signal to every process. */
	signal(name: NodeJS.Signals): void;
	/** Lets every process finish its calls and end, and say the reason in the log. */
	close(reason: string): Promise<void>;
}

/** The first process ended before it listened. It has said why. */
export class ProcessFailed extends Error {
	readonly exitCode: number;

	constructor(exitCode: number) {
		super(`The first process ended with code ${exitCode}.`);
		this.exitCode = exitCode;
	}
}

/** One process. */
interface Member extends Told {
	readonly part: Part;
	readonly worker: Worker;
	readonly since: number;
	/** Whether it takes connections. */
	isListening: boolean;
	/** How often in a row it has not said that it is alive. */
	silences: number;
}

/** A process whose event loop stands still cannot be noticed by a probe, because another process answers the probe. */
const CHECK_EVERY_MS = 10_000;
const MOST_SILENCES = 3;
/** A process that ends this soon is started again with a growing delay. */
const SHORT_LIFE_MS = 5_000;
const LONGEST_DELAY_MS = 30_000;

/** Starts the processes: the first one alone, so that a mistake is told once, then the others. */
export function supervise(options: SupervisorOptions): Supervisor {
	const { processes, log } = options;
	const members = new Map<number, Member>();
	const buckets = new Buckets();
	const budgets = new DayBudgets();
	const greeted = new Set<number>();
	const delays = new Map<number, number>();
	const timers = new Set<NodeJS.Timeout>();
	let counted: readonly Family[] = [];
	let greeting = "";
	let hasListened = false;
	let ending = false;
	let settle: { resolve(greeting: string): void; reject(error: Error): void };
	let ended = () => {};
	const whenStarted = new Promise<string>((resolve, reject) => {
		settle = { resolve, reject };
	});

	function start(slot: number): void {
		const part = { slot, of: processes };
		cluster.setupPrimary({
			exec: options.file,
			args: [...options.words(part, !hasListened)],
			// Keeps typed arrays, infinite numbers and missing values.
			serialization: "advanced",
		});
		const worker = cluster.fork();
		const handed = connectionsOf(worker.process);
		const line = new Line<SupervisorAnswers, ProcessAnswers>(
			(message) => worker.isConnected() && worker.send(message),
			answersFor(slot),
		);
		members.set(slot, {
			...{ part, worker, line, since: performance.now() },
			...{ isListening: false, metrics: [], silences: 0 },
		});
		worker.on("message", (message) => line.receive(message));
		// Without a listener, a message to a process that is ending would end the supervisor.
		worker.on("error", () => {});
		worker.on("exit", (code, signal) => {
			handed.close();
			left(slot, code, signal);
		});
	}

	function answersFor(slot: number): SupervisorAnswers {
		return {
			listening: (text) => {
				const member = members.get(slot);
				if (member) member.isListening = true;
				const isFirst = !hasListened;
				hasListened = true;
				if (isFirst) options.listening(text);
				if (isFirst && !ending) for (let other = 1; other < processes; other++) start(other);
			},
			ready: (text) => {
				if (slot === 0) greeting = text;
				delays.delete(slot);
				greeted.add(slot);
				if (greeted.size === processes) settle.resolve(greeting);
			},
			take: (caller, rate) => buckets.take(caller, rate, performance.now()),
			spend: (caller, milliseconds, most) => budgets.spend(caller, milliseconds, most, performance.now()),
			health,
			metrics,
		};
	}

	function left(slot: number, code: number | null, signal: string | null): void {
		const member = members.get(slot);
		if (!member) return;
		members.delete(slot);
		member.line.close();
		counted = mergedFamilies([counted, countersOf(member.metrics)]);
		if (!hasListened) settle.reject(new ProcessFailed(code || 1));
		if (ending || !hasListened) {
			if (members.size === 0) ended();
			return;
		}
		const soon = performance.now() - member.since < SHORT_LIFE_MS;
		const delay = soon ? Math.min(LONGEST_DELAY_MS, 2 * (delays.get(slot) ?? 250)) : 0;
		if (soon) delays.set(slot, delay);
		const why = signal ? { signal } : { code };
		log(code === 0 ? "info" : "error", "an HTTP process ended and is replaced", {
			process: slot,
			...why,
			delay,
		});
		const timer = setTimeout(() => {
			timers.delete(timer);
			start(slot);
		}, delay);
		timers.add(timer);
	}

	const listening = () => [...members.values()].filter(({ isListening }) => isListening);

	const health = shared(() => healthOf(listening(), ending));
	const metrics = shared(() => metricsOf(listening(), counted));

	async function checkLife(member: Member): Promise<void> {
		const isAlive = (await inTime(member.line.ask("health"), CHECK_EVERY_MS / 2)) !== undefined;
		member.silences = isAlive ? 0 : member.silences + 1;
		if (member.silences < MOST_SILENCES || members.get(member.part.slot) !== member) return;
		log("error", "an HTTP process does not answer and is killed", { process: member.part.slot });
		member.worker.process.kill("SIGKILL");
	}
	const checks = setInterval(() => {
		for (const member of listening()) void checkLife(member);
	}, CHECK_EVERY_MS);

	cluster.schedulingPolicy = cluster.SCHED_RR;
	start(0);
	return {
		started: whenStarted,
		signal: (name) => {
			for (const { worker } of members.values()) worker.process.kill(name);
		},
		close: async (reason) => {
			ending = true;
			clearInterval(checks);
			for (const timer of timers) clearTimeout(timer);
			const all = new Promise<void>((resolve) => {
				ended = resolve;
			});
			for (const { line } of members.values()) line.ask("drain", reason).catch(() => {});
			if (members.size === 0) return;
			const bound = setTimeout(() => {
				for (const { worker } of members.values()) worker.process.kill("SIGKILL");
			}, options.drain + 5_000);
			await all;
			clearTimeout(bound);
		},
	};
}
