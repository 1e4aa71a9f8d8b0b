import { Buffer } from "node:buffer";
import { type Answer, digestOf, type Input, MillError, type PartInput } from "../../client/index.js";
import { isJsonType } from "../../core/http-words/media-type.js";
import { isMillPath } from "../../mill-files/mill-path.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import type { Command } from "../command-line/command.js";
import { UnexpectedError, UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";
import {
	harmless,
	jsonLine,
	paintFor,
	paintJson,
	printable,
	printableLine,
} from "../command-line/terminal.js";
import { CALL_FLAGS, callOptions } from "./call-flags.js";
import { failureOf, reportingFailure } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, DEFAULT_WAIT, EXIT_CODES, LOCAL_FLAGS } from "./client-flags.js";
import { bytesDifference, shownBytes } from "./compare-bytes.js";
import { differences, type Expectation, otherFailure, readExpectation } from "./expectation.js";
import { jsonAsItCame } from "./json-as-it-came.js";
import { MILL_HELP } from "./mill-address.js";
import { printParts } from "./print-parts.js";
import { readMill } from "./read-mill.js";
import { askingForReceipt, mustBeSignable, RECEIPT_FLAGS, receiptLine } from "./receipt-file.js";
import { mustBeWritable, saveFile } from "./save-file.js";

const FLAGS = {
	data: { kind: "text", value: "TEXT", help: "Text to send instead of a file." },
	part: {
		kind: "texts",
		value: "NAME=TEXT",
		help: "Part of a form, for mills that take several inputs; may be repeated. NAME=@FILE sends a file, NAME=@@TEXT the text @TEXT.",
	},
	...CALL_FLAGS,
	stream: {
		kind: "switch",
		help: "Print the parts of the result as they come, one a line as JSON. Only for mills whose results come in parts.",
		fallback: false,
	},
	output: { kind: "text", value: "FILE", help: "File for the result. Default: standard output." },
	expect: {
		kind: "text",
		value: "FILE",
		help: "File with the expected result, or with a failure that --json printed.",
	},
	...RECEIPT_FLAGS,
	record: {
		kind: "switch",
		help: "Write the call and its result as an example into the mill file. On a terminal, it is shown and asked first.",
		fallback: false,
	},
	yes: { kind: "switch", help: "With --record: write the example without asking.", fallback: false },
	...CLIENT_FLAGS,
	deadline: {
		...CLIENT_FLAGS.deadline,
		help: `Time limit for all attempts together, in milliseconds. ${DEFAULT_WAIT}.`,
	},
	...LOCAL_FLAGS,
} as const satisfies SettingTable;

