import { type Change, MOST_CHANGES, placeOf, shown } from "../client/compare.js";
import { type Paint, printable } from "../command-line/terminal.js";
import { type Item, keyOf } from "../map/item.js";
import { amount, duration } from "../map/tally.js";
import type { Side } from "./side.js";
import type { Smallest } from "./smallest.js";
import type { Verdict } from "./verdict.js";

/** Limits the memory: a server chooses the names of its fields. */
const MOST_PLACES = 50;

/** The findings so far. It keeps only what the report needs, whatever the number of inputs. */
export class Findings {
	equal = 0;
	changed = 0;
	undecided = 0;
	/** The first inputs whose results are not equal. */
	readonly first: { readonly item: Item; readonly verdict: Exclude<Verdict, { kind: "equal" }> }[] = [];
	/** The number of inputs in which a place changed. */
	readonly places = new Map<string, number>();
	readonly #show: number;

	constructor(show: number) {
		this.#show = show;
	}

	/** The inputs that are done, for the progress bar. */
	get done(): number {
		return this.equal + this.changed + this.undecided;
	}

	/** The undecided inputs, for the progress bar. */
	get failed(): number {
		return this.undecided;
	}

	readonly before = 0;

	/** A smallest input for which a promise is broken, if it was looked for. */
	smallest: Smallest | undefined;

	add(item: Item, verdict: Verdict): void {
		this[verdict.kind]++;
		if (verdict.kind === "equal") return;
		if (this.first.length < this.#show) this.first.push({ item: named(item), verdict });
		if (verdict.kind === "changed")
			for (const place of new Set(verdict.changes.map(({ path }) => placeOf(path)))) this.#count(place);
	}

	#count(place: string): void {
		const known = this.places.has(place) || this.places.size < MOST_PLACES ? place : "elsewhere";
		this.places.set(known, (this.places.get(known) ?? 0) + 1);
	}

	/** The places, the most frequent first. */
	sortedPlaces(): [string, number][] {
		return [...this.places].sort(([, a], [, b]) => b - a);
	}
}

/** The item without its content: a report contains no inputs. */
function named(item: Item): Item {
	return "file" in item ? { file: item.file } : { line: item.line, content: "" };
}

/** Whether both promise equal results. */
export function isSameDigest(old: Side, fresh: Side): boolean {
	return old.digest !== undefined && old.digest === fresh.digest;
}

/** The report for people. */
export function textReport(
	old: Side,
	fresh: Side,
	findings: Findings,
	seconds: number,
	paint: Paint,
): string {
	const { done, equal, changed, undecided, first } = findings;
	const lines: string[] = [];
	for (const { item, verdict } of first) {
		const name = "file" in item ? item.file : `line ${item.line}`;
		lines.push(paint.bold(`${verdict.kind === "changed" ? "changed" : "undecided"}  ${printable(name)}`));
		if (verdict.kind === "undecided") lines.push(`  ${printable(verdict.error.detail)}`);
		else lines.push(...describe(verdict.changes).map((line) => `  ${printable(line)}`));
	}
	const hidden = changed + undecided - first.length;
	if (hidden > 0) lines.push(`and ${amount(hidden)} more`);
	const parts = [
		`${amount(done)} ${done === 1 ? "input" : "inputs"}`,
		`${amount(equal)} equal`,
		`${amount(changed)} changed`,
		...(undecided > 0 ? [`${amount(undecided)} undecided`] : []),
	];
	lines.push(`${paint.bold(parts.join(", "))} (${duration(seconds)})`);
	for (const [place, count] of findings.sortedPlaces().slice(0, 10))
		lines.push(`  ${paint.number(amount(count))} × ${printable(place || "the whole result")}`);
	if (changed > 0 && isSameDigest(old, fresh)) {
		lines.push(
			`Both have the digest ${printable(old.digest ?? "")}, which promises equal results: this promise is broken.`,
			...smallestLines(findings.smallest),
		);
	}
	return `${lines.join("\n")}\n`;
}

function smallestLines(smallest: Smallest | undefined): string[] {
	if (!smallest) return ["Add --shrink FILE for a smallest input."];
	const { file, found } = smallest;
	if (!found)
		return ["For the first of these inputs, sent again, the results are equal: they differ by chance."];
	const { bytes, tries, isSmallest, changes } = found;
	const size = `${amount(bytes.byteLength)} ${bytes.byteLength === 1 ? "byte" : "bytes"}`;
	const what = isSmallest ? "A smallest" : "A smaller";
	const end = isSmallest ? "" : ` The search ended after ${amount(tries)} inputs.`;
	return [
		`${what} input for which they differ has ${size}, and is in ${printable(file)}.${end}`,
		...describe(changes).map((line) => `  ${printable(line)}`),
	];
}

function describe(changes: readonly Change[]): string[] {
	const lines = changes
		.slice(0, MOST_CHANGES)
		.map(({ path, old, new: fresh }) => `${path || "the result"}: ${shown(old)} → ${shown(fresh)}`);
	return changes.length > MOST_CHANGES ? [...lines, "and more"] : lines;
}

/** The report for programs. */
export function jsonReport(old: Side, fresh: Side, findings: Findings | undefined): object {
	const side = ({ named, version, digest }: Side) => ({ named, version, digest });
	const digests =
		old.digest === undefined || fresh.digest === undefined
			? "unknown"
			: isSameDigest(old, fresh)
				? "equal"
				: "different";
	return {
		old: side(old),
		new: side(fresh),
		digests,
		...(findings && {
			inputs: findings.done,
			equal: findings.equal,
			changed: findings.changed,
			undecided: findings.undecided,
			places: findings.sortedPlaces().map(([path, inputs]) => ({ path, inputs })),
			...(findings.smallest && { smallest: smallestReport(findings.smallest) }),
			first: findings.first.map(({ item, verdict }) => ({
				["file" in item ? "file" : "line"]: keyOf(item),
				...(verdict.kind === "changed"
					? { changes: verdict.changes.slice(0, MOST_CHANGES).map(short) }
					: { error: verdict.error }),
			})),
		}),
	};
}

function smallestReport({ file, found }: Smallest): object | null {
	if (!found) return null;
	const { bytes, tries, isSmallest, changes } = found;
	return {
		file,
		size: bytes.byteLength,
		inputs: tries,
		isSmallest,
		changes: changes.slice(0, MOST_CHANGES).map(short),
	};
}

/** Shortens long values. The results can be requested again. */
function short({ path, old, new: fresh }: Change): object {
	const cut = (value: unknown) => ((JSON.stringify(value)?.length ?? 0) > 1_000 ? shown(value) : value);
	return { path, old: cut(old), new: cut(fresh) };
}
