import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeWorkplace, type Workplace } from "../../command/workplace.js";
import { MiB } from "../../core/definition/limits.js";
import type { Mill } from "../../core/definition/mill.js";
import { hasProbe } from "../digest/numeric-class.js";
import type { MillToLoad } from "../pool/messages.js";
import { alsoWriting } from "../pool/permissions.js";
import type { PoolEvent } from "../pool/pool-options.js";
import { residentOfChildren, vitalsOf } from "../pool/vitals.js";
import { startWorker } from "../pool/worker-process.js";

/** What failed: the probe, or the preparing of files. */
type What = "probe" | "files";
type PrintedEvent = Extract<PoolEvent, { type: "printed" }>;

/** A mill that takes longer to prepare its files hangs. */
const PREPARE_MS = 120_000;
/** How often its memory is looked at, where there is /proc. */
const LOOK_MS = 200;
/** After this time, the operator is told what the mill does. */
const SLOW_MS = 5_000;

/**
 * The files that mills prepare for their workers, and the numeric classes of their probes. Each mill has a process for both, which ends
 * afterwards, so that no worker keeps the memory that this took. A mill also works without the files.
 */
export class Preparations {
	readonly #folders = new Map<string, string>();
	/** The numeric classes, and what tells them. */
	readonly #classes = new Map<string, { readonly numbers: Promise<string>; tell(numbers: string): void }>();
	readonly #failed: (mill: string, reason: string, what: What) => void;
	readonly #slow: (mill: string) => void;
	readonly #printed: (event: PrintedEvent) => void;
	readonly #running = new Set<() => void>();
	#workplace: Workplace | undefined;
	#isClosed = false;

	/**
	 * Makes the folders of the mills that prepare files. `failed` is called if a mill cannot, or if its probe fails, `slow` if it takes seconds, and `printed`
	 * with what it prints.
	 */
	constructor(
		mills: readonly Mill[],
		failed: (mill: string, reason: string, what: What) => void,
		slow: (mill: string) => void,
		printed: (event: PrintedEvent) => void,
	) {
		this.#failed = failed;
		this.#slow = slow;
		this.#printed = printed;
		for (const { name } of mills.filter(hasProbe)) {
			let tell = (_: string) => {};
			const numbers = new Promise<string>((resolve) => {
				tell = resolve;
			});
			this.#classes.set(name, { numbers, tell });
		}
		const preparing = mills.filter(({ prepare }) => prepare);
		if (preparing.length === 0) return;
		try {
			this.#workplace = makeWorkplace();
			for (const { name } of preparing) {
				const folder = join(this.#workplace.path, name);
				mkdirSync(folder);
				this.#folders.set(name, folder);
			}
		} catch (error) {
			for (const { name } of preparing) this.#failed(name, (error as Error).message, "files");
			this.#folders.clear();
		}
	}

	/** The folder of a mill's files; undefined if it prepares none. */
	folderOf({ name }: Mill): string | undefined {
		return this.#folders.get(name);
	}

	/**
	 * The numeric class of a mill; undefined if it has no probe. If its probe failed or did not run, this is one that no other server has: it is
	 * unknown who gives the same answers.
	 */
	async numbersOf(mill: Mill): Promise<string | undefined> {
		if (!hasProbe(mill)) return undefined;
		// A child process keeps no program alive.
		const hold = setInterval(() => {}, PREPARE_MS);
		try {
			return (await this.#classes.get(mill.name)?.numbers) ?? randomUUID();
		} finally {
			clearInterval(hold);
		}
	}

	/**
	 * A function that lets a mill run its probe and prepare its files, in a process with the flags, the memory and the environment of its
	 * workers. It returns the URL of their folder, or undefined if that failed.
	 */
	of(
		mill: Mill,
		flags: readonly string[],
		memory: number,
		environment?: Readonly<Record<string, string>>,
	): ((mill: MillToLoad) => Promise<string | undefined>) | undefined {
		const folder = this.#folders.get(mill.name);
		const known = this.#classes.get(mill.name);
		if (folder === undefined && known === undefined) return undefined;
		const href = folder && pathToFileURL(`${folder}/`).href;
		let isProbed = known === undefined;
		const probed = (numbers: string) => {
			isProbed = true;
			known?.tell(numbers);
		};
		const run = async (given: MillToLoad) => {
			const slow = setTimeout(() => this.#slow(given.name), SLOW_MS).unref();
			const starts = { flags: folder === undefined ? flags : alsoWriting(flags, folder), environment };
			const trouble = await this.#run(given, href, starts, memory, probed).catch(
				(error: Error) => error.message,
			);
			clearTimeout(slow);
			if (trouble !== undefined && !this.#isClosed)
				this.#failed(given.name, trouble, isProbed ? "files" : "probe");
			known?.tell(randomUUID());
			return trouble;
		};
		return async (given) => {
			const end = run(given);
			// The workers need not wait for the probe.
			if (folder === undefined || (await end) === undefined) return href;
			// What it has written would only take room. It was just killed, and may write for another moment.
			await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => {});
			return undefined;
		};
	}

	/** Ends what is being prepared, and removes the folders. Call it after the workers were killed. */
	close(): void {
		this.#isClosed = true;
		const workplace = this.#workplace;
		this.#workplace = undefined;
		for (const stop of this.#running) stop();
		for (const { tell } of this.#classes.values()) tell(randomUUID());
		if (!workplace) return;
		try {
			// At once, because this process may end before anything else happens.
			for (const folder of this.#folders.values()) rmSync(folder, { recursive: true, force: true });
		} catch {
			// A process that was just killed may still have written to it.
		}
		void workplace.remove();
	}

	#run(
		mill: MillToLoad,
		folder: string | undefined,
		{
			flags,
			environment,
		}: {
			readonly flags: readonly string[];
			readonly environment: Readonly<Record<string, string>> | undefined;
		},
		memory: number,
		probed: (numbers: string) => void,
	): Promise<string | undefined> {
		if (this.#isClosed) return Promise.resolve("the server ends");
		return new Promise((resolve) => {
			const end = (trouble: string | undefined) => {
				clearTimeout(timer);
				clearInterval(look);
				this.#running.delete(stop);
				process.kill();
				resolve(trouble);
			};
			let lastMessage: string | undefined;
			const process = startWorker(
				flags,
				{
					message: (message) => {
						if (message.type === "printed")
							this.#printed({ ...message, worker: process.pid, request: undefined });
						else if (message.type === "ending") lastMessage = message.reason;
						else if (message.type === "probed") probed(message.numbers);
						else if (message.type === "prepared") end(undefined);
						else if (message.type === "unprepared") end(message.reason);
					},
					gone: (reason) => end(`its process ended: ${lastMessage ?? reason}`),
				},
				{ environment },
			);
			const stop = () => end("the server ends");
			const timer = setTimeout(() => end(`it took more than ${PREPARE_MS / 1_000} s`), PREPARE_MS).unref();
			const look = setInterval(async () => {
				const started = await residentOfChildren(process.pid);
				const resident = (vitalsOf(process.pid)?.resident ?? 0) + started;
				if (resident > memory) end(`its process took more than ${Math.round(memory / MiB)} MiB`);
			}, LOOK_MS).unref();
			this.#running.add(stop);
			process.send({ type: "prepare", mill, folder });
		});
	}
}
