import type { Histogram } from "./histogram.js";

/** The two text forms that Prometheus reads. */
export const METRIC_TYPES = {
	prometheus: "text/plain; version=0.0.4; charset=utf-8",
	openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
} as const;

type MetricForm = keyof typeof METRIC_TYPES;

type Labels = Readonly<Record<string, string>>;

/** Metrics of one name: a value, or a histogram, for each set of labels. */
export type Family = { readonly name: string; readonly help: string } & (
	| { readonly type: "counter"; readonly samples: readonly (readonly [Labels, number])[] }
	| {
			readonly type: "gauge";
			readonly samples: readonly (readonly [Labels, number])[];
			/** The value of several processes together, if it is not the sum. */
			readonly across?: "min" | "max" | "mean";
	  }
	| { readonly type: "histogram"; readonly samples: readonly (readonly [Labels, Histogram])[] }
);

/** All families as text. */
export function exposition(families: readonly Family[], form: MetricForm): string {
	const lines: string[] = [];
	for (const family of families) {
		// OpenMetrics names a counter without the suffix that its samples have.
		const name = form === "openmetrics" ? family.name.replace(/_total$/, "") : family.name;
		lines.push(`# HELP ${name} ${family.help}`, `# TYPE ${name} ${family.type}`);
		if (family.type === "histogram")
			for (const [labels, histogram] of family.samples)
				bucketLines(lines, family.name, labels, histogram, form);
		else
			for (const [labels, value] of family.samples)
				lines.push(`${family.name}${braces(labels)} ${number(value)}`);
	}
	if (form === "openmetrics") lines.push("# EOF");
	return `${lines.join("\n")}\n`;
}

function bucketLines(
	lines: string[],
	name: string,
	labels: Labels,
	{ bounds, counts, sum }: Histogram,
	form: MetricForm,
): void {
	let count = 0;
	for (const [i, bound] of bounds.entries()) {
		count += counts[i] ?? 0;
		// OpenMetrics wants bounds as floats, or 1 and 1.0 would be two series.
		const le = form === "openmetrics" && Number.isInteger(bound) ? `${bound}.0` : `${bound}`;
		lines.push(`${name}_bucket${braces({ ...labels, le })} ${count}`);
	}
	count += counts[bounds.length] ?? 0;
	lines.push(`${name}_bucket${braces({ ...labels, le: "+Inf" })} ${count}`);
	lines.push(`${name}_sum${braces(labels)} ${number(sum)}`, `${name}_count${braces(labels)} ${count}`);
}

function braces(labels: Labels): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
	return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
	return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function number(value: number): string {
	if (Number.isFinite(value)) return String(value);
	return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
}
