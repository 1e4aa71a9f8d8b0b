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
	const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
	const ways = {
		sum,
		min: (values: readonly number[]) => Math.min(...values),
		max: (values: readonly number[]) => Math.max(...values),
		mean: (values: readonly number[]) => sum(values) / values.length,
	};
	return { ...first, samples: merged(same, ways[(first.type === "gauge" && first.across) || "sum"]) };
}

function mergedHistograms(same: readonly Histograms[]): Histograms {
	const [first] = same as readonly [Histograms];
	return { ...first, samples: merged(same, (values) => values.reduce(added)) };
}

function added(one: Histogram, other: Histogram): Histogram {
	const sum = new Histogram(one.bounds);
	sum.sum = one.sum + other.sum;
	for (const at of sum.counts.keys()) sum.counts[at] = (one.counts[at] ?? 0) + (other.counts[at] ?? 0);
	return sum;
}

type Samples<T> = readonly (readonly [Readonly<Record<string, string>>, T])[];

function merged<T>(families: readonly { readonly samples: Samples<T> }[], combine: (values: T[]) => T) {
	const byLabels = new Map<
		string,
		{ readonly labels: Readonly<Record<string, string>>; readonly values: T[] }
	>();
	for (const [labels, value] of families.flatMap(({ samples }) => samples)) {
		const key = JSON.stringify(labels);
		const known = byLabels.get(key);
		if (known) known.values.push(value);
		else byLabels.set(key, { labels, values: [value] });
	}
	return [...byLabels.values()].map(({ labels, values }) => [labels, combine(values)] as const);
}
