/** The value that this share of all values does not exceed; NaN where there are none. */
export function quantile(values, share) {
	const sorted = Float64Array.from(values).sort();
	return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/** Three digits that count: 0.123, 12.3, 1234. */
export function short(value) {
	if (Number.isNaN(value)) return "–";
	return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** Lines of cells as columns; the first two are names, the others numbers. */
export function columns(lines) {
	const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => line[i].length)));
	return lines
		.map((line) =>
			line.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "),
		)
		.join("\n");
}

/** The middle half of values. Its width shows how reliable the median is. */
export function middleHalf(values) {
	return `${short(quantile(values, 0.25))}–${short(quantile(values, 0.75))}`;
}

export function sum(values) {
	return values.reduce((a, b) => a + b, 0);
}
