// A reporter for node:test that lists the files whose tests took longest.
import { relative } from "node:path";

const LISTED = 10;

export default async function* slowestFiles(events) {
	const seconds = new Map();
	for await (const { type, data } of events) {
		if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0 || !data.file) continue;
		seconds.set(data.file, (seconds.get(data.file) ?? 0) + data.details.duration_ms / 1000);
	}
	const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, LISTED);
	yield `# The slowest files:\n`;
	for (const [file, time] of slowest)
		yield `# ${time.toFixed(1).padStart(6)} s  ${relative(process.cwd(), file)}\n`;
}