/** `gristmill call`: sends one input and prints the result. */
export const CALL: Command = {
	flags: FLAGS,
	help: () => `gristmill call MILL [FILE]: send an input to a mill and print the result

${MILL_HELP}

The input is the file, --data, standard input, or the parts of a form (--part). Its media type is detected from the file
name or the first bytes. If the mill accepts only one other type, that type is sent. Calls change nothing on the server, so
failed attempts are retried.

With --accept, a mill that makes a picture or other bytes answers with them alone. They are not written to a terminal: write
them to a file with --output or >. An existing file is replaced when the result is complete.

${describeFlags(FLAGS)}

Examples
  echo 'some text' | gristmill call normaliser
  gristmill call ./word-counter.ts --data 'one two'
  gristmill call ./word-counter.ts --data 'one two' --record   # writes an example
  echo 'some text' | gristmill call http://127.0.0.1:8080/normaliser
  gristmill call classifier face.jpg
  gristmill call tokeniser text.txt --param scheme=word
  gristmill call checksum-calculator file.bin --param algorithm=sha256
  gristmill call 'http://127.0.0.1:8080/checksum-calculator/{algorithm}' file.bin --param algorithm=sha256
  gristmill call text-comparer --part old=@old.txt --part new=@new.txt
  gristmill call thumbnailer photo.jpg --accept image/webp > small.webp
  gristmill call thumbnailer photo.jpg --accept image/webp --output small.webp
  gristmill call line-counter text.txt --stream
  gristmill call normaliser text.txt --receipt receipt.json   # for gristmill verify
  gristmill call normaliser text.txt --expect answer.json
  gristmill call normaliser text.txt --json > failure.json   # saves a failure
  gristmill call normaliser text.txt --expect failure.json   # checks that it is the same

${EXIT_CODES}`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [mill, file, third] = rest;
		if (mill === undefined)
			throw new UsageError(
				"The mill is missing. Give its URL, its file or its name: gristmill call normaliser FILE",
			);
		if (third !== undefined) throw new UsageError(`"${third}" is a second file. Give only one.`);
		const withMill = readMill(mill, { ...chosen, workers: 1 }, host);
		const client = clientFor(chosen, host.env);
		const { stream, receipt } = chosen;
		mustBeSignable([mill], receipt, chosen.sign);
		let options = { ...callOptions(chosen), ...(receipt !== undefined && askingForReceipt()) };
		for (const flag of ["accept", "output", "expect", "validate", "receipt"] as const)
			if (stream && chosen[flag])
				throw new UsageError(`--${flag} is for whole results. Leave out --${flag} or --stream.`);
		if (chosen.record) mustBeRecordable(mill, chosen);
		else if (chosen.yes) throw new UsageError("--yes is for --record. Give both, or leave out --yes.");
		const expected = chosen.expect === undefined ? undefined : await readExpectation(chosen.expect, host);
		let input = readInput(file, chosen, host);
		if (chosen.output !== undefined && chosen.output !== "-") await mustBeWritable(chosen.output, host);
		if (receipt !== undefined) await mustBeWritable(receipt, host);
		let answered: Answer | undefined;
		return reportingFailure(
			host,
			chosen.json,
			async () => {
				if (expected?.failure) {
					input ??= await whole(host);
					await mustBeSameInput(expected.failure, input);
				}
				await withMill(client, async ({ url, ready, longType }) => {
					await ready();
					const isKept = input !== undefined || chosen.expect !== undefined || chosen.record;
					const mediaType = isKept ? undefined : longType(chosen.type);
					// How long it takes is up to who writes it. The mill has its own deadline.
					if (mediaType !== undefined)
						options = { ...options, mediaType, deadline: chosen.deadline ?? Number.POSITIVE_INFINITY };
					const sent = input ?? (mediaType === undefined ? await whole(host) : host.stdin);
					input = sent;
					if (stream) {
						const begin = (progress?: (done: number) => void) =>
							client.stream(url, sent, { ...options, ...(progress && { progress }) });
						return printParts(begin, chosen.json, host);
					}
					const call = () =>
						client.call(url, sent, options).then(
							(answer) => tellTrace(answer, host),
							(error: Error) => {
								throw tellTrace(error as Error & { readonly traceId?: string }, host);
							},
						);
					if (expected?.failure) await replay(expected, call, chosen.json, host);
					else {
						const answer = compared(expected, await call());
						if (receipt !== undefined) {
							const line = receiptLine(file === undefined || file === "-" ? undefined : { file }, answer);
							await saveFile(receipt, [Buffer.from(line)], host);
						}
						await deliver(answer, chosen, host);
						answered = answer;
					}
				});
				if (answered && input !== undefined && chosen.record)
					await record(mill, { input, answer: answered, chosen }, host);
			},
			async () => ({ inputDigest: await digestOf(input ?? (await whole(host))) }),
		);
	},
};

type Chosen = Values<typeof FLAGS>;

/** An example has the whole result as JSON, and is written into a file. */
function mustBeRecordable(mill: string, chosen: Chosen): void {
	if (!isMillPath(mill))
		throw new UsageError(
			`--record writes into a mill file, and "${mill}" is none. Name the file of the mill.`,
		);
	for (const flag of ["accept", "stream", "expect"] as const)
		if (chosen[flag])
			throw new UsageError(`An example has the whole result. Leave out --${flag} or --record.`);
}

async function record(
	mill: string,
	{ input, answer, chosen }: { input: Input; answer: Answer; chosen: Chosen },
	host: Host,
): Promise<void> {
	const { recordExample } = await import("../examples/record.js");
	const { parameters = {} } = callOptions(chosen);
	const call = { input, answer, mediaType: chosen.type, parameters: parameters as Record<string, string[]> };
	await recordExample(mill, call, chosen, host);
}

