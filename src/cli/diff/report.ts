import { type Item, keyOf } from "../map/item.js";
import { amount, duration } from "../map/tally.js";
import { type Paint, printable } from "../terminal.js";
import { type Change, MOST_CHANGES, placeOf, shown } from "./compare.js";
import type { Side } from "./side.js";
import type { Verdict } from "./verdict.js";

/** Servers choose their fields: no more places are told apart. */
const MOST_PLACES = 50;

/** What was found so far; as little as the report needs, however many inputs there are. */
export class Findings {
	equal = 0;
	changed = 0;
	undecided = 0;
	/** The first inputs that were not answered alike. */
	readonly first: { readonly item: Item; readonly verdict: Exclude<Verdict, { kind: "equal" }> }[] = [];
	/** In how many inputs a place has changed. */
	readonly places = new Map<string, number>();
	readonly #show: number;

	constructor(show: number) {
		this.#show = show;
	}

	/** For the bar: inputs that are done. */
	get done(): number {
		return this.equal + this.changed + this.undecided;
	}

	/** For the bar: inputs of which nothing can be said. */
	get failed(): number {
		return this.undecided;
	}

	readonly before = 0;

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

	/** The places, those that changed most often first. */
	sortedPlaces(): [string, number][] {
		return [...this.places].sort(([, a], [, b]) => b - a);
	}
}

/** Without its content: a report holds no inputs. */
function named(item: Item): Item {
	return "file" in item ? { file: item.file } : { line: item.line, content: "" };
}

/** The report for people. */
export function textReport(findings: Findings, seconds: number, paint: Paint): string {
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
		lines.push(`  ${paint.number(amount(count))} × ${printable(place || "the whole answer")}`);
	return `${lines.join("\n")}\n`;
}

function describe(changes: readonly Change[]): string[] {
	const lines = changes
		.slice(0, MOST_CHANGES)
		.map(({ path, old, new: fresh }) => `${path || "the answer"}: ${shown(old)} → ${shown(fresh)}`);
	return changes.length > MOST_CHANGES ? [...lines, "and more"] : lines;
}

/** The report for programs. */
export function jsonReport(old: Side, fresh: Side, findings: Findings | undefined): object {
	const side = ({ named, version, digest }: Side) => ({ named, version, digest });
	const digests =
		old.digest === undefined || fresh.digest === undefined
			? "unknown"
			: old.digest === fresh.digest
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
			first: findings.first.map(({ item, verdict }) => ({
				["file" in item ? "file" : "line"]: keyOf(item),
				...(verdict.kind === "changed"
					? { changes: verdict.changes.slice(0, MOST_CHANGES).map(short) }
					: { error: verdict.error }),
			})),
		}),
	};
}

/** A value that is long is cut: the report is to be read, and the answers can be had again. */
function short({ path, old, new: fresh }: Change): object {
	const cut = (value: unknown) => ((JSON.stringify(value)?.length ?? 0) > 1_000 ? shown(value) : value);
	return { path, old: cut(old), new: cut(fresh) };
}
