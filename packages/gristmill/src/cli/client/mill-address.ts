import {
	type Client,
	ConnectionError,
	DiscoveryError,
	type MillEntry,
	ProblemError,
} from "../../client/index.js";
import { didYouMean } from "../../core/closest.js";
import { withinServer } from "../../core/http-words/within-server.js";
import { DEFAULTS } from "../../settings/table.js";
import { UsageError } from "../command-line/command-error.js";

const VARIABLE = "GRISTMILL_URL";
const LOCAL = `http://${DEFAULTS.host}:${DEFAULTS.port}/`;

/** What a mill is called by, for help texts. */
export const MILL_HELP = `MILL is the URL of a mill, a mill file, or a name. A file or an installed mill runs in this command, without a server. A name
is that of a mill on the server of ${VARIABLE}. If this is not set, it is that of a mill on ${LOCAL}, or else of an
installed mill; --here chooses the installed one.`;

/** At most this many mills are named in a message. */
const MOST_NAMES = 10;

/** Whether a word is the name of a mill: one noun, so that it is neither a file with an ending nor a host. */
export function isMillName(word: string): boolean {
	return /^[a-z][\w-]{0,63}$/i.test(word);
}

/** Whether the user has named a server to look for names on. */
export function namesServer(environment: NodeJS.ProcessEnv): boolean {
	return (environment[VARIABLE]?.trim() ?? "") !== "";
}

export function isUrl(word: string): boolean {
	return /^https?:/i.test(word);
}

/** The server whose mills are called by name. An empty variable counts as not set. */
export function namedServer(environment: NodeJS.ProcessEnv): URL {
	const text = environment[VARIABLE]?.trim() || LOCAL;
	const url = isUrl(text) && URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined)
		throw new UsageError(
			`${VARIABLE} is "${text}", which is not a URL with http:// or https://.${urlHint(text)}`,
		);
	url.search = "";
	url.hash = "";
	if (!url.pathname.endsWith("/")) url.pathname += "/";
	return url;
}

/** The URL of a server on the command line. */
export function serverUrl(word: string): string {
	if (isUrl(word)) return word;
	throw new UsageError(`"${word}" is not a URL with http:// or https://.${urlHint(word)}`);
}

/** A word that looks like a URL without its beginning. */
export function urlHint(word: string): string {
	if (/^[\w-]+(?:\.[\w-]+)*:\d+(?:\/|$)|^\[[\da-f:]+\]|^[\w-]+(?:\.[\w-]+)+\//i.test(word))
		return ` Did you mean http://${word}?`;
	return /^[a-z][\w-]*(?:\/[\w{}-]+)+$/i.test(word) ? ` Did you mean ${LOCAL}${word}?` : "";
}

/** The URL of a mill on a server, by its name. */
export async function addressOf(client: Client, server: URL, name: string): Promise<string> {
	const plain = new URL(name, server).href;
	const entries = await entriesOf(client, server);
	// Without a list, the mill itself tells what is wrong.
	if (entries === undefined) return plain;
	const entry = entries.find((one) => one.name === name);
	if (entry) return withinServer(entry.url, server, name);
	const names = [...new Set(entries.map((one) => one.name))];
	const message =
		names.length === 0
			? `${server} has no mills.`
			: `${server} has no mill "${name}".${didYouMean(name, names)} It has ${shortened(names)}.`;
	throw new DiscoveryError(message, { url: plain, tried: [`GET ${new URL("$list", server)}`] });
}

/** The mills of a server; undefined if it has no list, or none for this caller. */
async function entriesOf(client: Client, server: URL): Promise<MillEntry[] | undefined> {
	try {
		return await client.list(server);
	} catch (error) {
		if (error instanceof DiscoveryError || error instanceof ProblemError) return undefined;
		throw error instanceof ConnectionError ? noServer(error, server) : error;
	}
}

/** Nothing listens. Who called by a name may not know where it was looked for. */
export function noServer({ url, attempts, cause }: ConnectionError, server: URL): ConnectionError {
	const advice =
		server.href === LOCAL
			? `Start a server with gristmill serve, or set ${VARIABLE} to the URL of one.`
			: `Start the server, or set ${VARIABLE} to the URL of another one.`;
	return new ConnectionError(`Nothing answers at ${server}. ${advice}`, { url, attempts, cause });
}

function shortened(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
