import { Buffer } from "node:buffer";
import { type Answer, digestOf, type Input, MillError } from "../client/index.js";
import { CALL_FLAGS, callOptions } from "./call-flags.js";
import { failureOf, telling } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, USUAL_WAIT } from "./client-flags.js";
import type { Command } from "./command.js";
import { UnexpectedError, UsageError } from "./command-error.js";
import { differences, type Expectation, otherFailure, readExpectation } from "./expectation.js";
import { describeFlags, type Flags, readFlags } from "./flags.js";
import { isJsonType, jsonAsItCame } from "./json-as-it-came.js";
import { harmless, jsonLine, paintFor, paintJson, printable, printableLine } from "./terminal.js";

const FLAGS = {
	data: { kind: "text", value: "TEXT", help: "Send this text instead of a file." },
	...CALL_FLAGS,
	expect: {
		kind: "text",
		value: "FILE",
		help: "Compare with this answer, or with a failure that --json printed.",
	},
	...CLIENT_FLAGS,
	deadline: { ...CLIENT_FLAGS.deadline, help: `Wait so long for all attempts together; ${USUAL_WAIT}.` },
} as const satisfies Flags;

/** `gristmill call`: one input, one answer. */
export const CALL: Command = {
	flags: FLAGS,
	help: () => `gristmill call URL [FILE]: send an input to any mill and print what it makes of it

The input is the file, --data, or standard input. Its media type is guessed from the file's name or its first bytes;
where the mill takes another one only, that is sent. A call changes nothing, so what did not come through is sent again.

${describeFlags(FLAGS)}

Examples
  echo 'some text' | gristmill call http://127.0.0.1:8080/normaliser
  gristmill call http://127.0.0.1:8080/classifier face.jpg
  gristmill call http://127.0.0.1:8080/tokeniser text.txt --param scheme=word
  gristmill call 'http://127.0.0.1:8080/checksum-calculator/{algorithm}' file.bin --param algorithm=sha256
  gristmill call http://127.0.0.1:8080/normaliser text.txt --expect answer.json
  gristmill call http://127.0.0.1:8080/normaliser text.txt --json > failure.json   # keeps a failure,
  gristmill call http://127.0.0.1:8080/normaliser text.txt --expect failure.json   # and replays it

${EXIT_CODES}`,
	async run(words) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [url, file, third] = rest;
		if (url === undefined)
			throw new UsageError("Name an address: gristmill call http://127.0.0.1:8080/normaliser FILE");
		if (third !== undefined) throw new UsageError(`Name one file only: "${third}".`);
		const client = clientFor(chosen);
		const options = callOptions(chosen);
		const expected = chosen.expect === undefined ? undefined : await readExpectation(chosen.expect);
		const input = await readInput(file, chosen.data);
		await telling(
			chosen.json,
			async () => {
				await mustBeSameInput(expected, input);
				const call = () => client.call(url, input, options);
				if (expected?.failure) await replay(expected, call, chosen.json);
				else print(compared(expected, await call()), chosen.json);
			},
			async () => ({ inputDigest: await digestOf(input) }),
		);
	},
};

async function readInput(file: string | undefined, data: string | undefined): Promise<Input> {
	if (data !== undefined) {
		if (file !== undefined) throw new UsageError(`Give a file or --data, not both: "${file}".`);
		return data;
	}
	if (file !== undefined && file !== "-") return { file };
	if (process.stdin.isTTY && file === undefined)
		throw new UsageError("Name a file, give --data, or pipe the input: echo text | gristmill call URL");
	// Held, so that it can be sent again.
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(chunk);
	return new Uint8Array(Buffer.concat(chunks));
}

/** A failure is reproduced with its own input or not at all. */
async function mustBeSameInput(expected: Expectation | undefined, input: Input): Promise<void> {
	const wanted = expected?.failure?.inputDigest;
	const digest = wanted === undefined ? undefined : await digestOf(input);
	if (digest !== wanted)
		throw new UsageError(`Give the input of that failure, ${wanted}: this one is ${digest}.`);
}

/** Calls, and is content if the same failure comes again. */
async function replay(
	{ file, failure }: Expectation,
	call: () => Promise<Answer>,
	json: boolean | undefined,
): Promise<void> {
	try {
		await call();
	} catch (error) {
		if (!(error instanceof MillError) || !failure) throw error;
		const other = otherFailure(failure, failureOf(error));
		if (other) throw new UnexpectedError(`It fails in another way than ${file}: ${other}.`);
		const told = json
			? jsonLine({ reproduced: failureOf(error) })
			: `reproduced: ${printableLine(error.message)}\n`;
		process.stdout.write(told);
		return;
	}
	throw new UnexpectedError(`It does not fail any more as in ${file}: an answer came.`);
}

function compared(expected: Expectation | undefined, answer: Answer): Answer {
	if (expected === undefined) return answer;
	const { file, bytes, value } = expected;
	const isJson = "value" in expected && !(answer.output instanceof Uint8Array);
	const found = isJson
		? differences(value, answer.output)
		: Buffer.compare(bytes, answer.bytes) === 0
			? []
			: [
					`the answer: expected the ${bytes.byteLength} bytes of ${file}, got ${answer.bytes.byteLength} others`,
				];
	if (found.length > 0)
		throw new UnexpectedError(`The answer is not that of ${file}:\n  ${printable(found.join("\n  "))}`);
	return answer;
}

/** On a terminal for people, elsewhere as it came. */
function print({ output, bytes, mediaType }: Answer, json: boolean | undefined): void {
	const { stdout } = process;
	if (json && isJsonType(mediaType)) stdout.write(`${harmless(jsonAsItCame(bytes))}\n`);
	else if (json)
		stdout.write(
			jsonLine(
				output instanceof Uint8Array ? { base64: Buffer.from(output).toString("base64"), mediaType } : output,
			),
		);
	else if (!stdout.isTTY) {
		stdout.write(bytes);
		if (!(output instanceof Uint8Array) && bytes.at(-1) !== 10) stdout.write("\n");
	} else if (isJsonType(mediaType)) stdout.write(`${paintJson(jsonAsItCame(bytes), paintFor(stdout))}\n`);
	else if (typeof output === "string") stdout.write(`${printable(output)}\n`);
	else
		throw new UsageError(
			`Write the answer to a file (> FILE): it is ${bytes.byteLength} bytes of ${mediaType || "no named type"}.`,
		);
}
