import type { Paint } from "../command-line/terminal.js";
import { printable } from "../command-line/terminal.js";
import type { ResultError } from "./result-line.js";

/** Limits the memory: a server chooses the codes of its problems. */
const MOST_KINDS = 20;

/** Counts the inputs that were answered, failed, or were done by an earlier run. */
export class Tally {
	answered = 0;
	/** Answered without a request, by an answer that was kept. */
	kept = 0;
	failed = 0;
	/** Done by an earlier run. `failedBefore` of them failed. */
	before = 0;
	failedBefore = 0;
	readonly #kinds = new Map<string, number>();

	/** Done by this run. */
	get done(): number {
		return this.answered + this.failed;
	}

	fail({ kind, status, code }: ResultError): void {
		this.failed++;
		const name = status === undefined ? kind : `${status} ${code ?? ""}`.trim();
		const known = this.#kinds.has(name) || this.#kinds.size < MOST_KINDS ? name : "other";
		this.#kinds.set(known, (this.#kinds.get(known) ?? 0) + 1);
	}

	/** The summary at the end of a run. */
	summary(seconds: number, paint: Paint): string {
		const all = this.done + this.before;
		const failed = this.failedBefore > 0 ? ` (${amount(this.failedBefore)} failed)` : "";
		const kept = this.kept > 0 ? ` (${amount(this.kept)} kept)` : "";
		const parts = [
			`${amount(all)} ${all === 1 ? "input" : "inputs"}`,
			...(this.before > 0 ? [`${amount(this.before)} done before${failed}`] : []),
			`${amount(this.answered)} answered${kept}`,
			`${amount(this.failed)} failed`,
		];
		const rate = seconds > 0 && this.done > 0 ? `, ${amount(this.done / seconds)}/s` : "";
		const kinds = [...this.#kinds].sort(([, a], [, b]) => b - a);
		const rows = kinds.map(([name, count]) => `  ${paint.number(amount(count))} × ${printable(name)}\n`);
		return `${paint.bold(parts.join(", "))} (${duration(seconds)}${rate})\n${rows.join("")}`;
	}
}

/** A formatted number. */
export function amount(number: number): string {
	return number.toLocaleString("en", { maximumFractionDigits: number < 10 ? 1 : 0 });
}

/** A formatted time: "0.4 s", "7 s", "2:05", "1:02:05". */
export function duration(seconds: number): string {
	if (seconds < 60) return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
	const whole = Math.round(seconds);
	const two = (number: number) => String(number).padStart(2, "0");
	const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, two(whole % 60)];
	return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
