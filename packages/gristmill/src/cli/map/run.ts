import { InputError } from "../../client/errors/errors.js";
import {
	type Answer,
	type CallOptions,
	type Client,
	ConnectionError,
	type ManyOptions,
	ProblemError,
	UsageError as WrongCall,
} from "../../client/index.js";
import { asCommandError } from "../client/client-failure.js";
import { receiptLine } from "../client/receipt-file.js";
import { CommandError, NoAnswerError } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import { paintFor, printableLine } from "../command-line/terminal.js";
import { type Done, doneIn, leftInAnyOrder, leftInOrder, type Place } from "./done.js";
import { type Item, inputOf } from "./item.js";
import type { OutFolder } from "./out-folder.js";
import { Progress } from "./progress.js";
import { errorOf, resultLine } from "./result-line.js";
import type { Results } from "./results.js";
import type { Source } from "./source.js";
import { stopper } from "./stopper.js";
import { Tally } from "./tally.js";

/** The inputs of a run and how to send them. */
interface MapRun {
	readonly host: Host;
	readonly client: Client;
	readonly mill: string;
	/** Several servers share calls. */
	readonly isOneServer: boolean;
	readonly source: Source;
	readonly results: Results;
	/** Where each result is a file of its own. Omitted if results are in the lines. */
	readonly folder?: OutFolder | undefined;
	/** Where the receipts of the answers go, if they are wanted. */
	readonly receipts?: Results | undefined;
	/** The files of the run that is continued. */
	readonly earlier: readonly string[];
	/** Whether inputs that failed in that run are not sent again. */
	readonly keepFailed: boolean;
	readonly options: CallOptions;
	/** Aborted when another run has taken over. */
	readonly lost: AbortSignal;
	/** If the caller has chosen one. */
	readonly concurrency: number | undefined;
	readonly ordered: boolean;
	readonly limit: number;
	/** Seconds. */
	readonly wait: number;
	readonly quiet: boolean;
	/** How to continue this run. */
	readonly hint: string;
}

/** Statuses of the first response that mean: the mill cannot be called at all. */
const NO_MILL = [401, 404, 405];

/** Sends the inputs and writes the results. Resolves to the exit code. */
export async function runMap(run: MapRun): Promise<number> {
	const { stdout, stderr, env } = run.host;
	const began = performance.now();
	const tally = new Tally();
	const progress = new Progress(run.host, tally);
	const stop = stopper(run.host);
	const counting = new AbortController();
	/** The inputs that are sent again, and where their earlier results are. */
	const places = new Map<Item, Place>();
	/** The receipts of answers that wait for their turn. */
	const receipts = new Map<Item, string>();
	try {
		if (!run.quiet) begin(progress, run, counting.signal);
		for await (const outcome of outcomesOf(
			run,
			tally,
			places,
			receipts,
			progress,
			AbortSignal.any([stop.signal, run.lost]),
		)) {
			const { error, item } = outcome;
			if (error) mustBeOfInput(error, tally);
			if (stdout.isTTY) progress.clear();
			const receipt = receipts.get(item);
			receipts.delete(item);
			// First: if the program is killed between the two, the input is sent again.
			if (receipt !== undefined) await run.receipts?.write(receipt, false);
			await run.results.write(resultLine(outcome), error !== undefined, places.get(item));
			places.delete(item);
			if (error) tally.fail(errorOf(error));
			else tally.answered++;
			if (outcome.answer?.attempts === 0) tally.kept++;
		}
		await run.results.settle();
		end();
		return tally.failed + tally.failedBefore > 0 ? 1 : 0;
	} catch (error) {
		// The files of a run that was taken over belong to the other one. The reason why this one ended is the one to tell.
		if (!run.lost.aborted) await run.results.settle().catch(() => {});
		if (!stop.signal.aborted) {
			if (tally.done > 0) end();
			throw brokenOff(error, run.hint);
		}
		end(`Stopped. ${run.hint}\n`);
		return stop.exitCode();
	} finally {
		progress.stop();
		stop.end();
		counting.abort();
	}

	function end(more = ""): void {
		progress.stop();
		if (run.quiet) return;
		const seconds = (performance.now() - began) / 1000;
		stderr.write(tally.summary(seconds, paintFor(stderr, env)) + more);
	}
}

