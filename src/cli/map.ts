import { CALL_FLAGS, callOptions } from "./call-flags.js";
import { CLIENT_FLAGS, clientFor } from "./client-flags.js";
import type { Command } from "./command.js";
import { UsageError } from "./command-error.js";
import { describeFlags, type Flags, readFlags } from "./flags.js";
import { placeOf, splitWords } from "./map/addresses.js";
import { mend } from "./map/done.js";
import { MANY_FLAGS } from "./map/flags.js";
import { holdFiles, lockOf } from "./map/lock.js";
import { openResults, type Results } from "./map/results.js";
import { runMap } from "./map/run.js";
import { sourceOf } from "./map/source.js";

const { header, token, retries } = CLIENT_FLAGS;
const { lines, limit, concurrency, hidden, type, deadline } = MANY_FLAGS;

const FLAGS = {
	lines,
	out: { kind: "text", value: "FILE", help: "Write the results to this file." },
	resume: { kind: "switch", help: "Go on where an earlier run with the same --out ended.", fallback: false },
	errors: { kind: "text", value: "FILE", help: "Write what failed to this file, not among the results." },
	unordered: { kind: "switch", help: "Give results as they are ready.", fallback: false },
	limit,
	concurrency,
	wait: {
		kind: "number",
		value: "S",
		most: 86_400,
		help: "Wait so many seconds for servers that are away.",
		fallback: 60,
	},
	hidden,
	quiet: { kind: "switch", help: "Show neither progress nor summary.", fallback: false },
	...CALL_FLAGS,
	type,
	header,
	token,
	deadline,
	retries,
} as const satisfies Flags;

/** `gristmill map`: many inputs, one line for each. */
export const MAP: Command = {
	flags: FLAGS,
	help: () => `gristmill map URL… INPUTS…: send many inputs to any mill and print one line of JSON for each

Inputs are files, folders and patterns ('photos/**/*.jpg'), or with --lines the lines of a file. Of a folder all files
are taken, in the order of their paths. Several addresses of one mill share the work by health and speed.

A result is {"file":"a.txt","output":…} or {"line":7,"output":…}; where it failed {"file":"a.txt","error":{…}} with
kind, detail, and of a problem its status and code. Where an answer is neither JSON nor text, "base64" holds it.

${describeFlags(FLAGS)}

Examples
  gristmill map http://127.0.0.1:8080/classifier photos --out labels.ndjson
  gristmill map http://127.0.0.1:8080/classifier photos --out labels.ndjson --resume   # after a kill or Ctrl-C
  gristmill map http://127.0.0.1:8080/normaliser 'texts/**/*.md' --unordered
  gristmill map http://127.0.0.1:8080/tokeniser --lines corpus.txt --param scheme=word
  cat rows.ndjson | gristmill map http://127.0.0.1:8080/scorer --lines - --type application/json
  gristmill map http://one:8080/classifier http://two:8080/classifier photos

Exit codes: 0 every input was answered, 1 some failed or there is no such mill, 2 called wrongly, 3 the servers stayed
away and the rest was given up, 130 stopped by Ctrl-C. After 3 and 130, --resume goes on.
`,
	async run(words) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const { urls, inputs } = splitWords(rest);
		const { bases, mill } = placeOf(urls);
		const client = clientFor(chosen, bases);
		const options = callOptions(chosen);
		const { out, errors, resume = false } = chosen;
		if (resume && out === undefined)
			throw new UsageError("Say with --out FILE what --resume is to continue.");
		const own = [out, errors].filter((path) => path !== undefined);
		const source = await sourceOf(inputs, [...own, ...own.map(lockOf)], chosen);
		// Before anything is cut off that another run may be writing.
		const release = holdFiles(own);
		let results: Results | undefined;
		try {
			if (resume) for (const path of own) await mend(path);
			results = openResults(out, errors, resume);
			await runMap({
				client,
				mill,
				source,
				results,
				options,
				earlier: resume ? own : [],
				concurrency: chosen.concurrency ?? 64,
				ordered: !chosen.unordered,
				limit: chosen.limit ?? Infinity,
				wait: chosen.wait ?? 60,
				quiet: chosen.quiet ?? false,
				hint:
					out === undefined
						? "With --out FILE a run can be continued."
						: "The same command with --resume goes on.",
			});
		} finally {
			results?.close();
			release();
			// Nobody reads the rest of it, and it would keep the program alive.
			if (chosen.lines === "-") process.stdin.destroy();
		}
	},
};
