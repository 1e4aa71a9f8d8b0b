import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { connectionsOf } from "../../http/processes/handed-over.js";

/** What a process says of itself. */
export type Told = { readonly made: true } | { readonly serves: string } | { readonly failed: string };
/** What the version that serves is told: why the next one cannot. */
export interface Asked {
	readonly mistake: string;
}

/** How a version ended its start. */
export type Start =
	| { readonly state: "serves"; readonly greeting: string }
	/** Another change came, or the end. */
	| { readonly state: "replaced" }
	/** It has said why. The mills were made if the fault is not theirs. */
	| { readonly state: "failed"; readonly exitCode: number; readonly isMade: boolean };

/**
 * Runs one version after the other behind one port, each in a process of its own: modules cannot be unloaded, and an endless
 * loop in a mill file costs only its own version. A version that cannot start leaves the one before in service.
 */
export class VersionsInTurn {
	readonly #file: string;
	readonly #words: readonly string[];
	#serving: Worker | undefined;
	#starting: Worker | undefined;

	constructor(file: string, words: readonly string[]) {
		this.#file = file;
		this.#words = words;
		cluster.schedulingPolicy = cluster.SCHED_RR;
	}

	get isServing(): boolean {
		return this.#serving?.isDead() === false;
	}

	/** Starts a version. When it serves, the one before ends. */
	async start(): Promise<Start> {
		await ended(this.#starting);
		cluster.setupPrimary({ exec: this.#file, args: [...this.#words] });
		const worker = cluster.fork();
		this.#starting = worker;
		const handed = connectionsOf(worker.process);
		// Without a listener, a message to a process that is ending would end this one.
		worker.on("error", () => {});
		worker.on("exit", () => handed.close());
		let isMade = false;
		let why = "The changed files cannot be loaded. The terminal says why.";
		const start = await new Promise<Start>((resolve) => {
			worker.on("message", (told: Told) => {
				if ("made" in told) isMade = true;
				else if ("failed" in told) why = told.failed;
				else resolve({ state: "serves", greeting: told.serves });
			});
			worker.on("exit", async (code) => {
				// Its last words may still be on their way.
				if (worker.isConnected()) await once(worker, "disconnect");
				resolve(
					this.#starting === worker
						? { state: "failed", exitCode: code || 1, isMade }
						: { state: "replaced" },
				);
			});
		});
		if (this.#starting !== worker) return { state: "replaced" };
		this.#starting = undefined;
		if (start.state !== "serves") {
			const asked: Asked = { mistake: why };
			if (this.isServing) this.#serving?.send(asked);
			return start;
		}
		const before = this.#serving;
		this.#serving = worker;
		await ended(before);
		return start;
	}

	/** Ends a version that is starting: its files have changed. */
	async giveUpStart(): Promise<void> {
		const worker = this.#starting;
		this.#starting = undefined;
		worker?.process.kill("SIGKILL");
		await ended(worker);
	}

	async close(): Promise<void> {
		await this.giveUpStart();
		await ended(this.#serving);
	}
}

/** Lets a process finish its calls and end. */
function ended(worker: Worker | undefined): Promise<void> {
	if (!worker || worker.isDead()) return Promise.resolve();
	return new Promise((resolve) => {
		worker.once("exit", () => resolve());
		worker.process.kill("SIGTERM");
	});
}
