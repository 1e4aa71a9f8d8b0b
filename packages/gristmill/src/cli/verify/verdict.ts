import type { Receipt } from "../../core/receipt/receipt.js";
import { isObject } from "../../core/schema/is-object.js";
import { printable } from "../command-line/terminal.js";

/** What was found about a receipt. */
export interface Verdict {
	/**
	 * `same`: it is true, and the mill computes the same answer again. `different`: it is true, and the mill computes another answer.
	 * `invalid`: something is not as it was signed. `undone`: it could not be computed again here.
	 */
	readonly verdict: "same" | "different" | "invalid" | "undone";
	readonly detail?: string;
	/** Whether there was no response. */
	readonly isAway?: boolean;
	/** The receipt, once its signature was checked. */
	readonly receipt?: Receipt;
}

type Counted = Verdict["verdict"];

/** The words for people. */
const WORDS: Readonly<Record<Counted, string>> = {
	same: "same",
	different: "different",
	invalid: "invalid",
	undone: "cannot be redone here",
};

/** A line for people. */
export function verdictText(name: string, { verdict, detail, receipt }: Verdict): string {
	const end =
		verdict === "same" && receipt
			? `${receipt.mill} ${receipt.version}, signed ${timeOf(receipt)} with the key ${receipt.keyId}`
			: (detail ?? "");
	return `${printable(`${name}: ${WORDS[verdict]}: ${end}`)}\n`;
}

/** A line of JSON. What could not be done is an error, as in the results of `map`, so that it is tried again. */
export function verdictLine(name: string, { verdict, detail, receipt }: Verdict): string {
	const facts = receipt && {
		mill: receipt.mill,
		version: receipt.version,
		digest: receipt.digest,
		created: timeOf(receipt),
		key: receipt.keyId,
	};
	const why = verdict === "undone" ? { error: { kind: "undone", detail } } : { ...(detail && { detail }) };
	return `${JSON.stringify({ file: name, verdict, ...why, ...facts })}\n`;
}

/** The verdict of such a line; undefined if it is none. */
export function verdictIn(line: string): Counted | undefined {
	try {
		const made: unknown = JSON.parse(line);
		const verdict = isObject(made) ? made.verdict : undefined;
		return typeof verdict === "string" && Object.hasOwn(WORDS, verdict) ? (verdict as Counted) : undefined;
	} catch {
		return undefined;
	}
}

function timeOf({ created }: Receipt): string {
	return new Date(created).toISOString().replace(".000Z", "Z");
}

/** Counts verdicts. */
export class VerdictTally {
	readonly counts = { same: 0, different: 0, invalid: 0, undone: 0 };
	/** Of this run. */
	done = 0;
	/** Of an earlier run. */
	before = 0;
	isAway = false;

	get failed(): number {
		return this.counts.different + this.counts.invalid + this.counts.undone;
	}

	add({ verdict, isAway = false }: Verdict): void {
		this.counts[verdict]++;
		this.done++;
		this.isAway ||= isAway;
	}

	/** Counts a verdict of an earlier run that stays. */
	keep(verdict: Counted): void {
		this.counts[verdict]++;
		this.before++;
	}

	exitCode(): number {
		const { different, invalid, undone } = this.counts;
		if (different + invalid > 0) return 4;
		return undone === 0 ? 0 : this.isAway ? 3 : 1;
	}

	summary(): string {
		const all = this.done + this.before;
		const rows = (Object.keys(WORDS) as Counted[]).filter((verdict) => this.counts[verdict] > 0);
		const parts = rows.map((verdict) => `${this.counts[verdict].toLocaleString("en")} ${WORDS[verdict]}`);
		return `${all.toLocaleString("en")} ${all === 1 ? "receipt" : "receipts"}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}\n`;
	}
}
