import { type Client, createClient } from "../client/index.js";
import { asCommandError } from "./client-failure.js";
import { UsageError } from "./command-error.js";
import type { Chosen, Flags } from "./flags.js";

/** How long is waited for the answer to a call where `--deadline` is left out. */
export const USUAL_WAIT = "else a minute, or as long as the mill says it takes";

/** The flags of every command that asks a server. */
export const CLIENT_FLAGS = {
	json: { kind: "switch", help: "Print JSON on one line, also for a failure.", fallback: false },
	header: { kind: "texts", value: "'A: B'", help: "Send a field such as Authorization; may be repeated." },
	token: {
		kind: "text",
		value: "TOKEN",
		help: "Send it as Authorization: Bearer; better in GRISTMILL_TOKEN, which others cannot see.",
	},
	deadline: {
		kind: "number",
		value: "MS",
		help: "Wait so long for all attempts together; a minute where it is left out.",
	},
	retries: {
		kind: "number",
		value: "N",
		most: 100,
		help: "Ask so often again after 429, 502, 503 or no answer.",
		fallback: 3,
	},
} as const satisfies Flags;

export type ClientChoice = Omit<Chosen<typeof CLIENT_FLAGS>, "json">;

export const EXIT_CODES = `Exit codes: 0 done, 1 the server refused or failed, 2 called wrongly, 3 no answer came,
4 the answer is not the expected one or breaks its schema.
`;

/** The client that the flags describe, for these bases or for whole addresses. */
export function clientFor(
	{ header = [], token, deadline, retries = 3 }: ClientChoice,
	bases: readonly string[] = [],
): Client {
	if (deadline === 0) throw new UsageError("Give --deadline as 1 or more: 0.");
	const options = {
		headers: { ...authorization(token, header), ...Object.fromEntries(header.map(readField)) },
		...(deadline !== undefined && { deadline }),
		retry: { attempts: retries + 1 },
	};
	try {
		return createClient(bases, options);
	} catch (error) {
		throw asCommandError(error);
	}
}

/** The field for a token of `--token` or GRISTMILL_TOKEN, unless `--header` has one; no message quotes it. */
export function authorization(
	token: string | undefined,
	header: readonly string[] = [],
): Readonly<Record<string, string>> {
	const chosen = (token ?? process.env.GRISTMILL_TOKEN ?? "").trim();
	if (chosen === "" || header.some((field) => /^\s*authorization\s*:/i.test(field))) return {};
	if (!/^[\x21-\x7e]+$/.test(chosen))
		throw new UsageError("Give the token alone, without spaces: it holds what cannot stand behind Bearer.");
	return { Authorization: `Bearer ${chosen}` };
}

/** Reads what --header says. */
export function readField(text: string): [string, string] {
	const colon = text.indexOf(":");
	const [name, value] = [text.slice(0, Math.max(0, colon)).trim(), text.slice(colon + 1).trim()];
	try {
		// Judges the name and the value by the rules of HTTP.
		new Headers([[name, value]]);
	} catch {
		// Not quoted: what has no name may be the secret alone.
		throw new UsageError("Give --header as 'Name: value', in one line.");
	}
	return [name, value];
}

/** The one address among the words of a command. */
export function oneUrl(words: readonly string[], command: string): string {
	const [url, second] = words;
	if (url === undefined) throw new UsageError(`Name an address: gristmill ${command} http://127.0.0.1:8080/`);
	if (second !== undefined) throw new UsageError(`Name one address only: "${second}".`);
	return url;
}
