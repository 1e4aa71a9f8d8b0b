import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { describeError } from "../../core/describe-error.js";
import { UnreadableFile } from "../../core/file-trouble.js";
import { isA } from "../../core/is-a.js";
import { ChangedFile } from "../digest/hashed-files.js";
import { Crash } from "../failures.js";
import { adviceOnDenial } from "./denial.js";

/** The maximum length of a thrown value that is not an Error. */
const MOST_SHOWN = 500;

/**
 * Describes a failure of `prepare`, of `load` or of an example for the mill's author: advice if Node denied something, then the
 * message and the stack with the author's lines. Never use it for a call of somebody else: the message may quote the input.
 */
export function describeFailure(error: unknown): string {
	const advice = adviceOnDenial(error);
	return `${advice === undefined ? "" : `${advice}\n`}${textOf(error)}`;
}

function textOf(error: unknown): string {
	if (isA(error, ChangedFile) || isA(error, UnreadableFile)) return error.message;
	if (!Crash.is(error)) return described(error);
	if (!("cause" in error)) return authorsLines(error.forAuthor ?? error.message);
	return `${error.message}: ${described(error.cause)}`;
}

function described(thrown: unknown): string {
	try {
		if (isA(thrown, Error)) return authorsLines(describeError(thrown));
		return `thrown, and not an Error: ${inspect(thrown).slice(0, MOST_SHOWN)}`;
	} catch {
		// A getter throws, or it is a Proxy.
		return `thrown: ${typeof thrown} that cannot be read`;
	}
}

/** The folder of the runtime, as a stack may name it: compiled, or as source by its source map. */
const HERE = new URL("..", import.meta.url).href;
/** What is published has the runtime in chunks. */
const CHUNKS = new URL("../chunks/", HERE).href;
const OURS = [HERE, HERE.replace(/\/dist\/runtime\/$/, "/src/runtime/"), CHUNKS].flatMap((url) => [
	url,
	fileURLToPath(url),
]);

/** Without the frames of this runtime and of Node. */
function authorsLines(stack: string): string {
	return stack.split("\n").filter(isUseful).join("\n");
}

/** Whether a line of a stack helps an author: frames of this runtime and of Node do not. */
function isUseful(line: string): boolean {
	const isFrame = /^\s+at /.test(line);
	return !isFrame || !(line.includes("node:internal/") || OURS.some((place) => line.includes(place)));
}
