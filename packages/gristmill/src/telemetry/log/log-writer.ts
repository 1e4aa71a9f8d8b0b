import type { Log } from "../../runtime/log.js";
import { LineWriter } from "./line-writer.js";
import { LOG_LEVELS, type LogFormat, type LogThreshold } from "./log-words.js";
import { textLine } from "./text-line.js";

/** A log that never blocks a call. */
export interface LogWriter {
	readonly log: Log;
	/** Writes the remaining lines. */
	close(): Promise<void>;
	/** The same, synchronously. */
	writeNow(): void;
}

/** Writes to a file descriptor in the background; warnings and errors are flushed at once. */
export function logWriter(level: LogThreshold, format: LogFormat, fd = 2, colours = false): LogWriter {
	const lines = new LineWriter(fd);
	const least = LOG_LEVELS.indexOf(level);
	const write = format === "json" ? jsonLog(lines) : textLog(lines, colours);
	let told = 0;
	/** Logs the number of lost lines since the last report, once there is room for it. */
	const tellLost = () => {
		const { lost } = lines;
		if (lost === told || !lines.hasRoom) return;
		write("warn", "log lines were lost: the log is read too slowly, or cannot be written", {
			lost: lost - told,
		});
		told = lost;
	};
	const log: Log = (level, message, fields) => {
		const rank = LOG_LEVELS.indexOf(level);
		if (rank < least) return;
		tellLost();
		write(level, message, fields);
		if (rank > 0) lines.flush();
	};
	return {
		log: Object.assign(log, { lost: () => lines.lost }),
		close: () => {
			tellLost();
			return lines.close();
		},
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

/** The time as text. It is made once per millisecond, because many lines share it. */
function now(): string {
	const time = Date.now();
	if (time !== last) {
		last = time;
		written = new Date(time).toISOString();
	}
	return written;
}
