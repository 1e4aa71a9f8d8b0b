import { createReadStream } from "node:fs";
import { CLOCK } from "../../core/clock.js";
import { inOrder } from "../../http/many/in-order.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { harmless } from "../command-line/terminal.js";
import { doneIn, leftInOrder, mend, type Place } from "../map/done.js";
import type { Item } from "../map/item.js";
import { linesOf } from "../map/lines.js";
import { holdFiles } from "../map/lock.js";
import { Progress } from "../map/progress.js";
import { completeRenewal } from "../map/renewal.js";
import { openResults, type Results } from "../map/results.js";
import { type Bench, judge } from "./judge.js";
import { countReceipts, type ReceiptItem, receiptsIn } from "./receipts.js";
import { type Verdict, VerdictTally, verdictIn, verdictLine, verdictText } from "./verdict.js";

/** What a caller chooses for a run. */
interface VerifyChoice {
	readonly input?: string;
	readonly out?: string;
	readonly resume?: boolean;
	readonly concurrency?: number;
	readonly quiet?: boolean;
	readonly json?: boolean;
}

/** Judges the receipts of files, several at a time, and tells the verdicts in order. */
export async function verifyAll(
	files: readonly string[],
	bench: Bench,
	chosen: VerifyChoice,
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
