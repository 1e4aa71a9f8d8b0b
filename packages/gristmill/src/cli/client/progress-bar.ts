import type { Host } from "../command-line/host.js";
import { paintFor } from "../command-line/terminal.js";

const CLEAR = "\r\u001b[K";
const WIDTH = 30;

/** Shows on a terminal how much of one call is done. */
export class ProgressBar {
	readonly #host: Pick<Host, "stderr" | "env" | "events">;
	#done: number | undefined;
	readonly #clear = () => this.clear();

	/** Undefined if standard error is no terminal that can redraw a line. */
	static on(host: Pick<Host, "stderr" | "env" | "events">): ProgressBar | undefined {
		return host.stderr.isTTY && host.env.TERM !== "dumb" ? new ProgressBar(host) : undefined;
	}

	private constructor(host: Pick<Host, "stderr" | "env" | "events">) {
		this.#host = host;
		// The bar must not remain on the screen.
		host.events.on("exit", this.#clear);
	}

	show(done: number): void {
		this.#done = done;
		const { stderr, env } = this.#host;
		const paint = paintFor(stderr, env);
		const full = Math.round(done * WIDTH);
		const bar = paint.text("█".repeat(full)) + paint.dim("░".repeat(WIDTH - full));
		stderr.write(`${CLEAR}${bar} ${Math.floor(100 * done)} %`);
	}

	/** Runs work that prints something else. */
	async around(work: () => Promise<void>): Promise<void> {
		const done = this.#done;
		this.clear();
		await work();
		if (done !== undefined) this.show(done);
	}

	clear(): void {
		if (this.#done !== undefined) this.#host.stderr.write(CLEAR);
		this.#done = undefined;
	}

	stop(): void {
		this.clear();
		this.#host.events.off("exit", this.#clear);
	}
}