function outcomesOf(
	run: MapRun,
	tally: Tally,
	places: Map<Item, Place>,
	receipts: Map<Item, string>,
	progress: Progress,
	signal: AbortSignal,
) {
	const { host, client, mill, source, options, concurrency, ordered, limit, wait, folder } = run;
	const items = named(left(limited(source.open(), limit), run, tally, places), folder);
	const given = {
		...options,
		...(concurrency !== undefined && { concurrency }),
		signal,
		// Large results are on the disk, and not in memory, while they wait for their turn.
		...((folder || run.receipts) && {
			received: async (answer: Answer, item: Item) => {
				if (run.receipts) receipts.set(item, receiptLine(item, answer));
				return folder ? folder.write(answer, item) : answer;
			},
		}),
		prepare: (item: Item) => ({ input: inputOf(item, host) }),
		outage: {
			patience: 1000 * wait,
			tell: (state: "away" | "back") => {
				progress.away = state === "away";
			},
		},
	} satisfies ManyOptions<Item>;
	// Each call would have a trace or a receipt of its own. Files are large, and calls send several at once.
	const isEachOnItsOwn = options.trace || run.receipts || folder;
	const together = source.isOfLines && ordered && concurrency === undefined && !isEachOnItsOwn;
	return together && run.isOneServer
		? client.many<Item>(mill, items, given)
		: client.map<Item>(mill, items, { ...given, ordered });
}

/** Starts the progress display. The inputs are counted in the background. */
function begin(progress: Progress, { source, limit }: MapRun, signal: AbortSignal): void {
	progress.start();
	source.count?.(signal).then(
		(total) => {
			progress.total = Math.min(total, limit);
		},
		() => {},
	);
}

/** The inputs without those that an earlier run has finished. */
async function* left(
	items: AsyncIterable<Item>,
	{ host, earlier, ordered, folder, keepFailed }: MapRun,
	tally: Tally,
	places: Map<Item, Place>,
): AsyncGenerator<Item> {
	if (earlier.length === 0) return yield* items;
	if (folder && !ordered) for (const file of earlier) await folder.keep(doneIn(file, host));
	const files = earlier.map((file) => doneIn(file, host));
	const keep = ({ failed }: Done) => {
		tally.before++;
		if (failed) tally.failedBefore++;
	};
	if (!ordered) return yield* leftInAnyOrder(items, files, keep);
	yield* leftInOrder(items, files, (done, item, place) => {
		const isSentAgain = done.failed && !keepFailed;
		if (isSentAgain) places.set(item, place);
		else {
			keep(done);
			folder?.passOver(item);
		}
		return isSentAgain;
	});
}

/** The inputs, each with the name of its result file. */
async function* named(items: AsyncIterable<Item>, folder: OutFolder | undefined): AsyncGenerator<Item> {
	for await (const item of items) {
		folder?.name(item);
		yield item;
	}
}

/** The first `limit` items. */
export async function* limited<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
	let count = 0;
	if (limit > 0)
		for await (const item of items) {
			yield item;
			if (++count >= limit) return;
		}
}

/** Throws if the error is not one of this input: a mistake in the command, or a full disk. Then every input would fail. */
function mustBeOfInput(error: Error, tally: Tally): void {
	// For example a file that changed during its call.
	if (error instanceof InputError) return;
	// A result that cannot be written, for example because the disk is full.
	if (error instanceof WrongCall || error instanceof CommandError) throw error;
	if (tally.done === 0 && error instanceof ProblemError && NO_MILL.includes(error.status))
		throw asCommandError(error);
}

/** The error that stopped the run. */
function brokenOff(error: unknown, hint: string): unknown {
	if (error instanceof ProblemError && error.status === 412)
		return new NoAnswerError(
			`${printableLine(error.message)} The results so far are of another algorithm. Start again with another --out, or take both with --digest any.`,
		);
	const isAway = error instanceof ConnectionError || error instanceof ProblemError;
	const failure = asCommandError(error);
	return isAway && failure instanceof CommandError
		? new NoAnswerError(`${failure.message} ${hint}`)
		: failure;
}