/** Prints the trace of a call to standard error, so that its operator can find it. */
function tellTrace<T extends { readonly traceId?: string | undefined }>(told: T, { stderr }: Host): T {
	if (told.traceId !== undefined) stderr.write(`Trace: ${told.traceId}\n`);
	return told;
}

/** The input that was named; undefined for standard input. */
function readInput(
	file: string | undefined,
	{ data, part: parts }: { readonly data?: string; readonly part?: readonly string[] },
	host: Host,
): Input | undefined {
	if (parts !== undefined) {
		if (file !== undefined || data !== undefined)
			throw new UsageError("More than one input was given. Give parts, a file or --data.");
		return { parts: readParts(parts, host) };
	}
	if (data !== undefined) {
		if (file !== undefined)
			throw new UsageError(`Both --data and the file "${file}" were given. Leave out one of them.`);
		return data;
	}
	if (file !== undefined && file !== "-") return { file: pathOn(host, file) };
	if (host.stdin.isTTY && file === undefined)
		throw new UsageError(
			"There is no input. Give a file or --data, or pipe it: echo text | gristmill call MILL",
		);
	return undefined;
}

/** All of standard input, which is kept for retries. */
async function whole({ stdin }: Host): Promise<Uint8Array> {
	const chunks: Buffer[] = [];
	for await (const chunk of stdin) chunks.push(chunk);
	return new Uint8Array(Buffer.concat(chunks));
}

function readParts(words: readonly string[], host: Host): Record<string, PartInput> {
	const parts = new Map<string, PartInput>();
	for (const word of words) {
		const [, name = "", text = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
		if (name === "") throw new UsageError(`--part "${word}" is not NAME=TEXT or NAME=@FILE.`);
		if (parts.has(name)) throw new UsageError(`The part "${name}" was given twice.`);
		// A text that begins with @ has it twice.
		if (text.startsWith("@@")) parts.set(name, text.slice(1));
		else parts.set(name, text.startsWith("@") ? { file: pathOn(host, text.slice(1)) } : text);
	}
	return Object.fromEntries(parts);
}

/** A saved failure can only be reproduced with the same input. */
async function mustBeSameInput(
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
async function replay(
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

function compared(expected: Expectation | undefined, answer: Answer): Answer {
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

/** Writes the result to the file of --output, or prints it. */
async function deliver(
	answer: Answer,
	{ json, output: file }: { json?: boolean; output?: string },
	host: Host,
): Promise<void> {
	if (file === undefined || file === "-") return print(answer, json, file === "-", host);
	const { bytes, mediaType } = answer;
	await saveFile(file, contentOf(answer), host);
	if (json) host.stdout.write(jsonLine({ saved: file, mediaType, size: bytes.byteLength }));
}

/** The result as received. A text ends with a line break. */
function contentOf({ output, bytes }: Answer): Uint8Array[] {
	const isEnded = output instanceof Uint8Array || bytes.at(-1) === 10;
	return isEnded ? [bytes] : [bytes, Uint8Array.of(10)];
}

/** Prints the result: formatted on a terminal, elsewhere unchanged. `force` also writes bytes to a terminal. */
function print(answer: Answer, json: boolean | undefined, force: boolean, { stdout, env }: Host): void {
	const { output, bytes, mediaType } = answer;
	if (json && isJsonType(mediaType)) stdout.write(`${harmless(jsonAsItCame(bytes))}\n`);
	else if (json)
		stdout.write(
			jsonLine(
				output instanceof Uint8Array ? { base64: Buffer.from(output).toString("base64"), mediaType } : output,
			),
		);
	else if (!stdout.isTTY || force) for (const part of contentOf(answer)) stdout.write(part);
	else if (isJsonType(mediaType)) stdout.write(`${paintJson(jsonAsItCame(bytes), paintFor(stdout, env))}\n`);
	else if (typeof output === "string") stdout.write(`${printable(output)}\n`);
	else
		throw new UsageError(
			`The result is ${shownBytes(bytes, mediaType)}, which would garble the terminal. Write it to a file, with --output FILE or > FILE.`,
		);
}
