import { readFile } from "node:fs/promises";
import type { Failure } from "./client-failure.js";
import { UsageError } from "./command-error.js";
import { changesOf, shown } from "./diff/compare.js";

/** What a call is expected to give: this value, these bytes, or this failure again. */
export interface Expectation {
	readonly file: string;
	readonly bytes: Uint8Array;
	/** The value, where the file holds JSON. */
	readonly value?: unknown;
	readonly failure?: Expected;
}

/** A failure that was saved: what `--json` printed, or a problem document by itself. */
interface Expected {
	readonly status: number | undefined;
	/** The problem's code, else its type. */
	readonly code: string | undefined;
	readonly inputDigest: string | undefined;
}

export async function readExpectation(file: string): Promise<Expectation> {
	const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(`Give --expect a file that can be read: ${file} (${error.code}).`);
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

function failureIn(value: unknown): Expected | undefined {
	const saved = (value as { error?: Partial<Failure> } | null)?.error;
	const problem = saved?.problem ?? (isProblem(value) ? value : undefined);
	if (problem === undefined && saved?.kind === undefined) return undefined;
	const digest = saved?.inputDigest ?? problem?.inputDigest;
	return {
		status: problem?.status,
		code: problem && codeOf(problem),
		inputDigest: typeof digest === "string" ? digest : undefined,
	};
}

/** Whether a JSON value is a problem document by its looks (RFC 9457 §3.1). */
function isProblem(value: unknown): value is NonNullable<Failure["problem"]> {
	const { status, title } = (value ?? {}) as Record<string, unknown>;
	return typeof status === "number" && status >= 400 && status <= 599 && typeof title === "string";
}

function codeOf({ code, type, title }: NonNullable<Failure["problem"]>): string {
	return code ?? (type === undefined || type === "about:blank" ? title : type);
}

/** Says how a failure differs from the expected one; undefined where it is the same. */
export function otherFailure(expected: Expected, failure: Failure): string | undefined {
	const status = failure.problem?.status;
	const code = failure.problem && codeOf(failure.problem);
	if (status === expected.status && code === expected.code) return undefined;
	const shown = (number = 0, word = failure.kind as string) => (number === 0 ? word : `${number} ${word}`);
	return `${shown(expected.status, expected.code)} was expected, ${shown(status, code)} came`;
}

/** The places at which two JSON values differ, as lines for people; none where they are equal. */
export function differences(expected: unknown, actual: unknown): string[] {
	return changesOf(expected, actual).map(
		({ path, old, new: fresh }) => `${path || "the answer"}: expected ${shown(old)}, got ${shown(fresh)}`,
	);
}
