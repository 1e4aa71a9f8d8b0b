import { readFile } from "node:fs/promises";
import { readTrouble } from "../../core/file-trouble.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import { reasonFor, watchFiles } from "../files/watch-files.js";
import type { AuthSettings } from "./settings.js";
import { type TokenBook, tokenBook } from "./token-book.js";
import { readToken, readTokenLines, type TokenEntry } from "./token-lines.js";

/** The current tokens, and a way to reload their file. */
interface TokenSource {
	readonly find: TokenBook;
	reload(): Promise<void>;
	close(): void;
}

/** Reads the tokens. The file is reloaded whenever it changes. A broken file changes nothing. */
export async function tokenSource(
	{ tokens = [], tokenFile }: AuthSettings,
	mills: readonly string[],
	log: Log,
): Promise<TokenSource> {
	const given = tokens.map((word, i) => readToken(word, `Token ${i + 1} of GRISTMILL_TOKENS`));
	const read = async () => {
		const written = tokenFile === undefined ? undefined : await readTokenFile(tokenFile);
		// This also applies to a reload: an empty file is more often half written than intended.
		if (written?.length === 0)
			throw new RangeError(`The token file ${tokenFile} has no tokens. Add one with "gristmill token NAME".`);
		const entries = [...given, ...(written ?? [])];
		for (const { name, mills: wanted = [] } of entries)
			for (const mill of wanted)
				if (!mills.includes(mill))
					throw new RangeError(
						`The token of ${name} names the mill "${mill}", which is not served. Served: ${mills.join(", ") || "none"}.`,
					);
		return { book: tokenBook(entries), count: entries.length };
	};
	let { book, count } = await read();
	const reload = async () => {
		try {
			({ book, count } = await read());
			log("info", "reloaded the tokens", { file: tokenFile, tokens: count });
		} catch (error) {
			log("warn", "kept the old tokens", { reason: reasonFor(error) });
		}
	};
	const close = tokenFile === undefined ? () => {} : watchFiles([tokenFile], reload);
	return {
		find: (token) => book(token),
		reload: tokenFile === undefined ? async () => {} : reload,
		close,
	};
}

async function readTokenFile(file: string): Promise<TokenEntry[]> {
	const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
		throw new RangeError(`The token file ${readTrouble(file, error)}.`);
	});
	return readTokenLines(text, file);
}
