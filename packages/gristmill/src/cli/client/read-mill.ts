import { type Client, ConnectionError, DiscoveryError, MillError } from "../../client/index.js";
import { didYouMean } from "../../core/closest.js";
import { isMillPath } from "../../mill-files/mill-path.js";
import { UsageError } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import { complain } from "../command-line/terminal.js";
import type { LocalChoice, ServedHere } from "../local/serve-here.js";
import { addressOf, isMillName, isUrl, namedServer, namesServer, urlHint } from "./mill-address.js";

/** A mill that a command works with. */
export interface FoundMill {
	readonly url: string;
	/** Waits until a mill of this process can be called. Throws if it cannot. */
	ready(): Promise<void>;
	/** A text for people, without the address of a server that ends with the command. */
	shown(text: string): string;
	/** The media type of an input that the mill takes while it comes. Undefined if it wants the whole, or if nobody knows. */
	longType(wanted: string | undefined): string | undefined;
}

/** Finds the mill, lets a command work with it, and ends the workers that were started for it. */
export type WithMill = <T>(client: Client, work: (mill: FoundMill) => Promise<T>) => Promise<T>;

type MillChoice = LocalChoice & {
	readonly here?: boolean | undefined;
	readonly json?: boolean | undefined;
};

/** Servers on this computer tell their mills within this time. */
const LIST_DEADLINE = 2_000;

/**
 * Reads a mill from the command line: a URL, a file, or the name of a mill that is installed or on a server. A file and an
 * installed mill are served in this process, so that a command does the same with them as with any address.
 */
export function readMill(word: string, chosen: MillChoice, host: Host): WithMill {
	if (isUrl(word)) return (_, work) => work(elsewhere(word));
	if (isMillPath(word)) return (_, work) => working([word], chosen, host, work);
	if (isPackage(word)) return async (_, work) => working([await installed(word)], chosen, host, work);
	if (!isMillName(word))
		throw new UsageError(
			`"${word}" is no mill. Give a URL with http:// or https://, a mill file, or a name.${urlHint(word)}`,
		);
	if (chosen.here) return async (_, work) => working([await installed(word)], chosen, host, work);
	const server = namedServer(host.env);
	return async (client, work) => {
		const found = namesServer(host.env)
			? await addressOf(client, server, word).catch((error: unknown) => hinted(error, word))
			: await unclear(word, client, server, chosen, host);
		return typeof found === "string" ? work(elsewhere(found)) : working([found], chosen, host, work);
	};
}

/** Serves sources in this process while a command works with them. */
export async function working<T>(
	sources: readonly (string | URL)[],
	chosen: LocalChoice,
	host: Host,
	work: (mill: FoundMill & ServedHere) => Promise<T>,
): Promise<T> {
	const { serveHere } = await import("../local/serve-here.js");
	const served = await serveHere(sources, chosen, host);
	try {
		return await work({ ...served, url: served.mill });
	} catch (error) {
		if (error instanceof MillError)
			Object.assign(error, { message: served.told(error), url: served.withoutBase(error.url) });
		throw error;
	} finally {
		await served.close();
	}
}

/** A mill at an address. */
export function elsewhere(url: string): FoundMill {
	return { url, ready: async () => {}, shown: (text) => text, longType: () => undefined };
}

/** `@me/summariser`, `@gristmill/mills/tokeniser`. */
function isPackage(word: string): boolean {
	return /^@[\w.-]+\/[\w./-]+$/.test(word);
}

/** The module of an installed mill or package. */
export async function installed(word: string): Promise<URL> {
	const { urlNamed } = await import("../mills/mill-files.js");
	return urlNamed(word);
}

async function installedMill(word: string): Promise<URL | undefined> {
	const { NAMED_MILLS } = await import("../../mill-files/named-mills.js");
	return Object.hasOwn(NAMED_MILLS, word) ? NAMED_MILLS[word] : undefined;
}

/** A name where no server was named: the mill of a server that listens at the usual address, else the installed mill. */
async function unclear(
	word: string,
	client: Client,
	server: URL,
	{ json }: MillChoice,
	host: Host,
): Promise<string | URL> {
	const module = await installedMill(word);
	if (!module) return addressOf(client, server, word).catch((error: unknown) => notHere(error, word));
	const entries = await client.list(server, { retry: false, deadline: LIST_DEADLINE }).catch(() => []);
	if (!entries.some(({ name }) => name === word)) return module;
	if (host.stderr.isTTY && !json)
		complain(
			host,
			`"${word}" is installed here, and on the server at ${server}, which this command uses. Add --here for the installed mill.`,
			"warning",
		);
	return addressOf(client, server, word);
}

/** No server was named and none answers, and there is no installed mill of this name. */
export async function notHere(error: unknown, word: string): Promise<never> {
	const { NAMED_MILLS } = await import("../../mill-files/named-mills.js");
	const hint = didYouMean(word, Object.keys(NAMED_MILLS));
	if (error instanceof ConnectionError)
		error.message = `No mill "${word}" is installed here.${hint} ${error.message}`;
	throw error;
}

/** The server that was named has no such mill, but it is installed. */
async function hinted(error: unknown, word: string): Promise<never> {
	if (error instanceof DiscoveryError && (await installedMill(word)))
		error.message += " It is installed here: add --here.";
	throw error;
}
