import { mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeWorkplace, type Workplace } from "../../command/workplace.js";
import { MiB } from "../../core/definition/limits.js";
import type { Mill } from "../../core/definition/mill.js";
import type { MillToLoad } from "../pool/messages.js";
import { alsoWriting } from "../pool/permissions.js";
import type { PoolEvent } from "../pool/pool-options.js";
import { residentOfChildren, vitalsOf } from "../pool/vitals.js";
import { startWorker } from "../pool/worker-process.js";

type PrintedEvent = Extract<PoolEvent, { type: "printed" }>;

/** A mill that takes longer to prepare its files hangs. */
const PREPARE_MS = 120_000;
/** How often its memory is looked at, where there is /proc. */
const LOOK_MS = 200;
/** After this time, the operator is told what the mill does. */
const SLOW_MS = 5_000;

/**
 * The files that mills prepare for their workers. Each mill prepares them in a process that ends afterwards, so that no worker keeps
 * the memory that this took. A mill also works without the files.
 */
export class Preparations {
	readonly #folders = new Map<string, string>();
	readonly #failed: (mill: string, reason: string) => void;
	readonly #slow: (mill: string) => void;
	readonly #printed: (event: PrintedEvent) => void;
	readonly #running = new Set<() => void>();
	#workplace: Workplace | undefined;

	/**
	 * Makes the folders of the mills that prepare files. `failed` is called if a mill cannot, `slow` if it takes seconds, and `printed`
	 * with what it prints.
	 */
	constructor(
		mills: readonly Mill[],
		failed: (mill: string, reason: string) => void,
		slow: (mill: string) => void,
		printed: (event: PrintedEvent) => void,
	) {
		this.#failed = failed;
		this.#slow = slow;
		this.#printed = printed;
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
			for (const { name } of preparing) this.#failed(name, (error as Error).message);
			this.#folders.clear();
		}
	}

	/** The folder of a mill's files; undefined if it prepares none. */
	folderOf({ name }: Mill): string | undefined {
		return this.#folders.get(name);
	}

	/**
	 * A function that lets a mill prepare its files, in a process with the flags, the memory and the environment of its workers. It returns
	 * the URL of their folder, or undefined if that failed.
	 */
	of(
		mill: Mill,
		flags: readonly string[],
		memory: number,
		environment?: Readonly<Record<string, string>>,
	): ((mill: MillToLoad) => Promise<string | undefined>) | undefined {
		const folder = this.#folders.get(mill.name);
		if (folder === undefined) return undefined;
		const { href } = pathToFileURL(`${folder}/`);
		return async (given) => {
			const slow = setTimeout(() => this.#slow(given.name), SLOW_MS).unref();
			const starts = { flags: alsoWriting(flags, folder), environment };
			const trouble = await this.#run(given, href, starts, memory).catch((error: Error) => error.message);
			clearTimeout(slow);
			if (trouble === undefined) return href;
			if (this.#workplace) this.#failed(given.name, trouble);
			// What it has written would only take room. It was just killed, and may write for another moment.
			await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => {});
			return undefined;
		};
	}

	/** Ends what is being prepared, and removes the folders. Call it after the workers were killed. */
	close(): void {
		const workplace = this.#workplace;
		this.#workplace = undefined;
		for (const stop of this.#running) stop();
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
		folder: string,
		{
			flags,
			environment,
		}: {
			readonly flags: readonly string[];
			readonly environment: Readonly<Record<string, string>> | undefined;
		},
		memory: number,
	): Promise<string | undefined> {
		if (!this.#workplace) return Promise.resolve("the server ends");
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
