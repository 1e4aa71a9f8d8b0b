import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { gristmill, type Running } from "./command.js";

/** A port that nobody has right now. */
export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
		});
	});
}

/** A server of its own process on a port that it keeps, however often it is killed and started again. */
export class Replica {
	readonly port: number;
	readonly url: string;
	readonly #t: TestContext;
	readonly #words: readonly string[];
	#running: Running | undefined;

	static async start(t: TestContext, words: readonly string[]): Promise<Replica> {
		const replica = new Replica(t, await freePort(), words);
		await replica.start();
		return replica;
	}

	constructor(t: TestContext, port: number, words: readonly string[]) {
		this.#t = t;
		this.port = port;
		this.url = `http://127.0.0.1:${port}`;
		this.#words = words;
	}

	/** Starts it and waits until it says that it is ready. */
	async start(): Promise<void> {
		const running = gristmill(this.#t, ["serve", "--port", String(this.port), ...this.#words]);
		this.#running = running;
		while (!(await this.#isReady())) {
			if (running.child.exitCode !== null) throw new Error(`a replica ended: ${running.stderr()}`);
			await setTimeout(50);
		}
	}

	/** As a machine that loses its power: nothing is finished and nobody is told. */
	async kill(): Promise<void> {
		this.#running?.child.kill("SIGKILL");
		await this.#running?.ended;
	}

	/** As an operator ends it; gives the exit code. */
	async stop(): Promise<number | null> {
		this.#running?.child.kill("SIGTERM");
		return (await this.#running?.ended) ?? null;
	}

	/** What it has logged since it was started last. */
	log(): string {
		return this.#running?.stderr() ?? "";
	}

	/** The processes in which its mills run; Linux only. */
	async workers(): Promise<number[]> {
		const pid = this.#running?.child.pid;
		const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
		return children.split(" ").filter(Boolean).map(Number);
	}

	async #isReady(): Promise<boolean> {
		const response = await fetch(`${this.url}/health/ready`).catch(() => undefined);
		await response?.arrayBuffer();
		return response?.status === 200;
	}
}
