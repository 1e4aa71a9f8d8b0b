import { readFile } from "node:fs/promises";
import { readTrouble } from "../../core/file-trouble.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import type { CallFailure } from "./client-failure.js";
import { changesOf, shown } from "./compare.js";

/** The expected result of a call: a value, bytes, or a failure. */
export interface Expectation {
	readonly file: string;
	readonly bytes: Uint8Array;
	/** The value, if the file is JSON. */
	readonly value?: unknown;
	readonly failure?: ExpectedFailure;
}

/** A saved failure: the output of `--json`, or a problem document. */
interface ExpectedFailure {
	readonly status: number | undefined;
	/** The code of the problem, else its type. */
	readonly code: string | undefined;
	readonly inputDigest: string | undefined;
}

export async function readExpectation(file: string, host: Host): Promise<Expectation> {
	const bytes = await readFile(pathOn(host, file)).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(`${readTrouble(file, error)}. Give --expect a readable file.`);
	});
	let value: unknown;
	try {
		value = JSON.parse(bytes.toString("utf8"));
	} catch {
		return { file, bytes };
	}
	const failure = failureIn(value);
	return failure ? { file, bytes, value, failure } : { file, bytes, value };
}

function failureIn(value: unknown): ExpectedFailure | undefined {
	const saved = (value as { error?: Partial<CallFailure> } | null)?.error;
	const problem = saved?.problem ?? (isProblem(value) ? value : undefined);
	if (problem === undefined && saved?.kind === undefined) return undefined;
	const digest = saved?.inputDigest ?? problem?.inputDigest;
	return {
		status: problem?.status,
		code: problem && codeOf(problem),
		inputDigest: typeof digest === "string" ? digest : undefined,
	};
}

/** Whether a JSON value looks like a problem document (RFC 9457 §3.1). */
function isProblem(value: unknown): value is NonNullable<CallFailure["problem"]> {
	const { status, title } = (value ?? {}) as Record<string, unknown>;
	return typeof status === "number" && status >= 400 && status <= 599 && typeof title === "string";
}

function codeOf({ code, type, title }: NonNullable<CallFailure["problem"]>): string {
	return code ?? (type === undefined || type === "about:blank" ? title : type);
}

/** Describes how a failure differs from the expected one. Undefined if it is the same. */
export function otherFailure(expected: ExpectedFailure, failure: CallFailure): string | undefined {
	const status = failure.problem?.status;
	const code = failure.problem && codeOf(failure.problem);
	if (status === expected.status && code === expected.code) return undefined;
	const described = (number = 0, word = failure.kind as string) =>
		number === 0 ? word : `${number} ${word}`;
	return `expected ${described(expected.status, expected.code)}, got ${described(status, code)}`;
}

/** Describes the places at which two JSON values differ, one line for each. */
export function differences(expected: unknown, actual: unknown): string[] {
	return changesOf(expected, actual).map(
		({ path, old, new: fresh }) => `${path || "the result"}: expected ${shown(old)}, got ${shown(fresh)}`,
	);
}
