import { Buffer } from "node:buffer";
import { type Answer, digestOf, type Input, MillError } from "../../client/index.js";
import { UnexpectedError, UsageError } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import { jsonLine, printable, printableLine } from "../command-line/terminal.js";
import { failureOf } from "./client-failure.js";
import { bytesDifference, shownBytes } from "./compare-bytes.js";
import { differences, type Expectation, otherFailure } from "./expectation.js";
import { contentOf } from "./print-answer.js";

/** A saved failure can only be reproduced with the same input. */
export async function mustBeSameInput(
	{ inputDigest: wanted }: NonNullable<Expectation["failure"]>,
	input: Input,
): Promise<void> {
	const digest = wanted === undefined ? undefined : await digestOf(input);
	if (digest !== wanted)
		throw new UsageError(
			`This input has the digest ${digest}. Give the input of the saved failure, which has ${wanted}.`,
		);
}

/** Calls the mill and succeeds if the same failure occurs. */
export async function replay(
	{ file, failure }: Expectation,
	call: () => Promise<Answer>,
	json: boolean | undefined,
	{ stdout }: Host,
): Promise<void> {
	try {
		await call();
	} catch (error) {
		if (!(error instanceof MillError) || !failure) throw error;
		const other = otherFailure(failure, failureOf(error));
		if (other) throw new UnexpectedError(`The call failed differently than in ${file}: ${other}.`);
		const line = json
			? jsonLine({ reproduced: failureOf(error) })
			: `reproduced: ${printableLine(error.message)}\n`;
		stdout.write(line);
		return;
	}
	throw new UnexpectedError(`The call succeeded. A failure as in ${file} was expected.`);
}

export function compared(expected: Expectation | undefined, answer: Answer): Answer {
	if (expected === undefined) return answer;
	const found = unexpected(expected, answer);
	if (found.length > 0)
		throw new UnexpectedError(
			`The result differs from ${expected.file}:\n  ${printable(found.join("\n  "))}`,
		);
	return answer;
}

/** How an answer differs from the expected one, one line for each place. */
function unexpected(expected: Expectation, answer: Answer): string[] {
	const { output, bytes, mediaType } = answer;
	// A file that this command wrote: a text has a line break at its end.
	if (bytesDifference(expected.bytes, Buffer.concat(contentOf(answer))) === undefined) return [];
	if ("value" in expected && !(output instanceof Uint8Array)) return differences(expected.value, output);
	const how = bytesDifference(expected.bytes, bytes);
	if (how === undefined) return [];
	return [
		`the result: expected ${shownBytes(expected.bytes, "")}, got ${shownBytes(bytes, mediaType)}; ${how}`,
	];
}
