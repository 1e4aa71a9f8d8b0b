import { availableParallelism } from "node:os";
import type { CallOptions } from "../../client/index.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import { CALL_FLAGS, callOptions } from "../client/call-flags.js";
import { asCommandError } from "../client/client-failure.js";
import { CLIENT_FLAGS, clientFor, LOCAL_FLAGS, WORKERS_FLAG } from "../client/client-flags.js";
import { EXACT, type Tolerance } from "../client/compare.js";
import { KEEP_FLAGS, keepOf } from "../client/keep-flags.js";
import { readMill } from "../client/read-mill.js";
import { mustBeWritable } from "../client/save-file.js";
import type { Command } from "../command-line/command.js";
import { notBegun, UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import type { Host } from "../command-line/host.js";
import { paintFor } from "../command-line/terminal.js";
import { MANY_FLAGS } from "../map/flags.js";
import { type Item, inputOf } from "../map/item.js";
import { Progress } from "../map/progress.js";
import { limited } from "../map/run.js";
import { type Source, sourceOf } from "../map/source.js";
import { stopper } from "../map/stopper.js";
import { Findings, isSameDigest, jsonReport, textReport } from "./report.js";
import { type Side, sideOf } from "./side.js";
import { writeSmallest } from "./smallest.js";
import { tee } from "./tee.js";
import { judge, mustBeThere } from "./verdict.js";

const { json, header, retries } = CLIENT_FLAGS;
const { param, accept, method, maxAnswer } = CALL_FLAGS;
const { lines, limit, concurrency, hidden, type, deadline } = MANY_FLAGS;

const FLAGS = {
	lines,
	limit,
	tolerance: {
		kind: "texts",
		value: "[FIELD=]N",
		help: "Allowed difference of numbers, for all or for one field; may be repeated.",
	},
	show: { kind: "number", value: "N", most: 1_000, help: "Maximum changed inputs to show.", fallback: 10 },
	force: { kind: "switch", help: "Compare results even if the digests are equal.", fallback: false },
	shrink: {
		kind: "text",
		value: "FILE",
		help: "If results differ under equal digests, write a smallest input for which they do to this file.",
	},
	...KEEP_FLAGS,
	concurrency: { ...concurrency, help: "Maximum concurrent calls to each mill.", fallback: 16 },
	hidden,
	quiet: { kind: "switch", help: "Show no progress.", fallback: false },
	json: { ...json, help: "Print the report as JSON." },
	param,
	type,
	accept,
	method,
	maxAnswer,
	header,
	deadline,
	retries,
	workers: {
		...WORKERS_FLAG,
		help: "Worker processes for each mill that runs in this command. Default: half of the cores.",
	},
	...LOCAL_FLAGS,
} as const satisfies SettingTable;

/** `gristmill diff`: reports which results differ between two versions of a mill. */
export const DIFF: Command = {
	flags: FLAGS,
	help: () => `gristmill diff OLD NEW INPUTS…: send inputs to two versions of a mill and report which results changed

OLD and NEW are URLs of mills, mill files, or names, as for gristmill call. Inputs are files, folders and patterns, or with
--lines the lines of a file, as for gristmill map.

Results are compared as values: the order of fields does not matter. Pictures and other bytes (--accept) are compared byte by
byte. Problems are compared by status and code. If both mills have the same digest, their results are the same: nothing is
sent unless you add --force. Then results of --keep are not used.

${describeFlags(FLAGS)}

Examples
  gristmill diff tokeniser ./tokeniser.ts texts
  gristmill diff http://127.0.0.1:8080/v1/tokeniser http://127.0.0.1:8080/v2/tokeniser texts
  gristmill diff ./old-counter.ts ./new-counter.ts 'texts/**/*.md'
  gristmill diff https://mills.example/classifier ./classifier.ts photos --tolerance 0.001 --tolerance age=2
  gristmill diff ./old-thumbnailer.ts ./new-thumbnailer.ts photos --accept image/png
  gristmill diff ./old.ts ./new.ts --lines corpus.txt --json > report.json
  gristmill diff http://one:8080/tokeniser http://two:8080/tokeniser texts --force --shrink smallest.txt

Exit codes: 0 all results are equal, 1 some changed or a mill file is broken, 2 wrong usage or no such mill, 3 none changed
but some could not be compared because there was no response, 130 stopped by Ctrl-C.
`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [oldWord, newWord, ...inputs] = rest;
		if (oldWord === undefined || newWord === undefined)
			throw new UsageError(
				"Two mills are needed, each as a URL, a name or a file: gristmill diff OLD NEW INPUTS…",
			);
		const tolerance = readTolerance(chosen.tolerance);
		const options = callOptions(chosen);
		const { shrink } = chosen;
		if (shrink !== undefined) await mustBeWritable(shrink, host);
		const keeping = await keepOf(chosen, inputs, host);
		const own = shrink === undefined ? [] : [shrink];
		const source = await sourceOf(inputs, own, chosen, host, keeping?.has);
		const client = clientFor(chosen, host.env, [], keeping?.keep);
		// Two servers share the cores.
		const workers = chosen.workers ?? Math.max(1, Math.floor(availableParallelism() / 2));
		const read = (word: string) => readMill(word, { ...chosen, workers }, host);
		const [withOld, withNew] = [read(oldWord), read(newWord)];
		const work = async (old: Side, fresh: Side) => {
			if (!isSameDigest(old, fresh) || chosen.force)
				return compare(old, fresh, source, forBoth(old, fresh, options), { ...chosen, tolerance, host });
			host.stdout.write(sameReport(old, fresh, chosen.json));
			return 0;
		};
		try {
			// One after the other, so that the first is closed if the second fails.
			return await withOld(client, async (oldMill) => {
				const old = await sideOf(oldWord, client, oldMill);
				return withNew(client, async (newMill) => work(old, await sideOf(newWord, client, newMill)));
			});
		} catch (error) {
			throw notBegun(asCommandError(error));
		} finally {
			source.close?.();
		}
	},
};

