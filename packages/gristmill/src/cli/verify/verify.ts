import { setMaxListeners } from "node:events";
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
import type { Host } from "../command-line/host.js";
import { stopper } from "../map/stopper.js";
import { inputFinder, LineFile } from "./inputs.js";
import type { Bench } from "./judge.js";
import { OpenMills } from "./open-mills.js";
import { mustBeReadable } from "./receipts.js";
import { verifyAll } from "./run.js";
import { type KeySource, keysBeside, namedKeys } from "./trusted-keys.js";

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
  different              signed with the key, of this input, but the mill computes another answer; the first difference is shown
  invalid                not as it was signed: a field, the answer, the input or the key is another one
  cannot be redone here  the input, or a mill with its name and digest, is not here or does not answer

The mill is found by the name in the receipt, as for gristmill call, and must have the digest of the receipt. Without --key,
the key is asked from the server of that mill. A key that you have got another way proves more.

${describeFlags(FLAGS)}

Examples
  gristmill verify receipt.json
  gristmill verify receipt.json --input text.txt --key public.json
  gristmill verify receipt.json --mill ./word-counter.ts --key 'https://mills.example/$keys'
  gristmill verify receipts.ndjson --out verdicts.ndjson --resume
  gristmill verify receipts.ndjson --lines corpus.txt

Exit codes: 0 all are the same, 1 some cannot be redone here, 2 wrong usage or no key, 3 no response, 4 some are different or
invalid, 5 another run writes to --out, 130 stopped by Ctrl-C.
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
