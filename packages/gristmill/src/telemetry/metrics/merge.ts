import type { Family } from "./exposition.js";
import { Histogram } from "./histogram.js";

type Numbers = Extract<Family, { type: "counter" | "gauge" }>;
type Histograms = Extract<Family, { type: "histogram" }>;

/** The metrics of several processes as those of one server: values with the same labels become one. */
export function mergedFamilies(processes: readonly (readonly Family[])[]): Family[] {
	const byName = new Map<string, Family[]>();
	for (const family of processes.flat()) {
		const same = byName.get(family.name);
		if (same) same.push(family);
		else byName.set(family.name, [family]);
	}
	return [...byName.values()].map((same) => {
		const [first] = same as [Family];
		return first.type === "histogram"
			? mergedHistograms(same as Histograms[])
			: mergedNumbers(same as Numbers[]);
	});
}

/** The families that only grow. What a process has counted stays counted when the process is gone. */
export function countersOf(families: readonly Family[]): Family[] {
	return families.filter(({ type }) => type !== "gauge");
}

function mergedNumbers(same: readonly Numbers[]): Numbers {
	const [first] = same as readonly [Numbers];
	const combine =
		first.type === "gauge" && first.across ? Math[first.across] : (a: number, b: number) => a + b;
	return { ...first, samples: merged(same, combine) };
}

function mergedHistograms(same: readonly Histograms[]): Histograms {
	const [first] = same as readonly [Histograms];
	return { ...first, samples: merged(same, added) };
}

function added(one: Histogram, other: Histogram): Histogram {
	const sum = new Histogram(one.bounds);
	sum.sum = one.sum + other.sum;
	for (const at of sum.counts.keys()) sum.counts[at] = (one.counts[at] ?? 0) + (other.counts[at] ?? 0);
	return sum;
}

type Samples<T> = readonly (readonly [Readonly<Record<string, string>>, T])[];

function merged<T>(families: readonly { readonly samples: Samples<T> }[], combine: (a: T, b: T) => T) {
	const byLabels = new Map<string, readonly [Readonly<Record<string, string>>, T]>();
	for (const [labels, value] of families.flatMap(({ samples }) => samples)) {
		const key = JSON.stringify(labels);
		const known = byLabels.get(key);
		byLabels.set(key, [labels, known ? combine(known[1], value) : value]);
	}
	return [...byLabels.values()];
}
