import { resolve } from "node:path";
import { parseAccept } from "../../core/http-words/accept.js";
import type { SettingTable } from "../../settings/setting.js";
import { CALL_FLAGS, callOptions } from "../client/call-flags.js";
import { asCommandError } from "../client/client-failure.js";
import { CLIENT_FLAGS, clientFor, LOCAL_FLAGS, WORKERS_FLAG } from "../client/client-flags.js";
import { KEEP_FLAGS, keepOf } from "../client/keep-flags.js";
import { MILL_HELP } from "../client/mill-address.js";
import { elsewhere, readMill, type WithMill } from "../client/read-mill.js";
import { askingForReceipt, mustBeSignable, RECEIPT_FLAGS } from "../client/receipt-flags.js";
import type { Command } from "../command-line/command.js";
import { UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";
import { placeOf, splitWords } from "./addresses.js";
import { mend } from "./done.js";
import { MANY_FLAGS } from "./flags.js";
import type { Item } from "./item.js";
import { holdFiles, lockOf } from "./lock.js";
import { OutFolder } from "./out-folder.js";
import { pinnedTo } from "./pinned.js";
import { completeRenewal, dropFailed, renewalsOf } from "./renewal.js";
import { openResults, type Results } from "./results.js";
import { runMap } from "./run.js";
import { nameOfShard, readShard, shardOf } from "./shard.js";
import { sourceOf } from "./source.js";

const { header, token, retries } = CLIENT_FLAGS;
const { lines, limit, concurrency, hidden, type, deadline } = MANY_FLAGS;

const FLAGS = {
	lines,
	out: { kind: "text", value: "FILE", help: "File for the results. Default: standard output." },
	outFolder: {
		kind: "text",
		value: "DIR",
		help: "Folder for the results, each in a file of its own. Needed for --accept of pictures and other bytes.",
	},
	resume: { kind: "switch", help: "Continue an earlier run with the same --out.", fallback: false },
	keepFailed: {
		kind: "switch",
		help: "With --resume, do not send inputs again that have failed.",
		fallback: false,
	},
	takeOver: {
		kind: "switch",
		help: "Continue a run of another process, which stops; for example if its machine does not answer.",
		fallback: false,
	},
	digest: {
		kind: "text",
		value: "DIGEST",
		help: 'Take only answers of the mill with this Mill-Digest, or of "any". Default: that of the first answer, or of the run that is continued.',
	},
	errors: { kind: "text", value: "FILE", help: "Separate file for failed inputs." },
	receipts: { ...RECEIPT_FLAGS.receipt, help: "File for a receipt of each answer, for gristmill verify." },
	sign: RECEIPT_FLAGS.sign,
	unordered: {
		kind: "switch",
		help: "Write results as they arrive, not in the order of the inputs.",
		fallback: false,
	},
	limit,
	shard: {
		kind: "text",
		value: "I/N",
		help: "Send only part I of N of the inputs; the first part is 0. {shard} in --out and --errors is its number.",
	},
	// Without it, lines go in one request.
	concurrency: {
		kind: "number",
		value: concurrency.value,
		least: concurrency.least,
		most: concurrency.most,
		help: "Maximum concurrent calls. Default: lines go in one request; other inputs in up to 64 calls, by the speed of the servers.",
	},
	wait: {
		kind: "number",
		value: "S",
		most: 86_400,
		help: "Time to wait for servers that do not respond, in seconds.",
		fallback: 60,
	},
	hidden,
	quiet: { kind: "switch", help: "Show no progress and no summary.", fallback: false },
	...KEEP_FLAGS,
	...CALL_FLAGS,
	type,
	header,
	token,
	deadline,
	retries,
	workers: WORKERS_FLAG,
	...LOCAL_FLAGS,
} as const satisfies SettingTable;

/** `gristmill map`: sends many inputs and writes one line for each. */
export const MAP: Command = {
	flags: FLAGS,
	help: () => `gristmill map MILL… INPUTS…: send many inputs to a mill and print one line of JSON for each

${MILL_HELP}

Inputs are files, folders and patterns ('photos/**/*.jpg'), or with --lines the lines of a file. A folder stands for all
files in it, sorted by path. With several URLs of one mill, the calls are distributed by health and speed.

A result is {"file":"a.txt","output":…} or {"line":7,"output":…}. A failure is {"file":"a.txt","error":{…}} with kind and
detail; the error of a problem also has status and code. A result that is neither JSON nor text is in "base64".

With --out-folder, each result is a file: photos/a.jpg becomes DIR/photos/a.webp, by the media type of the result. Its line
is {"file":"photos/a.jpg","saved":"DIR/photos/a.webp","mediaType":"image/webp","size":540}.

${describeFlags(FLAGS)}

Examples
  gristmill map classifier photos --out labels.ndjson
  gristmill map ./word-counter.ts texts --workers 2
  gristmill map classifier photos --out labels.ndjson --resume   # after a kill or Ctrl-C, or to try failed inputs again
  gristmill map thumbnailer photos --accept image/webp --out-folder small --out small.ndjson
  gristmill map normaliser 'texts/**/*.md' --unordered
  gristmill map translator texts --keep ~/.cache/answers         # the next run computes what has changed
  gristmill map normaliser texts --out texts.ndjson --receipts receipts.ndjson
  gristmill map tokeniser --lines corpus.txt --param scheme=word
  cat rows.ndjson | gristmill map http://127.0.0.1:8080/scorer --lines - --type application/json
  gristmill map http://one:8080/classifier http://two:8080/classifier photos
  gristmill map http://127.0.0.1:8080/classifier photos --shard 0/4 --out 'labels-{shard}.ndjson' --resume

Exit codes: 0 every input has a result, 1 some inputs failed or there is no such mill, 2 wrong usage, 3 the servers did not
respond and the run stopped, 5 another run writes to these files, 130 stopped by Ctrl-C. After 3, 5 and 130, continue with
--resume.
`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const { mills, inputs } = splitWords(rest);
		const { bases, mill: word } = placeOf(mills);
		const keeping = await keepOf(chosen, inputs, host);
		const client = clientFor(chosen, host.env, bases, keeping?.keep);
		const withMill: WithMill =
			bases.length > 0 ? (_, work) => work(elsewhere(word)) : readMill(word, chosen, host);
		const options = callOptions(chosen);
		const { resume = false, keepFailed = false, accept, outFolder, unordered = false } = chosen;
		const { limit = Infinity } = chosen;
		const shard = chosen.shard === undefined ? undefined : readShard(chosen.shard);
		if (keeping && chosen.receipts !== undefined)
			throw new UsageError("An answer from --keep has no receipt. Leave out --keep or --receipts.");
		mustBeSignable(mills, chosen.receipts, chosen.sign);
		const [out, errors, receipts] = [chosen.out, chosen.errors, chosen.receipts].map((path) =>
			path !== undefined && shard ? nameOfShard(path, shard) : path,
		);
		if (resume && out === undefined)
			throw new UsageError("--resume has no file to continue. Give --out FILE.");
		if (keepFailed && !resume)
			throw new UsageError("--keep-failed is for runs that are continued. Add --resume, or leave it out.");
		const own = [out, errors].filter((path) => path !== undefined);
		if (receipts !== undefined && own.some((path) => resolve(path) === resolve(receipts)))
			throw new UsageError(
				`--receipts and another file of this run are the same, ${receipts}. Name a file of its own.`,
			);
		const written = receipts === undefined ? own : [...own, receipts];
		if (outFolder === undefined && accept !== undefined && isOfBytes(accept))
			throw new UsageError(`Results of ${accept} are files. Give --out-folder DIR, where they are written.`);
		const folder = outFolder === undefined ? undefined : new OutFolder(outFolder, host, chosen.shard);
		for (const path of [...written, ...inputs])
			if (folder?.has(path))
				throw new UsageError(`${path} lies in --out-folder ${outFolder}. Name another folder.`);
		const whole = await sourceOf(
			inputs,
			[
				...written,
				...written.map((path) => pathOn(host, path)).flatMap((path) => [lockOf(path), ...renewalsOf(path)]),
			],
			chosen,
			host,
			(path) => folder?.has(path) || keeping?.has(path) || false,
		);
		const division = { ordered: !unordered, limit, passOver: (item: Item) => folder?.passOver(item) };
		const source = shard ? shardOf(whole, shard, division) : whole;
		const perform = async (url: string) => {
			await folder?.make();
			// Locked before `mend` changes a file that another run may be writing.
			const files = folder ? [...written, folder.lockedFile] : written;
			const { lost, release } = await holdFiles(files, host, { takeOver: chosen.takeOver });
			let results: Results | undefined;
			let kept: Results | undefined;
			try {
				// The other shards write to the same folder.
				if (!resume && !shard) await folder?.mustBeEmpty();
				if (resume) await prepare(own, { dropFailed: unordered && !keepFailed }, host);
				if (resume && receipts !== undefined) await mend(receipts, host);
				const digest = await pinnedTo(chosen.digest, resume ? own : [], host);
				results = openResults(out, errors, resume, host);
				kept = receipts === undefined ? undefined : openResults(receipts, undefined, resume, host);
				return await runMap({
					host,
					client,
					mill: url,
					source,
					results,
					receipts: kept,
					folder,
					options: { ...options, ...(digest !== undefined && { digest }), ...(kept && askingForReceipt()) },
					lost,
					earlier: resume ? own : [],
					keepFailed,
					concurrency: chosen.concurrency,
					isOneServer: bases.length < 2,
					ordered: !unordered,
					limit: shard ? Infinity : limit,
					wait: chosen.wait ?? 60,
					quiet: chosen.quiet ?? false,
					hint:
						out === undefined
							? "To continue a run, use --out FILE."
							: "To continue, run the same command with --resume.",
				});
			} finally {
				results?.close();
				kept?.close();
				release();
				whole.close?.();
			}
		};
		return withMill(client, async ({ url, ready }) => {
			await ready();
			return perform(url);
		}).catch((error: unknown) => {
			throw asCommandError(error);
		});
	},
};

/** Makes the files of an interrupted run whole. With `dropFailed`, its failed inputs count as inputs that were not sent. */
async function prepare(own: readonly string[], options: { dropFailed: boolean }, host: Host): Promise<void> {
	completeRenewal(own, host);
	for (const path of own) {
		await mend(path, host);
		if (options.dropFailed) await dropFailed(path, host);
	}
}

/** Whether an Accept value names only types whose results are neither JSON nor text. Those do not fit into lines. */
function isOfBytes(accept: string): boolean {
	return parseAccept(accept).every(({ range }) => !/\*|json$|xml$|^(?:x-)?text\//.test(range));
}
