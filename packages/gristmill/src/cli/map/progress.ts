import type { Host } from "../command-line/host.js";
import { type Paint, paintFor } from "../command-line/terminal.js";
import { amount, duration } from "./tally.js";

/** The counters that are shown. */
export interface Count {
	readonly done: number;
	readonly failed: number;
	/** Done by an earlier run. */
	readonly before: number;
}

/** The state that is shown. */
interface ProgressState {
	readonly done: number;
	readonly failed: number;
	/** Undefined until the inputs are counted, and for standard input. */
	readonly total: number | undefined;
	/** Recent inputs per second. */
	readonly rate: number;
	/** Whether the run waits for the servers. */
	readonly away: boolean;
}

type ProgressHost = Pick<Host, "stderr" | "env" | "events">;

const REDRAW_MS = 200;
const LINE_MS = 5_000;
/** The rate is measured over this time. */
const RATE_MS = 10_000;
const CLEAR = "\r\u001b[K";

/** Shows the progress: a bar on a terminal, elsewhere a line every few seconds. */
export class Progress {
	/** The number of inputs, when it is known. */
	total: number | undefined;
	away = false;
	readonly #host: ProgressHost;
	/** Whether a line can be redrawn. */
	readonly #drawable: boolean;
	readonly #tally: Count;
	readonly #now: () => number;
	readonly #samples: { readonly at: number; readonly done: number }[] = [];
	#timer: NodeJS.Timeout | undefined;
	#drawn = false;
	readonly #clear = () => this.clear();

	constructor(host: ProgressHost, tally: Count, now: () => number = () => performance.now()) {
		this.#host = host;
		this.#drawable = host.stderr.isTTY === true && host.env.TERM !== "dumb";
		this.#tally = tally;
		this.#now = now;
	}

	start(): void {
		this.#sample();
		this.#timer = setInterval(() => this.show(), this.#drawable ? REDRAW_MS : LINE_MS);
		this.#timer.unref();
		// A closed pipe ends the program at once. The bar must not remain on the screen.
		this.#host.events.on("exit", this.#clear);
	}

	stop(): void {
		clearInterval(this.#timer);
		this.#host.events.off("exit", this.#clear);
		this.clear();
	}

	/** Removes the bar before other output. The next redraw shows it again. */
	clear(): void {
		if (this.#drawn) this.#host.stderr.write(CLEAR);
		this.#drawn = false;
	}

	show(): void {
		this.#sample();
		const { done, failed, before } = this.#tally;
		const { away, total } = this;
		const { stderr, env } = this.#host;
		const state = { done: done + before, failed, total, rate: this.#rate(), away };
		if (this.#drawable) {
			const width = (stderr.columns || 80) - 1;
			stderr.write(CLEAR + barOf(state, width, paintFor(stderr, env)));
			this.#drawn = true;
		} else stderr.write(`${sentenceOf(state)}\n`);
	}

	#sample(): void {
		const at = this.#now();
		this.#samples.push({ at, done: this.#tally.done });
		while (this.#samples.length > 2 && at - (this.#samples[1]?.at ?? at) >= RATE_MS) this.#samples.shift();
	}

	#rate(): number {
		const [first, last] = [this.#samples[0], this.#samples.at(-1)];
		if (!first || !last || last.at <= first.at) return 0;
		return (1000 * (last.done - first.done)) / (last.at - first.at);
	}
}

function partsOf({ done, failed, total, rate, away }: ProgressState): string[] {
	const left = total === undefined ? undefined : Math.max(0, total - done);
	return [
		total === undefined ? `${amount(done)} done` : `${amount(done)} of ${amount(total)}`,
		`${amount(rate)}/s`,
		`${amount(failed)} failed`,
		...(away
			? ["waiting for the server"]
			: left !== undefined && rate > 0
				? [`${duration(Math.ceil(left / rate))} left`]
				: []),
	];
}

/** A line for a log. */
export function sentenceOf(state: ProgressState): string {
	return partsOf(state).join(", ");
}

/** A line for a terminal of this width. */
export function barOf(state: ProgressState, width: number, paint: Paint): string {
	const parts = partsOf(state);
	const plain = parts.join("  ");
	const room = Math.min(40, width - plain.length - 2);
	const share = state.total ? Math.min(1, state.done / state.total) : undefined;
	// Too narrow for a bar, or the total is unknown: text only, and never a second line.
	if (share === undefined || room < 10) return plain.slice(0, Math.max(0, width));
	const full = Math.round(share * room);
	const coloured = parts.map((part, i) => (i === 2 && state.failed > 0 ? paint.number(part) : part));
	return `${paint.text("█".repeat(full))}${paint.dim("░".repeat(room - full))}  ${coloured.join("  ")}`;
}
