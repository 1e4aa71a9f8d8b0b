import sonicBoom, { type SonicBoom } from "sonic-boom";
import type { Log } from "../runtime/log.js";
import { LOG_LEVELS, type LogFormat, type LogLevel } from "./log-words.js";
import { textLine } from "./text-line.js";

/** A log that never makes a call wait. */
export interface LogWriter {
	readonly log: Log;
	/** Writes what is left, at once: before the process ends. */
	flush(): void;
}

/** Lines are written together when there is so much, or after this time. */
const TOGETHER_BYTES = 4_096;
const TOGETHER_MS = 250;
/** A reader that does not keep up loses lines before the server loses its memory. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Writes to a file descriptor in the background; warnings and errors leave at once. */
export function logWriter(level: LogLevel, format: LogFormat, fd = 2, colours = false): LogWriter {
	const destination = new sonicBoom.SonicBoom({
		fd,
		sync: false,
		minLength: TOGETHER_BYTES,
		maxLength: MOST_BYTES,
		periodicFlush: TOGETHER_MS,
	});
	// Nobody reads any more: the server goes on without a log.
	destination.on("error", () => {});
	const least = LOG_LEVELS.indexOf(level);
	const write = format === "json" ? jsonLog(destination) : textLog(destination, colours);
	return {
		log: (level, message, fields) => {
			const rank = LOG_LEVELS.indexOf(level);
			if (rank < least) return;
			write(level, message, fields);
			if (rank > 0) destination.flush();
		},
		flush: () => {
			try {
				destination.flushSync();
			} catch {
				// It was never opened, or is closed already.
			}
		},
	};
}

function jsonLog(destination: SonicBoom): Log {
	return (level, message, fields = {}) => {
		const rest = JSON.stringify(fields).slice(1);
		const comma = rest === "}" ? "" : ",";
		destination.write(
			`{"time":"${now()}","level":"${level}","message":${JSON.stringify(message)}${comma}${rest}\n`,
		);
	};
}

function textLog(destination: SonicBoom, colours: boolean): Log {
	return (level, message, fields = {}) =>
		destination.write(textLine(now().slice(11, 23), level, message, fields, colours));
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
