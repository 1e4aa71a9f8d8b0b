import { availableParallelism } from "node:os";
import type { Client, MillEntry } from "../../client/index.js";
import { createServer } from "../../http/server.js";
import { type ClientChoice, clientFor } from "../client-flags.js";
import { WorkError } from "../command-error.js";
import { millFile } from "../mill-files.js";

/** One of the two mills that are compared. */
export interface Side {
	/** As it was named. */
	readonly named: string;
	readonly client: Client;
	/** Where it is called. */
	readonly mill: string;
	readonly digest: string | undefined;
	readonly version: string | undefined;
	close(): Promise<void>;
}

/** A mill by its address, or by its file: that is served here, and called as any other is. */
export async function openSide(word: string, flags: ClientChoice): Promise<Side> {
	const client = clientFor(flags);
	if (/^https?:/i.test(word)) {
		const entry = await entryOf(client, word);
		return { named: word, client, mill: word, ...factsOf(entry), close: async () => {} };
	}
	// Two servers share the machine.
	const workers = Math.max(1, Math.floor(availableParallelism() / 2));
	const server = await createServer([await millFile(word)], { workers, log: () => {} });
	const base = await server.listen(0);
	const { unready } = await server.examined();
	const [served] = server.mills;
	if (unready.length > 0 || !served) {
		await server.close();
		throw new WorkError(`Make the mill meet its own examples first, see gristmill test: ${word}.`);
	}
	const mill = `${base}/${served.mill.path}`;
	const entry = await entryOf(client, `${base}/${served.mill.name}`);
	return { named: word, client, mill, ...factsOf(entry), close: () => server.close() };
}

/** What a server says of a mill; a stranger need not have a list, and then nothing is known. */
async function entryOf(client: Client, url: string): Promise<MillEntry | undefined> {
	const before = url.split(/[?#{]/, 1)[0]?.replace(/\/$/, "") ?? url;
	const name = before.slice(before.lastIndexOf("/") + 1);
	try {
		const entries = await client.list(new URL(".", before), { retry: false });
		return entries.find((entry) => entry.url === url || entry.name === name);
	} catch {
		return undefined;
	}
}

function factsOf(entry: MillEntry | undefined): Pick<Side, "digest" | "version"> {
	return { digest: entry?.digest, version: entry?.version };
}
