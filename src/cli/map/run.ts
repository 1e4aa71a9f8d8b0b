import {
	type CallOptions,
	type Client,
	ConnectionError,
	ProblemError,
	UsageError as WrongCall,
} from "../../client/index.js";
import { asCommandError } from "../client-failure.js";
import { CommandError, NoAnswerError } from "../command-error.js";
import { paintFor } from "../terminal.js";
import { doneIn, leftInAnyOrder, leftInOrder } from "./done.js";
import type { Item } from "./item.js";
import { Progress } from "./progress.js";
import { errorOf, resultLine } from "./result-line.js";
import type { Results } from "./results.js";
import type { Source } from "./source.js";
import { stopper } from "./stopper.js";
import { Tally } from "./tally.js";

/** What is to be done with which inputs. */
export interface Run {
	readonly client: Client;
	readonly mill: string;
	readonly source: Source;
	readonly results: Results;
	/** The files of an earlier run that is to be continued. */
	readonly earlier: readonly string[];
	readonly options: CallOptions;
	readonly concurrency: number;
	readonly ordered: boolean;
	readonly limit: number;
	/** Seconds. */
	readonly wait: number;
	readonly quiet: boolean;
	/** How this run can be continued. */
	readonly hint: string;
}

/** These say that the mill cannot be called at all, if the first answer of all says so. */
const NO_MILL = [401, 404, 405];

/** Sends the inputs and writes the results; sets the exit code. */
export async function runMap(run: Run): Promise<void> {
	const began = performance.now();
	const tally = new Tally();
	const progress = new Progress(process.stderr, tally);
	const stop = stopper();
	const counting = new AbortController();
	try {
		if (!run.quiet) begin(progress, run, counting.signal);
		for await (const outcome of outcomesOf(run, tally, progress, stop.signal)) {
			const { error } = outcome;
			if (error) mustBeOfInput(error, tally);
			if (process.stdout.isTTY) progress.clear();
			await run.results.write(resultLine(outcome), error !== undefined);
			if (error) tally.fail(errorOf(error));
			else tally.answered++;
		}
		if (tally.failed + tally.failedBefore > 0) process.exitCode = 1;
		end();
	} catch (error) {
		if (stop.signal.aborted) {
			process.exitCode = stop.exitCode();
			end(`Stopped. ${run.hint}\n`);
		} else {
			if (tally.done > 0) end();
			throw brokenOff(error, run.hint);
		}
	} finally {
		progress.stop();
		stop.end();
		counting.abort();
	}

	function end(more = ""): void {
		progress.stop();
		if (run.quiet) return;
		const seconds = (performance.now() - began) / 1000;
		process.stderr.write(tally.summary(seconds, paintFor(process.stderr)) + more);
	}
}

function outcomesOf(run: Run, tally: Tally, progress: Progress, signal: AbortSignal) {
	const { client, mill, source, options, concurrency, ordered, limit, wait } = run;
	const items = left(limited(source.open(), limit), run, tally);
	return client.map<Item>(mill, items, {
		...options,
		concurrency,
		ordered,
		signal,
		prepare: (item) => {
			if (item.trouble) throw item.trouble;
			return { input: "file" in item ? { file: item.file } : item.content };
		},
		outage: {
			patience: 1000 * wait,
			tell: (state) => {
				progress.away = state === "away";
			},
		},
	});
}

/** Counts beside the work, for nobody should wait for a number. */
function begin(progress: Progress, { source, limit }: Run, signal: AbortSignal): void {
	progress.start();
	source.count?.(signal).then(
		(total) => {
			progress.total = Math.min(total, limit);
		},
		() => {},
	);
}

/** The inputs without those that an earlier run has dealt with. */
function left(items: AsyncIterable<Item>, { earlier, ordered }: Run, tally: Tally): AsyncIterable<Item> {
	if (earlier.length === 0) return items;
	const files = earlier.map(doneIn);
	const continued = ordered ? leftInOrder : leftInAnyOrder;
	return continued(items, files, ({ failed }) => {
		tally.before++;
		if (failed) tally.failedBefore++;
	});
}

/** The first so many of some items. */
export async function* limited<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
	let count = 0;
	if (limit > 0)
		for await (const item of items) {
			yield item;
			if (++count >= limit) return;
		}
}

/** A mistake in the command would fail for every input: it is told once instead. */
function mustBeOfInput(error: Error, tally: Tally): void {
	if (error instanceof WrongCall) throw error;
	if (tally.done === 0 && error instanceof ProblemError && NO_MILL.includes(error.status))
		throw asCommandError(error);
}

/** What ended the run before its end. */
function brokenOff(error: unknown, hint: string): unknown {
	const isAway = error instanceof ConnectionError || error instanceof ProblemError;
	const told = asCommandError(error);
	return isAway && told instanceof CommandError ? new NoAnswerError(`${told.message} ${hint}`) : told;
}
