import { type Paint, printableLine } from "../command-line/terminal.js";
import type { StatusReport } from "./report.js";

/** A report on one screen. */
export function screenOf(report: StatusReport, paint: Paint): string {
	const { version = "?", node = "?", upSeconds, processes, workers, utilisation, cpu, memory, lost } = report;
	const up = upSeconds === undefined ? [] : [`up ${timeOf(upSeconds)}`];
	const several = processes > 1 ? [`${processes} HTTP processes`] : [];
	const used =
		utilisation === undefined ? "" : `, busy ${Math.round(utilisation * 100)} % of the last seconds`;
	const lines = [
		printableLine([`gristmill ${version}`, `Node ${node}`, ...up, ...several].join(", ")),
		`Workers: ${workers.busy} busy, ${workers.idle} idle, ${workers.starting} starting${used}.`,
		`CPU: HTTP ${cpuOf(cpu.http)}, workers ${cpuOf(cpu.workers)}${report.seconds > 0 ? " of a core" : " since the start"}.`,
		`Memory: HTTP ${size(memory.http)}, workers ${size(memory.workers)}, the largest ${size(memory.largestWorker)}.`,
		`Workers lost since the start: ${listOf(lost) || "none"}.`,
		"",
		...table(report, paint),
	];
	const failing = report.mills.filter(({ problems }) => Object.keys(problems).length > 0);
	if (failing.length > 0) lines.push("", "Problems since the start:");
	for (const { name, problems } of failing) lines.push(printableLine(`  ${name}: ${listOf(problems)}`));
	const failed = report.mills.filter(({ failures }) => Object.keys(failures).length > 0);
	if (failed.length > 0) lines.push("", "Last failures:");
	for (const { name, failures } of failed) lines.push(printableLine(`  ${name}: ${latestOf(failures)}`));
	return `${lines.join("\n")}\n`;
}

function table({ mills, seconds }: StatusReport, paint: Paint): string[] {
	if (mills.length === 0) return ["The server has no mills."];
	const rows = mills.map((mill) => [
		printableLine(mill.name),
		printableLine(mill.version ?? "?"),
		printableLine(mill.digest ?? "?"),
		mill.ready ? "ready" : "NOT READY",
		mill.callsPerSecond === undefined ? `${mill.calls}` : mill.callsPerSecond.toFixed(1),
		mill.headroom === undefined ? "–" : mill.headroom.toFixed(mill.headroom < 10 ? 1 : 0),
		duration(mill.p50),
		duration(mill.p99),
		cpuOf(mill.cpu),
		`${mill.inFlight}`,
		`${mill.waiting}`,
	]);
	const calls = seconds > 0 ? "calls/s" : "calls";
	const head = [
		"mill",
		"version",
		"digest",
		"state",
		calls,
		"room/s",
		"p50",
		"p99",
		"CPU",
		"in flight",
		"waiting",
	];
	const widths = head.map((word, i) => Math.max(word.length, ...rows.map((row) => row[i]?.length ?? 0)));
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, i) => (i < 4 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
			.join("  ")
			.trimEnd();
	return [
		paint.bold(line(head)),
		...rows.map((row, i) => (mills[i]?.ready ? line(row) : paint.error(line(row)))),
	];
}

/** The most frequent first. */
function listOf(counts: Readonly<Record<string, number>>): string {
	const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
	return sorted.map(([word, count]) => `${count} × ${word}`).join(", ");
}

/** The latest first. */
function latestOf(failures: Readonly<Record<string, number>>): string {
	const sorted = Object.entries(failures).sort(([, a], [, b]) => a - b);
	return sorted.map(([code, seconds]) => `${code} ${timeOf(seconds)} ago`).join(", ");
}

function cpuOf({ seconds, perSecond }: StatusReport["cpu"]["http"]): string {
	return perSecond === undefined ? duration(seconds) : `${Math.round(perSecond * 100)} %`;
}

function duration(seconds: number | undefined): string {
	if (seconds === undefined) return "–";
	return seconds < 1 ? `${rounded(seconds * 1_000)} ms` : `${rounded(seconds)} s`;
}

/** Two digits that count, never as a power of ten. */
function rounded(value: number): string {
	return value < 10 ? value.toPrecision(2) : `${Math.round(value)}`;
}

function size(bytes: number): string {
	return `${Math.round(bytes / 1e6)} MB`;
}

function timeOf(seconds: number): string {
	const minutes = Math.floor(seconds / 60);
	if (minutes < 1) return `${Math.floor(seconds)} s`;
	const hours = Math.floor(minutes / 60);
	if (hours < 1) return `${minutes} min`;
	return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}
