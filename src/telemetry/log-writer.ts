import type { Log } from "../runtime/log.js";
import { LineWriter } from "./line-writer.js";
import { LOG_LEVELS, type LogFormat, type LogLevel } from "./log-words.js";
import { textLine } from "./text-line.js";

/** A log that never makes a call wait. */
export interface LogWriter {
	readonly log: Log;
	/** Writes what is left. */
	close(): Promise<void>;
	/** The same where nothing can be awaited any more. */
	writeNow(): void;
}

/** Writes to a file descriptor in the background; warnings and errors leave at once. */
export function logWriter(level: LogLevel, format: LogFormat, fd = 2, colours = false): LogWriter {
	const lines = new LineWriter(fd);
	const least = LOG_LEVELS.indexOf(level);
	const write = format === "json" ? jsonLog(lines) : textLog(lines, colours);
	return {
		log: (level, message, fields) => {
			const rank = LOG_LEVELS.indexOf(level);
			if (rank < least) return;
			write(level, message, fields);
			if (rank > 0) lines.flush();
		},
		close: () => lines.close(),
		writeNow: () => lines.writeNow(),
	};
}

function jsonLog(lines: LineWriter): Log {
	return (level, message, fields = {}) => {
		const rest = JSON.stringify(fields).slice(1);
		const comma = rest === "}" ? "" : ",";
		lines.write(
			`{"time":"${now()}","level":"${level}","message":${JSON.stringify(message)}${comma}${rest}\n`,
		);
	};
}

function textLog(lines: LineWriter, colours: boolean): Log {
	return (level, message, fields = {}) =>
		lines.write(textLine(now().slice(11, 23), level, message, fields, colours));
}

let last = 0;
let written = "";

/** The time as text: made once a millisecond, because many lines share it. */
function now(): string {
	const time = Date.now();
	if (time !== last) {
		last = time;
		written = new Date(time).toISOString();
	}
	return written;
}
