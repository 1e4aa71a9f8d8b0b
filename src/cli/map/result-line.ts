import { Buffer } from "node:buffer";
import { type Answer, MillError, type Outcome, ProblemError } from "../../client/index.js";
import { failureOf, inFlags } from "../client-failure.js";
import { isJsonType, jsonAsItCame } from "../json-as-it-came.js";
import type { Item } from "./item.js";

/** Why an input has no answer, as a result tells it. */
export interface ResultError {
	readonly kind: "problem" | "connection" | "deadline" | "answer" | "discovery" | "input";
	readonly status?: number;
	readonly code?: string;
	readonly detail: string;
	/** The id of the request, where the server failed and only its operator can tell why. */
	readonly instance?: string;
}

/** One line of the results: which input it was, and its answer or its error. */
export function resultLine({ item, answer, error }: Outcome<Item>): string {
	const name = "file" in item ? `"file":${JSON.stringify(item.file)}` : `"line":${item.line}`;
	const rest = answer ? answered(answer) : `"error":${JSON.stringify(errorOf(error))}`;
	return `{${name},${rest}}\n`;
}

function answered({ output, bytes, mediaType }: Answer): string {
	const type = `"mediaType":${JSON.stringify(mediaType)}`;
	if (output instanceof Uint8Array) return `"base64":"${Buffer.from(output).toString("base64")}",${type}`;
	if (!isJsonType(mediaType)) return `"output":${JSON.stringify(output)},${type}`;
	return `"output":${jsonAsItCame(bytes)}`;
}

/** What became of an input that was not answered. */
export function errorOf(error: Error): ResultError {
	if (!(error instanceof MillError)) return { kind: "input", detail: inputTrouble(error) };
	const { kind, message } = failureOf(error);
	if (!(error instanceof ProblemError)) return { kind, detail: inFlags(message) };
	const { status, code, detail, title, instance } = error.problem;
	return {
		kind,
		status,
		...(code !== undefined && { code }),
		detail: detail ?? title,
		...(status >= 500 && instance !== undefined && { instance }),
	};
}

function inputTrouble(error: Error): string {
	const { code, path } = error as NodeJS.ErrnoException;
	return code !== undefined && path !== undefined
		? `Make the file readable: ${path} (${code}).`
		: error.message;
}
