import { type Answer, digestOf, type Input } from "../../client/index.js";
import { isMillPath } from "../../mill-files/mill-path.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import type { Command } from "../command-line/command.js";
import { UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import type { Host } from "../command-line/host.js";
import { CALL_FLAGS, callOptions } from "./call-flags.js";
import { readInput, whole } from "./call-input.js";
import { reportingFailure } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, DEFAULT_WAIT, EXIT_CODES, LOCAL_FLAGS } from "./client-flags.js";
import { readExpectation } from "./expectation.js";
import { compared, mustBeSameInput, replay } from "./expected-answer.js";
import { MILL_HELP } from "./mill-address.js";
import { deliver } from "./print-answer.js";
import { printParts } from "./print-parts.js";
import { readMill } from "./read-mill.js";
import { askingForReceipt, mustBeSignable, RECEIPT_FLAGS } from "./receipt-flags.js";
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
							const { receiptLine } = await import("./receipt-file.js");
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
