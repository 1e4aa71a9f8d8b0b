import type { Client, MillEntry } from "../../client/index.js";
import type { FoundMill } from "../client/read-mill.js";

/** One of the two mills that are compared. */
export interface Side {
	/** Its URL or file, as given. */
	readonly named: string;
	readonly client: Client;
	/** The URL of the mill. */
	readonly mill: string;
	readonly digest: string | undefined;
	readonly version: string | undefined;
}

/** Finds a mill by its URL, its name or its file, and its facts. Both are found before the comparison begins. */
export async function sideOf(named: string, client: Client, { url, ready }: FoundMill): Promise<Side> {
	await ready();
	return { named, client, mill: url, ...factsOf(await entryOf(client, url)) };
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
