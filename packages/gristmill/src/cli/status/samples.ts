/** One line of metrics. */
interface Sample {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

/** The metrics of a server at one moment, in the Prometheus text format. */
export class Samples {
	readonly #byName = new Map<string, Sample[]>();

	constructor(text: string) {
		for (const line of text.split("\n")) {
			const sample = readSample(line);
			if (!sample) continue;
			const same = this.#byName.get(sample.name);
			if (same) same.push(sample);
			else this.#byName.set(sample.name, [sample]);
		}
	}

	/** The samples with this name and these labels. */
	all(name: string, labels: Readonly<Record<string, string>> = {}): readonly Sample[] {
		const wanted = Object.entries(labels);
		return (this.#byName.get(name) ?? []).filter((sample) =>
			wanted.every(([label, value]) => sample.labels[label] === value),
		);
	}

	/** The sum of their values; undefined if there are none. */
	sum(name: string, labels?: Readonly<Record<string, string>>): number | undefined {
		const found = this.all(name, labels);
		return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
	}
}

function readSample(line: string): Sample | undefined {
	const [, name = "", words = "", value = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
	if (name === "") return undefined;
	const labels: Record<string, string> = {};
	for (const [, label = "", text = ""] of words.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
		labels[label] = text.replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter));
	return { name, labels, value: value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value) };
}

/**
 * The value that this share of a histogram does not exceed, between `before` and `after` or since the start; undefined if it counts
 * nothing. Between two bounds it is as in PromQL; above the last bound, that one.
 */
export function quantileOf(
	share: number,
	name: string,
	labels: Readonly<Record<string, string>>,
	after: Samples,
	before?: Samples,
): number | undefined {
	const buckets = after
		.all(`${name}_bucket`, labels)
		.map((sample) => {
			const earlier = before?.sum(sample.name, { ...labels, le: sample.labels.le ?? "" }) ?? 0;
			const bound = sample.labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(sample.labels.le);
			return { bound, count: sample.value - earlier };
		})
		.sort((a, b) => a.bound - b.bound);
	const wanted = share * (buckets.at(-1)?.count ?? 0);
	if (wanted <= 0) return undefined;
	let last = { bound: 0, count: 0 };
	for (const bucket of buckets) {
		if (bucket.count >= wanted) {
			if (bucket.bound === Number.POSITIVE_INFINITY) return last.bound;
			const part = (wanted - last.count) / (bucket.count - last.count);
			return last.bound + part * (bucket.bound - last.bound);
		}
		last = bucket;
	}
	return undefined;
}
