import type { Client } from "../../client/index.js";
import { type FoundMill, readMill } from "../client/read-mill.js";
import type { Host } from "../command-line/host.js";

type MillChoice = Parameters<typeof readMill>[1];

/** The mills that receipts name. Each is found, or started, when the first receipt needs it, and kept until the end. */
export class OpenMills {
	readonly #client: Client;
	readonly #chosen: MillChoice;
	readonly #host: Host;
	readonly #known = new Map<string, Promise<FoundMill>>();
	readonly #ends: Promise<unknown>[] = [];
	/** Mills are started one after the other, because a start moves the standard output of this process. */
	#last: Promise<unknown> = Promise.resolve();
	#end = () => {};
	readonly #over = new Promise<void>((end) => {
		this.#end = end;
	});

	constructor(client: Client, chosen: MillChoice, host: Host) {
		this.#client = client;
		this.#chosen = chosen;
		this.#host = host;
	}

	/** Finds a mill by its URL, its file or its name. */
	find(word: string): Promise<FoundMill> {
		const known = this.#known.get(word);
		if (known) return known;
		const found = this.#last.then(() => this.#open(word));
		this.#last = found.catch(() => {});
		this.#known.set(word, found);
		return found;
	}

	#open(word: string): Promise<FoundMill> {
		return new Promise((found, failed) => {
			const withMill = readMill(word, this.#chosen, this.#host);
			const work = withMill(this.#client, async (mill) => {
				await mill.ready();
				found(mill);
				await this.#over;
			});
			work.catch(failed);
			this.#ends.push(work.catch(() => {}));
		});
	}

	/** Ends the workers that were started. */
	async close(): Promise<void> {
		this.#end();
		await Promise.all(this.#ends);
	}
}
