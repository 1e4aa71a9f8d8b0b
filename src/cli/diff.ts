import type { CallOptions } from "../client/index.js";
import { CALL_FLAGS, callOptions } from "./call-flags.js";
import { asCommandError } from "./client-failure.js";
import { CLIENT_FLAGS } from "./client-flags.js";
import type { Command } from "./command.js";
import { UsageError, WorkError } from "./command-error.js";
import { EXACT, type Tolerance } from "./diff/compare.js";
import { Findings, jsonReport, textReport } from "./diff/report.js";
import { openSide, type Side } from "./diff/side.js";
import { tee } from "./diff/tee.js";
import { judge, mustBeThere } from "./diff/verdict.js";
import { describeFlags, type Flags, readFlags } from "./flags.js";
import { MANY_FLAGS } from "./map/flags.js";
import type { Item } from "./map/item.js";
import { Progress } from "./map/progress.js";
import { limited } from "./map/run.js";
import { type Source, sourceOf } from "./map/source.js";
import { stopper } from "./map/stopper.js";
import { paintFor } from "./terminal.js";

const { json, header, retries } = CLIENT_FLAGS;
const { param, method } = CALL_FLAGS;
const { lines, limit, concurrency, hidden, type, deadline } = MANY_FLAGS;

const FLAGS = {
	lines,
	limit,
	tolerance: {
		kind: "texts",
		value: "[FIELD=]N",
		help: "Numbers may be so far apart: all, or those of a field; may be repeated.",
	},
	show: { kind: "number", value: "N", most: 1_000, help: "Show the first N that changed.", fallback: 10 },
	anyway: { kind: "switch", help: "Compare answers also where the digests are equal.", fallback: false },
	concurrency: { ...concurrency, help: "The most calls of one mill at a time.", fallback: 16 },
	hidden,
	quiet: { kind: "switch", help: "Show no progress.", fallback: false },
	json: { ...json, help: "Print the report as JSON." },
	param,
	type,
	method,
	header,
	deadline,
	retries,
} as const satisfies Flags;

/** `gristmill diff`: which answers change between two versions of a mill. */
export const DIFF: Command = {
	flags: FLAGS,
	help: () => `gristmill diff OLD NEW INPUTS…: send inputs to two versions of a mill and report which answers changed

OLD and NEW are addresses of mills, or mill files: these are served for as long as it takes. Inputs are those of map:
files, folders and patterns, or with --lines the lines of a file. Answers are compared as values, so that the order of
fields does not matter; of a refusal its status and code. Where the digests are equal, answers are the same by promise,
and none is asked for without --anyway.

${describeFlags(FLAGS)}

Examples
  gristmill diff http://127.0.0.1:8080/v1/tokeniser http://127.0.0.1:8080/v2/tokeniser texts
  gristmill diff ./old-counter.ts ./new-counter.ts 'texts/**/*.md'
  gristmill diff https://mills.example/classifier ./classifier.ts photos --tolerance 0.001 --tolerance age=2
  gristmill diff ./old.ts ./new.ts --lines corpus.txt --json > report.json

Exit codes: 0 every answer is equal, 1 some changed, 2 called wrongly: no such mill, a mill file that is broken; 3 none
changed, but some could not be compared because no answer came, 130 stopped by Ctrl-C.
`,
	async run(words) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [oldWord, newWord, ...inputs] = rest;
		if (oldWord === undefined || newWord === undefined)
			throw new UsageError("Name two mills, by address or by file: gristmill diff OLD NEW INPUTS…");
		const tolerance = readTolerance(chosen.tolerance);
		const options = callOptions(chosen);
		const source = await sourceOf(inputs, [], chosen);
		const sides: Side[] = [];
		try {
			// One after the other: what has been opened is closed, whatever becomes of the next.
			for (const word of [oldWord, newWord]) sides.push(await openSide(word, chosen));
			const [old, fresh] = sides as [Side, Side];
			const same = old.digest !== undefined && old.digest === fresh.digest;
			if (same && !chosen.anyway) return tellSame(old, fresh, chosen.json);
			await compare(old, fresh, source, options, { ...chosen, tolerance });
		} catch (error) {
			const told = asCommandError(error);
			// 1 says that answers changed: what could not even begin must not be mistaken for that.
			throw told instanceof WorkError ? new UsageError(told.message) : told;
		} finally {
			await Promise.all(sides.map((side) => side.close()));
			// Nobody reads the rest of it, and it would keep the program alive.
			if (chosen.lines === "-") process.stdin.destroy();
		}
	},
};

function tellSame(old: Side, fresh: Side, json: boolean | undefined): void {
	const text = `Equal: both have the digest ${old.digest}, so every answer is the same. --anyway compares them.`;
	process.stdout.write(`${json ? JSON.stringify(jsonReport(old, fresh, undefined)) : text}\n`);
}

interface Choice {
	readonly tolerance: Tolerance;
	readonly limit?: number;
	readonly show?: number;
	readonly concurrency?: number;
	readonly quiet?: boolean;
	readonly json?: boolean;
}

async function compare(
	old: Side,
	fresh: Side,
	source: Source,
	options: CallOptions,
	{ tolerance, limit = Infinity, show = 10, concurrency = 16, quiet = false, json = false }: Choice,
): Promise<void> {
	const began = performance.now();
	const findings = new Findings(show);
	const progress = new Progress(process.stderr, findings);
	const stop = stopper();
	const [forOld, forNew] = tee(limited(source.open(), limit));
	const answers = (side: Side, items: AsyncIterable<Item>) =>
		side.client.map<Item>(side.mill, items, { ...options, concurrency, signal: stop.signal, prepare });
	const [olds, news] = [answers(old, forOld), answers(fresh, forNew)];
	if (!quiet) progress.start();
	try {
		for (;;) {
			const [before, after] = await Promise.all([olds.next(), news.next()]);
			if (before.done || after.done) break;
			if (findings.done === 0) for (const { value } of [before, after]) mustBeThere(value);
			findings.add(before.value.item, judge(before.value, after.value, tolerance));
		}
		process.exitCode = findings.changed > 0 ? 1 : findings.undecided > 0 ? 3 : 0;
	} catch (error) {
		if (!stop.signal.aborted) throw error;
		process.exitCode = stop.exitCode();
	} finally {
		progress.stop();
		stop.end();
		await Promise.all([olds.return(), news.return()]);
	}
	const seconds = (performance.now() - began) / 1_000;
	process.stdout.write(
		json
			? `${JSON.stringify(jsonReport(old, fresh, findings))}\n`
			: textReport(findings, seconds, paintFor(process.stdout)),
	);
}

function prepare(item: Item) {
	if (item.trouble) throw item.trouble;
	return { input: "file" in item ? { file: item.file } : item.content };
}

/** "0.01" is for all numbers; "age=2" for those of a field of this name, "/faces/0/age=2" for one at that place. */
function readTolerance(words: readonly string[] = []): Tolerance {
	if (words.length === 0) return EXACT;
	const rows = words.map((word) => {
		const [, field = "", text = ""] = /^(?:(.*)=)?([^=]*)$/s.exec(word) ?? [];
		const value = Number(text);
		if (text.trim() === "" || !(value >= 0) || value === Infinity)
			throw new UsageError(`Give --tolerance as a number or FIELD=NUMBER, such as 0.01 or age=2: "${word}".`);
		return { field, value };
	});
	return (path) => {
		const last = path.slice(path.lastIndexOf("/") + 1);
		const own = rows.find(({ field }) => field !== "" && (field === path || field === last));
		return (own ?? rows.find(({ field }) => field === ""))?.value ?? 0;
	};
}
