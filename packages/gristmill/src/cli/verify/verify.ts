import { setMaxListeners } from "node:events";
import { createReadStream } from "node:fs";
import { CLOCK } from "../../core/clock.js";
import { inOrder } from "../../http/many/in-order.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import { asCommandError } from "../client/client-failure.js";
import {
	authorization,
	CLIENT_FLAGS,
	clientFor,
	LOCAL_FLAGS,
	readField,
	WORKERS_FLAG,
} from "../client/client-flags.js";
import type { FoundMill } from "../client/read-mill.js";
import type { Command } from "../command-line/command.js";
import { notBegun, UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";
import { harmless } from "../command-line/terminal.js";
import { doneIn, leftInOrder, mend, type Place } from "../map/done.js";
import type { Item } from "../map/item.js";
import { linesOf } from "../map/lines.js";
import { holdFiles } from "../map/lock.js";
import { Progress } from "../map/progress.js";
import { completeRenewal } from "../map/renewal.js";
import { openResults, type Results } from "../map/results.js";
import { stopper } from "../map/stopper.js";
import { inputFinder, LineFile } from "./inputs.js";
import { type Bench, judge } from "./judge.js";
import { OpenMills } from "./open-mills.js";
import { countReceipts, mustBeReadable, type ReceiptItem, receiptsIn } from "./receipts.js";
import { type KeySource, keysBeside, namedKeys } from "./trusted-keys.js";
import { type Verdict, VerdictTally, verdictIn, verdictLine, verdictText } from "./verdict.js";

const { json, header, token, deadline, retries } = CLIENT_FLAGS;

const FLAGS = {
	input: {
		kind: "text",
		value: "FILE",
		help: "Input of the receipt. Default: the file that the receipt names.",
	},
	lines: {
		kind: "text",
		value: "FILE",
		help: "File whose lines are the inputs, for receipts of map --lines.",
	},
	key: {
		kind: "texts",
		value: "FILE|URL",
		help: "Public key of the signer: PEM, a JSON Web Key, or a set of them; may be repeated. Default: $keys beside the mill.",
	},
	mill: {
		kind: "text",
		value: "MILL",
		help: "URL, file or name of the mill. Default: the name in the receipt.",
	},
	out: { kind: "text", value: "FILE", help: "File for the verdicts, one line of JSON each." },
	resume: {
		kind: "switch",
		help: "Continue an earlier run with the same --out. What could not be redone is tried again.",
		fallback: false,
	},
	concurrency: {
		kind: "number",
		value: "N",
		least: 1,
		most: 1024,
		help: "Receipts that are worked on at the same time.",
		fallback: 16,
	},
	quiet: { kind: "switch", help: "Show no progress.", fallback: false },
	json: { ...json, help: "Print a line of JSON for each receipt." },
	header,
	token,
	deadline,
	retries,
	workers: WORKERS_FLAG,
	...LOCAL_FLAGS,
} as const satisfies SettingTable;

type Chosen = Values<typeof FLAGS>;

/** `gristmill verify`: checks receipts, and computes their answers again. */
export const VERIFY: Command = {
	flags: FLAGS,
	help: () => `gristmill verify RECEIPTS…: check receipts, and compute their answers again

RECEIPTS are files that gristmill call --receipt or gristmill map --receipts wrote: one receipt, or one on each line. Each is
  same                   signed with the key, of this input, and the mill computes the same answer again
  different              the same, but the mill computes another answer; the first difference is shown
  invalid                not as it was signed: a field, the answer, the input or the key is another one
  cannot be redone here  signed with the key, but the input or a mill with this digest is not here, or does not answer

The mill is found by the name in the receipt, as for gristmill call, and must have the digest of the receipt. Without --key,
the key is asked from the server of that mill. A key that you have got another way proves more.

${describeFlags(FLAGS)}

Examples
  gristmill verify receipt.json
  gristmill verify receipt.json --input text.txt --key public.json
  gristmill verify receipt.json --mill ./word-counter.ts --key 'https://mills.example/$keys'
  gristmill verify receipts.ndjson --out verdicts.ndjson --resume
  gristmill verify receipts.ndjson --lines corpus.txt

Exit codes: 0 all are the same, 1 some cannot be redone here, 2 wrong usage or no key, 3 the same because there was no response,
4 some are different or invalid, 5 another run writes to --out, 130 stopped by Ctrl-C.
`,
	async run(words, host) {
		const { chosen, rest: files } = readFlags(FLAGS, words);
		if (files.length === 0)
			throw new UsageError("The receipt is missing. Give a file that gristmill call --receipt wrote.");
		if (chosen.resume && chosen.out === undefined)
			throw new UsageError("--resume has no file to continue. Give --out FILE.");
		if (chosen.input !== undefined && chosen.lines !== undefined)
			throw new UsageError("Both --input and --lines were given. Leave out one of them.");
		await mustBeReadable(files, host);
		const client = clientFor(chosen, host.env);
		const named = chosen.key && (await namedKeys(chosen.key, host));
		const lines = chosen.lines === undefined ? undefined : await LineFile.open(chosen.lines, host);
		const mills = new OpenMills(client, chosen, host);
		const stop = stopper(host);
		// Each call that runs listens. Node would take that for a leak.
		setMaxListeners(0, stop.signal);
		const find = (name: string) => mills.find(chosen.mill ?? name);
		/** Each server is asked once. */
		const asked = new Map<string, KeySource | Promise<KeySource>>();
		const bench: Bench = {
			client,
			signal: stop.signal,
			keys: async (mill) => {
				const keys = named ?? asked.get(mill) ?? find(mill).then((found) => keysOf(found, chosen, host));
				asked.set(mill, keys);
				return keys;
			},
			input: inputFinder(chosen.input, lines, host),
			mill: async (name) => (await find(name)).url,
		};
		try {
			return await verifyAll(files, bench, chosen, host);
		} catch (error) {
			if (!stop.signal.aborted) throw notBegun(asCommandError(error));
			host.stderr.write(
				`Stopped.${chosen.out === undefined ? "" : " To continue, run the same command with --resume."}\n`,
			);
			return stop.exitCode();
		} finally {
			stop.end();
			await mills.close();
			await lines?.close();
		}
	},
};

/** The keys of the server of a mill. */
async function keysOf(
	{ url, shown }: FoundMill,
	{ header = [], token }: Chosen,
	host: Host,
): Promise<KeySource> {
	if (shown(url) !== url)
		throw new UsageError(
			'The mill runs in this command, which does not know the key of the signer. Give it with --key FILE or --key URL; "gristmill key show" prints it.',
		);
	const headers = { ...authorization(host.env, token, header), ...Object.fromEntries(header.map(readField)) };
	return keysBeside(url, headers);
}

/** Judges the receipts of files, several at a time, and tells the verdicts in order. */
async function verifyAll(
	files: readonly string[],
	bench: Bench,
	chosen: Chosen,
	host: Host,
): Promise<number> {
	const { out, resume = false, concurrency = 16, quiet, input } = chosen;
	const own = out === undefined ? [] : [out];
	const { lost, release } = await holdFiles(own, host);
	const tally = new VerdictTally();
	const progress = new Progress(host, tally);
	const places = new Map<ReceiptItem, Place>();
	let results: Results | undefined;
	try {
		if (out !== undefined && resume) await takeUp(out, tally, host);
		if (out !== undefined) results = openResults(out, undefined, resume, host);
		if (!quiet) {
			progress.start();
			void countReceipts(files, host).then(
				(total) => {
					progress.total = total;
				},
				() => {},
			);
		}
		let last: { readonly name: string; readonly verdict: Verdict } | undefined;
		const items = left(receiptsIn(files, host), resume ? out : undefined, places, host);
		const outcomes = inOrder(
			onlyOneWith(input, items),
			async (item) => ({ item, verdict: await judgeItem(item, bench) }),
			concurrency,
			CLOCK,
		);
		for await (const some of outcomes)
			for (const { item, verdict } of some) {
				lost.throwIfAborted();
				bench.signal.throwIfAborted();
				const name = item.file;
				await results?.write(verdictLine(name, verdict), verdict.verdict === "undone", places.get(item));
				places.delete(item);
				tally.add(verdict);
				last = { name, verdict };
				if (chosen.json || verdict.verdict !== "same") progress.clear();
				if (chosen.json) host.stdout.write(harmless(verdictLine(name, verdict)));
				else if (verdict.verdict !== "same") host.stdout.write(verdictText(name, verdict));
			}
		await results?.settle();
		progress.stop();
		const isOne = tally.done === 1 && tally.before === 0;
		if (!chosen.json && isOne && last?.verdict.verdict === "same")
			host.stdout.write(verdictText(last.name, last.verdict));
		else if (!chosen.json && !isOne) host.stdout.write(tally.summary());
		return tally.exitCode();
	} catch (error) {
		if (!lost.aborted) await results?.settle().catch(() => {});
		throw error;
	} finally {
		progress.stop();
		results?.close();
		release();
	}
}

async function judgeItem({ text }: ReceiptItem, bench: Bench): Promise<Verdict> {
	bench.signal.throwIfAborted();
	return text === undefined
		? { verdict: "invalid", detail: "it is longer than 1 MiB, and no receipt is" }
		: judge(text, bench);
}

/** Makes the verdicts of an earlier run whole, and counts those that stay. */
async function takeUp(out: string, tally: VerdictTally, host: Host): Promise<void> {
	completeRenewal([out], host);
	await mend(out, host);
	try {
		for await (const line of linesOf(createReadStream(pathOn(host, out)))) {
			const verdict = verdictIn(line?.toString() ?? "");
			if (verdict === undefined)
				throw new UsageError(`${out} has lines that "gristmill verify" did not write. Name another --out.`);
			if (verdict !== "undone") tally.keep(verdict);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
	}
}

/** The receipts without those that an earlier run has judged. */
async function* left(
	items: AsyncGenerator<ReceiptItem>,
	earlier: string | undefined,
	places: Map<ReceiptItem, Place>,
	host: Host,
): AsyncGenerator<ReceiptItem> {
	if (earlier === undefined) return yield* items;
	const again = leftInOrder(
		items as AsyncIterable<Item>,
		[doneIn(earlier, host)],
		({ failed }, item, place) => {
			if (failed) places.set(item as Item & ReceiptItem, place);
			return failed;
		},
	);
	for await (const item of again) yield item as Item & ReceiptItem;
}

/** The receipts one by one. Throws at the second if they all would have the input of --input. */
async function* onlyOneWith(
	input: string | undefined,
	items: AsyncIterable<ReceiptItem>,
): AsyncGenerator<readonly ReceiptItem[], void, void> {
	let count = 0;
	for await (const item of items) {
		if (++count > 1 && input !== undefined)
			throw new UsageError("--input is the input of one receipt, and there are more. Leave it out.");
		yield [item];
	}
}
