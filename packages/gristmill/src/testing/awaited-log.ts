import type { Log } from "../telemetry/log/stderr-log.js";

/** A log on which a test can wait. */
interface AwaitedLog {
	readonly log: Log;
	/** Every entry as a line of JSON. */
	readonly lines: readonly string[];
	/** Waits for the next entry with this message, after the last entry waited for. */
	logged(message: string): Promise<string>;
}

export function awaitedLog(): AwaitedLog {
	const lines: string[] = [];
	let seen = 0;
	const waiting: (() => void)[] = [];
	return {
		lines,
		log: (level, message, fields) => {
			lines.push(JSON.stringify({ level, message, ...fields }));
			for (const wake of waiting.splice(0)) wake();
		},
		logged: async (message) => {
			for (;;) {
				const at = lines.findIndex((line, i) => i >= seen && line.includes(message));
				if (at >= 0) {
					seen = at + 1;
					return lines[at] ?? "";
				}
				await new Promise<void>((resolve) => waiting.push(resolve));
			}
		},
	};
}
