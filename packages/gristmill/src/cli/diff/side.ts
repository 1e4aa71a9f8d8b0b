import { availableParallelism } from "node:os";
import type { Client, MillEntry } from "../../client/index.js";
import { createServer } from "../../http/server.js";
import { type ClientChoice, clientFor } from "../client/client-flags.js";
import { isMillName, isUrl, readMill } from "../client/mill-address.js";
import { WorkError } from "../command-line/command-error.js";
import type { MillFileImports } from "../mills/mill-file-imports.js";
import { millFile } from "../mills/mill-files.js";

/** One of the two mills that are compared. */
export interface Side {
	/** Its URL or file, as given. */
	readonly named: string;
	readonly client: Client;
	/** The URL of the mill. */
	readonly mill: string;
	readonly digest: string | undefined;
	readonly version: string | undefined;
	close(): Promise<void>;
}

/** Opens a mill by its URL, its name or its file. A file is served in this process, and called like any other mill. */
export async function openSide(word: string, flags: ClientChoice, imports: MillFileImports): Promise<Side> {
	const { env } = imports.host;
	const client = clientFor(flags, env);
	if (isUrl(word) || isMillName(word)) {
		const url = await readMill(word, env)(client);
		const entry = await entryOf(client, url);
		return { named: word, client, mill: url, ...factsOf(entry), close: async () => {} };
	}
	// Two servers share the cores.
	const workers = Math.max(1, Math.floor(availableParallelism() / 2));
	const server = await createServer([await millFile(word, imports)], { workers, log: () => {} });
	const base = await server.listen(0);
	const { unready } = await server.examined();
	const [mill] = server.mills;
	if (unready.length > 0 || !mill) {
		await server.close();
		throw new WorkError(`Fix the examples of the mill first, see gristmill test: ${word}.`);
	}
	const entry = await entryOf(client, `${base}/${mill.name}`);
	return {
		named: word,
		client,
		mill: `${base}/${mill.path}`,
		...factsOf(entry),
		close: () => server.close(),
	};
}

/** The entry of a mill in the list of its server. Undefined if the server has no list. */
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
