import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Stage } from "./mode.js";

/** The same everywhere; a locale of UTF-8 that every system has. */
const ENVIRONMENT = { LC_ALL: "C.UTF-8", TZ: "UTC" };

const alive = new Set<ChildProcess>();
// Whatever is killed without this event closes its pipes, and programs end with their input.
process.on("exit", () => {
	for (const child of alive) child.kill("SIGKILL");
});

/** Programs of which each reads what the one before it writes; texts go in and come out, each ended by a NUL. */
export class Chain {
	readonly #children: ChildProcess[] = [];
	readonly #answers: string[] = [];
	readonly #waiting: { resolve(text: string): void; reject(error: Error): void }[] = [];
	/** The bytes of an answer that has begun. */
	#begun: Buffer[] = [];
	/** How many bytes may still come: what is sent adds to it. */
	#allowance = 65_536;
	#complained = false;
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
			// The next program holds it; this process would keep it from learning that its reader is gone.
			before?.destroy();
			this.#watch(child, program);
			before = child.stdout ?? undefined;
		}
		before?.on("data", (bytes: Buffer) => this.#take(bytes));
	}

	/** Whether a program has written to its standard error since it was started. */
	get complained(): boolean {
		return this.#complained;
	}

	send(text: string): void {
		const bytes = Buffer.from(`${text}\0`);
		// An analysis is many times as long as its word; an endless one must not fill the memory.
		this.#allowance += 512 * bytes.length;
		this.#children[0]?.stdin?.write(bytes);
	}

	/** The next answer; rejects where the programs end before it. */
	receive(): Promise<string> {
		const answer = this.#answers.shift();
		if (answer !== undefined) return Promise.resolve(answer);
		if (this.#failure) return Promise.reject(this.#failure);
		return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
	}

	/** At once, in any state, again and again. */
	kill(): void {
		this.#fail("it was ended");
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
			// One that ends without an error ends because the one before it has: that one's reason is the reason.
			if (code !== 0 || child === this.#children.at(-1))
				this.#fail(`${program} ended with ${signal ?? code}`);
		});
		// What is written to a program that has ended is lost; that it has ended is told above.
		child.stdin?.on("error", () => {});
		// Read, so that no program waits for it to be read; kept nowhere, since it quotes the text.
		child.stderr?.on("data", () => {
			this.#complained = true;
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
		this.#failure ??= new Error(`Apertium's pipeline gave no answer: ${reason}.`);
		for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
	}
}
