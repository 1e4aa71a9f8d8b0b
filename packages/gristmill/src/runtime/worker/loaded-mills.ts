import { setTimeout } from "node:timers/promises";
import { configured } from "../../core/definition/settings.js";
import { demandUnchanged } from "../digest/hashed-files.js";
import { numericClass } from "../digest/numeric-class.js";
import { describeFailure } from "../loading/describe-failure.js";
import { importMill } from "../loading/import-mill.js";
import { warmUp } from "../loading/warm-up.js";
import type { FromWorker, MillToLoad } from "../pool/messages.js";
import { makeReady, type ReadyMill } from "../ready-mill.js";
import { queuesCalls } from "./queues-calls.js";

/** How long the next mill waits for one that is loading. */
const LOAD_WAIT_MS = 5_000;

/** The mills of a worker. It loads them one after the other. */
export class LoadedMills {
	readonly #send: (message: FromWorker) => void;
	readonly #onLoading: (mill: string) => void;
	readonly #ready = new Map<string, ReadyMill>();
	readonly #toLoad: MillToLoad[] = [];
	/** Every mill that is loaded, is loading, or is in `#toLoad`. */
	readonly #known = new Set<string>();

	/** `onLoading` is told the mill whose code runs next. */
	constructor(send: (message: FromWorker) => void, onLoading: (mill: string) => void) {
		this.#send = send;
		this.#onLoading = onLoading;
	}

	get(mill: string): ReadyMill | undefined {
		return this.#ready.get(mill);
	}

	/** The server may name a mill again, because it does not know what this worker has loaded. */
	add(mills: readonly MillToLoad[]): void {
		this.#toLoad.push(...mills.filter(({ name }) => !this.#known.has(name)));
		for (const { name } of mills) this.#known.add(name);
		void this.#loadAll();
	}

	/** A call waits for this mill. */
	loadNext(mill: string): void {
		const at = this.#toLoad.findIndex(({ name }) => name === mill);
		if (at > 0) this.#toLoad.unshift(...this.#toLoad.splice(at, 1));
	}

	/** Tells the numeric class of a mill, and then prepares its files if there is a folder for them. */
	async prepare({ name, url, files, settings }: MillToLoad, folder: string | undefined): Promise<void> {
		this.#onLoading(name);
		try {
			const demandStillUnchanged = await demandUnchanged(files);
			const mill = configured(await importMill(url), settings);
			const numbers = await numericClass(mill);
			if (numbers !== undefined) this.#send({ type: "probed", mill: name, numbers });
			if (folder !== undefined)
				await mill.prepare?.({ assets: mill.assets, settings: mill.settingValues, folder: new URL(folder) });
			await demandStillUnchanged();
			this.#send({ type: "prepared", mill: name });
		} catch (error) {
			this.#send({ type: "unprepared", mill: name, reason: describeFailure(error) });
		}
	}

	/** A mill that waits for something does not block the others for long. */
	async #loadAll(): Promise<void> {
		for (let next = this.#toLoad.shift(); next; next = this.#toLoad.shift()) {
			this.#send({ type: "loading", mill: next.name });
			await Promise.race([this.#load(next), setTimeout(LOAD_WAIT_MS, undefined, { ref: false })]);
		}
	}

	async #load({ name, url, files, program, settings, prepared }: MillToLoad): Promise<void> {
		let mill: ReadyMill | undefined;
		this.#onLoading(name);
		try {
			const demandStillUnchanged = await demandUnchanged(files);
			const folder = prepared === undefined ? undefined : new URL(prepared);
			mill = await makeReady(configured(await importMill(url), settings), program, folder);
			await warmUp(mill);
			await demandStillUnchanged();
			this.#ready.set(name, mill);
			this.#send({ type: "loaded", mill: name });
		} catch (error) {
			// The next try loads it again.
			const model = mill?.model;
			if (queuesCalls(model)) model.close();
			this.#known.delete(name);
			this.#send({ type: "unloadable", mill: name, reason: describeFailure(error) });
		}
	}
}
