import { Buffer } from "node:buffer";
import { type Answer, type MapOutcome, MillError, ProblemError } from "../../client/index.js";
import { isJsonType } from "../../core/http-words/media-type.js";
import { failureOf, inFlags } from "../client/client-failure.js";
import { jsonAsItCame } from "../client/json-as-it-came.js";
import type { Item } from "./item.js";

/** The error of an input, as it is written to the results. */
export interface ResultError {
	readonly kind: "problem" | "connection" | "deadline" | "answer" | "discovery" | "input";
	readonly status?: number;
	readonly code?: string;
	readonly detail: string;
	/** The id of the request, if the server failed: its operator finds the cause by it. */
	readonly instance?: string;
	/** The id of its trace, with `--trace`. */
	readonly trace?: string;
}

/** The output of an answer whose bytes were written to a file. */
export class SavedFile {
	/** The path of the file. */
	readonly path: string;
	/** In bytes. */
	readonly size: number;

	constructor(path: string, size: number) {
		this.path = path;
		this.size = size;
	}
}

/** One line of the results: the input, and its output or error. */
export function resultLine({ item, answer, error }: MapOutcome<Item>): string {
	const name = "file" in item ? `"file":${JSON.stringify(item.file)}` : `"line":${item.line}`;
	const digest = answer?.headers.get("mill-digest");
	const of = digest ? `,"digest":${JSON.stringify(digest)}` : "";
	const rest = answer ? answered(answer) + of : `"error":${JSON.stringify(errorOf(error))}`;
	return `{${name},${rest}}\n`;
}

function answered({ output, bytes, mediaType }: Answer): string {
	const type = `"mediaType":${JSON.stringify(mediaType)}`;
	if (output instanceof SavedFile)
		return `"saved":${JSON.stringify(output.path)},${type},"size":${output.size}`;
	if (output instanceof Uint8Array) return `"base64":"${Buffer.from(output).toString("base64")}",${type}`;
	if (!isJsonType(mediaType)) return `"output":${JSON.stringify(output)},${type}`;
	return `"output":${jsonAsItCame(bytes)}`;
}

/** Describes the error of an input. */
export function errorOf(error: Error): ResultError {
	if (!(error instanceof MillError)) return { kind: "input", detail: inputTrouble(error) };
	const { kind, message } = failureOf(error);
	const trace = error.traceId === undefined ? {} : { trace: error.traceId };
	if (!(error instanceof ProblemError)) return { kind, detail: inFlags(message), ...trace };
	const { status, code, detail, title, instance } = error.problem;
	return {
		kind,
		status,
		...(code !== undefined && { code }),
		detail: detail ?? title,
		...(status >= 500 && instance !== undefined && { instance }),
		...trace,
	};
}

function inputTrouble(error: Error): string {
	const { code, path } = error as NodeJS.ErrnoException;
	// A file that became a folder. Node names no path when it reads one.
	if (code === "EISDIR") return "It is a folder. Name a file.";
	return code !== undefined && path !== undefined ? `${path} cannot be read (${code}).` : error.message;
}
