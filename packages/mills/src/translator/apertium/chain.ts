import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Stage } from "./mode.js";

/** The same environment everywhere, with a UTF-8 locale that every system has. */
const ENVIRONMENT = { LC_ALL: "C.UTF-8", TZ: "UTC" };

const alive = new Set<ChildProcess>();
// If this process is killed without this event, its pipes close and the programs end with their input.
process.on("exit", () => {
	for (const child of alive) child.kill("SIGKILL");
});

/** A pipeline of programs. Each text that is sent, and each answer, ends with a NUL. */
export class Chain {
	readonly #children: ChildProcess[] = [];
	readonly #answers: string[] = [];
	readonly #waiting: { resolve(text: string): void; reject(error: Error): void }[] = [];
	/** The bytes of an incomplete answer. */
	#begun: Buffer[] = [];
	/** How many more bytes the programs may write. Each text that is sent increases it. */
	#allowance = 65_536;
	#wroteToStderr = false;
	#failure: Error | undefined;

	constructor(stages: readonly Stage[]) {
		let before: Readable | undefined;
		for (const { program, arguments: words } of stages) {
			const child = spawn(program, [...words], {
				env: ENVIRONMENT,
				stdio: [before ?? "pipe", "pipe", "pipe"],
				cwd: "/",
				windowsHide: true,
			});
			// The next program has its own handle. With ours open, the writer would not notice that its reader is gone.
			before?.destroy();
			this.#watch(child, program);
			before = child.stdout ?? undefined;
		}
		before?.on("data", (bytes: Buffer) => this.#take(bytes));
	}

	/** Whether a program has written to its standard error since the start. */
	get wroteToStderr(): boolean {
		return this.#wroteToStderr;
	}

	send(text: string): void {
		const bytes = Buffer.from(`${text}\0`);
		// An analysis is many times as long as its word. An endless one must not fill the memory.
		this.#allowance += 512 * bytes.length;
		this.#children[0]?.stdin?.write(bytes);
	}

	/** The next answer. Rejects if the programs end first. */
	receive(): Promise<string> {
		const answer = this.#answers.shift();
		if (answer !== undefined) return Promise.resolve(answer);
		if (this.#failure) return Promise.reject(this.#failure);
		return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
	}

	/** Kills all programs immediately. May be called in any state and more than once. */
	kill(): void {
		this.#fail("it was stopped");
		for (const child of this.#children) {
			child.kill("SIGKILL");
			child.stdin?.destroy();
			child.stdout?.destroy();
			child.stderr?.destroy();
		}
	}

	#watch(child: ChildProcess, program: string): void {
		this.#children.push(child);
		alive.add(child);
		child.on("error", (error) => this.#fail(`${program}: ${error.message}`));
		child.on("exit", (code, signal) => {
			alive.delete(child);
			// A program that ends without an error ends because the one before it ended: report that one instead.
			if (code !== 0 || child === this.#children.at(-1))
				this.#fail(`${program} ended with ${signal ?? code}`);
		});
		// Writing to a program that has ended fails. The exit event above reports it.
		child.stdin?.on("error", () => {});
		// Read, so that no program blocks on a full pipe. Not stored, because it quotes the text.
		child.stderr?.on("data", () => {
			this.#wroteToStderr = true;
		});
	}

	#take(bytes: Buffer): void {
		this.#allowance -= bytes.length;
		if (this.#allowance < 0) this.kill();
		let start = 0;
		for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
			this.#begun.push(bytes.subarray(start, end));
			this.#answer(Buffer.concat(this.#begun).toString());
			this.#begun = [];
			start = end + 1;
		}
		if (start < bytes.length) this.#begun.push(bytes.subarray(start));
	}

	#answer(text: string): void {
		const next = this.#waiting.shift();
		if (next) next.resolve(text);
		else this.#answers.push(text);
	}

	#fail(reason: string): void {
		this.#failure ??= new Error(`Apertium did not answer: ${reason}.`);
		for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
	}
}
