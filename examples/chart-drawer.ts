import { binary, defineMill, Problem, Type, text } from "gristmill";

/** A chart with more points than this cannot be read. */
const MOST_ROWS = 1_000;
/** The difference of two larger numbers may be infinite. */
const LARGEST = 1e100;
const MOST_SERIES = 8;

/** Distinguishable colours, also for people who confuse red and green. */
const COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#000000"];

interface Table {
	readonly labels: readonly string[];
	readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Splits CSV (RFC 4180) into rows of cells. */
function rowsOf(csv: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
		row.push((quoted?.replaceAll('""', '"') ?? plain ?? "").trim());
		if (end === ",") continue;
		if (row.some((cell) => cell !== "")) rows.push(row);
		row = [];
	}
	return rows;
}

/** The first row names the series, the first column labels the points. */
function tableOf(csv: string): Table {
	const [head = [], ...rows] = rowsOf(csv);
	const names = head.slice(1);
	if (names.length === 0 || rows.length === 0)
		throw new Problem(
			"no-table",
			"The table needs a header row, and rows of one label and at least one number.",
		);
	if (names.length > MOST_SERIES || rows.length > MOST_ROWS)
		throw new Problem(
			"no-table",
			`The table has more than ${MOST_ROWS} rows or ${MOST_SERIES} columns of numbers.`,
		);
	const series = names.map((name, i) => ({
		name,
		values: rows.map((row, line) => numberIn(row[i + 1], line + 2)),
	}));
	return { labels: rows.map(([label = ""]) => label), series };
}

function numberIn(cell: string | undefined, line: number): number {
	const value = Number(cell);
	if (cell === undefined || cell === "" || !Number.isFinite(value))
		throw new Problem(
			"no-table",
			`Line ${line} has a cell without a number. Every column but the first must have one.`,
		);
	if (Math.abs(value) > LARGEST) throw new Problem("no-table", `Line ${line} has a number above ${LARGEST}.`);
	return value;
}

/** A step of 1, 2 or 5 times a power of ten that divides the range into about five parts. */
function tickStep(range: number): number {
	const power = 10 ** Math.floor(Math.log10(range / 5));
	return [1, 2, 5, 10].map((factor) => factor * power).find((step) => range / step <= 6) ?? power;
}

const escaped = (value: string) =>
	value.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "");

function draw({ labels, series }: Table, kind: "bar" | "line", width: number, height: number): string {
	const [left, right, top, bottom] = [60, width - 15, 30, height - 30];
	const all = series.flatMap(({ values }) => values);
	const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
	const range = high - low || 1;
	const y = (value: number) => Number((bottom - ((value - low) / range) * (bottom - top)).toFixed(1));
	const slot = (right - left) / labels.length;
	const x = (i: number) => Number((left + slot * (i + 0.5)).toFixed(1));
	const parts: string[] = [];
	const step = tickStep(range);
	for (let tick = Math.ceil(low / step); tick * step <= high; tick++) {
		const at = y(tick * step);
		const label = Number((tick * step).toPrecision(12));
		parts.push(`<path d="M${left} ${at}H${right}" stroke="#ddd"/>`);
		parts.push(`<text x="${left - 6}" y="${at + 4}" text-anchor="end">${label}</text>`);
	}
	series.forEach(({ name, values }, i) => {
		const colour = COLOURS[i] ?? "#000";
		parts.push(`<rect x="${left + i * 90}" y="8" width="10" height="10" fill="${colour}"/>`);
		parts.push(`<text x="${left + i * 90 + 14}" y="17">${escaped(name.slice(0, 12))}</text>`);
		if (kind === "line") {
			const points = values.map((value, j) => `${x(j)},${y(value)}`).join(" ");
			parts.push(`<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`);
			return;
		}
		const bar = (slot * 0.8) / series.length;
		values.forEach((value, j) => {
			const from = Number((x(j) - slot * 0.4 + bar * i).toFixed(1));
			const tall = Math.abs(y(value) - y(0)).toFixed(1);
			parts.push(
				`<rect x="${from}" y="${y(Math.max(0, value))}" width="${bar.toFixed(1)}" height="${tall}" fill="${colour}"/>`,
			);
		});
	});
	// Labels that would overlap are left out.
	const every = Math.ceil(labels.length / Math.max(1, Math.floor((right - left) / 60)));
	labels.forEach((label, i) => {
		if (i % every === 0)
			parts.push(
				`<text x="${x(i)}" y="${bottom + 16}" text-anchor="middle">${escaped(label.slice(0, 10))}</text>`,
			);
	});
	parts.push(`<path d="M${left} ${y(0)}H${right}" stroke="#333"/>`);
	const title = `<title>${kind === "bar" ? "Bar" : "Line"} chart of ${escaped(series.map(({ name }) => name).join(", "))}</title>`;
	const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
	const style = 'font-family="sans-serif" font-size="11" fill="#333"';
	return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">${title}<rect width="100%" height="100%" fill="#fff"/><g ${style}>${parts.join("")}</g></svg>\n`;
}

export default defineMill({
	name: "chart-drawer",
	version: "1.0.0",
	summary: "Draws a chart of a table in CSV.",
	description:
		"The first row names the columns. The first column labels the points, and every other column is a series of numbers.",
	input: { "text/csv": text({ description: "CSV with a header row; commas separate the cells." }) },
	parameters: Type.Object({
		kind: Type.Enum(["bar", "line"], { default: "bar", description: "The kind of chart." }),
		width: Type.Integer({ minimum: 200, maximum: 4000, default: 640, description: "Pixels." }),
		height: Type.Integer({ minimum: 150, maximum: 4000, default: 360, description: "Pixels." }),
	}),
	output: Type.Object({
		chart: binary("image/svg+xml", { description: "The chart." }),
		series: Type.Integer({ minimum: 1, description: "The number of series." }),
		points: Type.Integer({ minimum: 1, description: "The number of points of each series." }),
	}),
	problems: {
		"no-table": {
			status: 422,
			title: "Not a table of numbers",
			todo: "Correct the line that the detail names.",
		},
	},
	examples: [
		{
			input: "year,wheat,rye\n2022,22.4,3.1\n2023,21.5,3.1\n2024,18.8,2.5\n",
			output: { chart: new URL("./chart-drawer.svg", import.meta.url), series: 2, points: 3 },
		},
	],
	run: (input, { parameters: { kind, width, height } }) => {
		const table = tableOf(input);
		const chart = new TextEncoder().encode(draw(table, kind, width, height));
		return { chart, series: table.series.length, points: table.labels.length };
	},
});
