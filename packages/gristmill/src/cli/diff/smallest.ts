import { readFile } from "node:fs/promises";
import {
	type CallOptions,
	type Input,
	type MapOutcome,
	typeOfBytes,
	typeOfName,
} from "../../client/index.js";
import type { Tolerance } from "../client/compare.js";
import { saveFile } from "../client/save-file.js";
import { type Host, pathOn } from "../command-line/host.js";
import type { Item } from "../map/item.js";
import { type Shrunk, shrunk } from "./shrink.js";
import type { Side } from "./side.js";
import { judge } from "./verdict.js";

/** The file of a smallest input, and what differs for it. Without `found`, the mills did not differ when they were asked again. */
export interface Smallest {
	readonly file: string;
	readonly found: Shrunk | undefined;
}

/** Writes a smallest input for which two mills differ, made from one for which they did. */
export async function writeSmallest(
	file: string,
	item: Item,
	sides: readonly [old: Side, fresh: Side],
	{ signal, ...options }: CallOptions & { readonly signal: AbortSignal },
	tolerance: Tolerance,
	host: Host,
): Promise<Smallest> {
	const content = "file" in item ? await readFile(pathOn(host, item.file)) : item.content;
	const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
	const named =
		"file" in item ? typeOfName(item.file) : typeof content === "string" ? "text/plain" : undefined;
	// As for the input itself, the client may send another type than a guessed one.
	const inputOf = (candidate: Uint8Array): Input =>
		named === undefined ? candidate : new File([candidate as Uint8Array<ArrayBuffer>], nameOf(item));
	const outcomeOf = async (side: Side, input: Input, left: number): Promise<MapOutcome<Item>> => {
		const deadline = Math.ceil(Math.min(left, options.deadline ?? left));
		try {
			const answer = await side.client.call(side.mill, input, { ...options, signal, deadline });
			return { index: 0, item, answer };
		} catch (error) {
			if (signal.aborted || !(error instanceof Error)) throw error;
			return { index: 0, item, error };
		}
	};
	const found = await shrunk(
		bytes,
		options.mediaType ?? named ?? typeOfBytes(bytes),
		async (candidate, left) => {
			const input = inputOf(candidate);
			const [before, after] = await Promise.all(sides.map((side) => outcomeOf(side, input, left)));
			const verdict = judge(before as MapOutcome<Item>, after as MapOutcome<Item>, tolerance);
			return verdict.kind === "changed" ? verdict.changes : [];
		},
	);
	if (found) await saveFile(file, [found.bytes], host);
	return { file, found };
}

/** The client guesses the type of a file by its name. */
function nameOf(item: Item): string {
	return "file" in item ? item.file : "line.txt";
}
