import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { gristmill, type Running } from "../command.js";

/**
 * Returns a port that is free. It is below those that systems give to connections and to servers that do not name one: nobody is given
 * it by chance before it is used, or while its server is restarted.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(10_000, 32_000);
		const probe = createServer().listen(port, "127.0.0.1");
		const isFree = await once(probe, "listening").then(
			() => true,
			() => false,
		);
		probe.close();
		if (isFree) {
			await once(probe, "close");
			return port;
		}
	}
}

/** A server in its own process. It keeps its port through every kill and restart. */
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

	/** Starts the server and waits until it reports that it is ready. */
	async start(): Promise<void> {
		const running = gristmill(this.#t, ["serve", "--port", String(this.port), ...this.#words]);
		this.#running = running;
		while (!(await this.#isReady())) {
			if (running.child.exitCode !== null) throw new Error(`a replica ended: ${running.stderr()}`);
			await setTimeout(50);
		}
	}

	/** Kills the server like a power failure: it finishes nothing and notifies no client. */
	async kill(): Promise<void> {
		this.#running?.child.kill("SIGKILL");
		await this.#running?.ended;
	}

	/** Stops the server as an operator does. Returns the exit code. */
	async stop(): Promise<number | null> {
		this.#running?.child.kill("SIGTERM");
		return (await this.#running?.ended) ?? null;
	}

	/** Returns the log since the last start. */
	log(): string {
		return this.#running?.stderr() ?? "";
	}

	/** Returns the processes in which its mills run. This works only on Linux. */
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