function sameReport(old: Side, fresh: Side, json: boolean | undefined): string {
	const text = `Equal: both have the digest ${old.digest}, which promises equal results. Use --force to compare them.`;
	return `${json ? JSON.stringify(jsonReport(old, fresh, undefined)) : text}\n`;
}

/** With equal digests, or unknown ones, a kept answer of one mill would be taken for that of the other. */
function forBoth(old: Side, fresh: Side, options: CallOptions): CallOptions {
	const differ = old.digest !== undefined && fresh.digest !== undefined && !isSameDigest(old, fresh);
	return differ ? options : { ...options, keep: false };
}

async function compare(
	old: Side,
	fresh: Side,
	source: Source,
	callOptions: CallOptions,
	options: Omit<Values<typeof FLAGS>, "tolerance"> & { readonly host: Host; readonly tolerance: Tolerance },
): Promise<number> {
	const { host, tolerance, limit = Infinity, show = 10, concurrency = 16, quiet, json } = options;
	const { shrink, deadline } = options;
	const began = performance.now();
	const findings = new Findings(show);
	const progress = new Progress(host, findings);
	const stop = stopper(host);
	const [forOld, forNew] = tee(limited(source.open(), limit));
	const answers = (side: Side, items: AsyncIterable<Item>) =>
		side.client.map<Item>(side.mill, items, {
			...callOptions,
			concurrency,
			signal: stop.signal,
			prepare: (item) => ({ input: inputOf(item, host) }),
		});
	const [olds, news] = [answers(old, forOld), answers(fresh, forNew)];
	let changed: Item | undefined;
	let code: number;
	if (!quiet) progress.start();
	try {
		for (;;) {
			const [before, after] = await Promise.all([olds.next(), news.next()]);
			if (before.done || after.done) break;
			if (findings.done === 0) for (const { value } of [before, after]) mustBeThere(value);
			const { item } = before.value;
			const verdict = judge(before.value, after.value, tolerance);
			if (verdict.kind === "changed") changed ??= item;
			findings.add(item, verdict);
		}
		if (changed && shrink !== undefined && isSameDigest(old, fresh)) {
			const given = { ...callOptions, ...(deadline !== undefined && { deadline }), signal: stop.signal };
			findings.smallest = await writeSmallest(shrink, changed, [old, fresh], given, tolerance, host);
		}
		code = findings.changed > 0 ? 1 : findings.undecided > 0 ? 3 : 0;
	} catch (error) {
		if (!stop.signal.aborted) throw error;
		code = stop.exitCode();
	} finally {
		progress.stop();
		stop.end();
		await Promise.all([olds.return(), news.return()]);
	}
	const seconds = (performance.now() - began) / 1_000;
	host.stdout.write(
		json
			? `${JSON.stringify(jsonReport(old, fresh, findings))}\n`
			: textReport(old, fresh, findings, seconds, paintFor(host.stdout, host.env)),
	);
	return code;
}

/** Reads `--tolerance`: "0.01" is for all numbers, "age=2" for fields of this name, "/faces/0/age=2" for one place. */
function readTolerance(words: readonly string[] = []): Tolerance {
	if (words.length === 0) return EXACT;
	const rows = words.map((word) => {
		const [, field = "", text = ""] = /^(?:(.*)=)?([^=]*)$/s.exec(word) ?? [];
		const value = Number(text);
		if (text.trim() === "" || !(value >= 0) || value === Infinity)
			throw new UsageError(
				`--tolerance "${word}" is neither a number nor FIELD=NUMBER, such as 0.01 or age=2.`,
			);
		return { field, value };
	});
	return (path) => {
		const last = path.slice(path.lastIndexOf("/") + 1);
		const own = rows.find(({ field }) => field !== "" && (field === path || field === last));
		return (own ?? rows.find(({ field }) => field === ""))?.value ?? 0;
	};
}
