import { readFile } from "node:fs/promises";
import { MiB } from "../../core/definition/limits.js";
import { readTrouble } from "../../core/file-trouble.js";
import { type PublicKey, readPublicKeys } from "../../core/receipt/keys.js";
import { isUrl } from "../client/mill-address.js";
import { NoAnswerError, refusing, UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";

/** Keys, and where they are from. */
export interface KeySource {
	readonly keys: readonly PublicKey[];
	readonly where: string;
}

const ANSWER_MS = 10_000;

/** The keys of --key. */
export async function namedKeys(words: readonly string[], host: Pick<Host, "cwd">): Promise<KeySource> {
	const lists = await Promise.all(
		words.map(async (word) => {
			if (isUrl(word)) return keysAt(secure(word), {});
			const text = await readFile(pathOn(host, word), "utf8").catch((error: unknown) => {
				throw new UsageError(`${readTrouble(word, error)}. Give --key a readable file.`);
			});
			return refusing(() => readPublicKeys(text, word));
		}),
	);
	return { keys: lists.flat(), where: words.join(" and ") };
}

/** The keys beside a mill on a server. */
export async function keysBeside(
	mill: string,
	headers: Readonly<Record<string, string>>,
): Promise<KeySource> {
	// The part before the braces of a path pattern, without the name of the mill.
	const before = mill.split(/[?#{]/, 1)[0]?.replace(/\/$/, "") ?? mill;
	if (!URL.canParse("$keys", before))
		throw new UsageError(`${mill} is not a full URL, such as http://127.0.0.1:8080/word-counter.`);
	const url = new URL("$keys", before);
	return { keys: await keysAt(url, headers), where: url.href };
}

/** An address on the command line: over http, anybody on the way could give other keys. */
function secure(word: string): URL {
	const url = URL.canParse(word) ? new URL(word) : undefined;
	const isHere = url && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
	if (url && (url.protocol === "https:" || isHere)) return url;
	throw new UsageError(`"${word}" is no address of keys. Give --key a file, or a URL with https://.`);
}

async function keysAt(url: URL, headers: Readonly<Record<string, string>>): Promise<PublicKey[]> {
	const text = await textAt(url, headers);
	return refusing(() => readPublicKeys(text, url.href));
}

async function textAt(url: URL, headers: Readonly<Record<string, string>>): Promise<string> {
	const { href } = url;
	let response: Response;
	try {
		response = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(ANSWER_MS) });
		if (response.status === 200) return await boundedText(response, href);
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw new NoAnswerError(
			`The keys at ${href} did not come. Check the address, or give the keys with --key FILE.`,
		);
	}
	throw new UsageError(
		`There are no keys at ${href} (${response.status}). Give the key of the signer with --key FILE; "gristmill key show" prints it.`,
	);
}

async function boundedText({ body }: Response, href: string): Promise<string> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
		size += part.byteLength;
		if (size > MiB) throw new UsageError(`${href} is larger than 1 MiB, and no set of keys is.`);
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}
