import { type Client, createClient, type Keep } from "../../client/index.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import { SETTINGS } from "../../settings/table.js";
import { UsageError } from "../command-line/command-error.js";
import { asCommandError } from "./client-failure.js";

/** How long a call waits for its result by default. */
export const DEFAULT_WAIT = "Default: a minute, or longer if the mill says that it needs longer";

/** The flags of every command that talks to a server. */
export const CLIENT_FLAGS = {
	json: { kind: "switch", help: "Print one line of JSON, also for a failure.", fallback: false },
	header: {
		kind: "texts",
		value: "'A: B'",
		help: "Header field to send, such as Authorization; may be repeated.",
	},
	token: {
		kind: "text",
		value: "TOKEN",
		help: "Token to send as Authorization: Bearer. Prefer GRISTMILL_TOKEN: other users can see flags.",
	},
	deadline: {
		kind: "number",
		value: "MS",
		help: "Time limit for all attempts together, in milliseconds. Default: a minute.",
	},
	retries: {
		kind: "number",
		value: "N",
		most: 100,
		help: "Retries after 429, 502, 503 or no response.",
		fallback: 3,
	},
} as const satisfies SettingTable;

/** The flags of every command that may run a mill itself. */
export const LOCAL_FLAGS = {
	here: {
		kind: "switch",
		help: "Run the installed mill of this name, and do not ask a server.",
		fallback: false,
	},
	python: SETTINGS.python,
	set: { ...SETTINGS.set, help: "Setting of a mill that runs in this command; may be repeated." },
} as const satisfies SettingTable;

/** For commands that call a mill more than once. */
export const WORKERS_FLAG = {
	...SETTINGS.workers,
	help: "Worker processes for a mill that runs in this command. Default: one per core, fewer if memory is short.",
} as const;

type ClientChoice = Omit<Values<typeof CLIENT_FLAGS>, "json">;

export const EXIT_CODES = `Exit codes: 0 success, 1 the server returned an error, 2 wrong usage, 3 no response,
4 the result differs from the expected one or violates its schema.
`;

/** Makes the client of a command, for these bases or for whole URLs. */
export function clientFor(
	{ header = [], token, deadline, retries = 3 }: ClientChoice,
	env: NodeJS.ProcessEnv,
	bases: readonly string[] = [],
	keep?: Keep,
): Client {
	if (deadline === 0) throw new UsageError("--deadline is 0. Give 1 or more.");
	const options = {
		headers: { ...authorization(env, token, header), ...Object.fromEntries(header.map(readField)) },
		...(deadline !== undefined && { deadline }),
		retry: { attempts: retries + 1 },
		...(keep && { keep }),
	};
	try {
		return createClient(bases, options);
	} catch (error) {
		throw asCommandError(error);
	}
}

/** The header field for the token of `--token` or GRISTMILL_TOKEN, unless `--header` has one. No message quotes it. */
export function authorization(
	env: NodeJS.ProcessEnv,
	token: string | undefined,
	header: readonly string[] = [],
): Readonly<Record<string, string>> {
	const chosen = (token ?? env.GRISTMILL_TOKEN ?? "").trim();
	if (chosen === "" || header.some((field) => /^\s*authorization\s*:/i.test(field))) return {};
	if (!/^[\x21-\x7e]+$/.test(chosen))
		throw new UsageError(
			"The token has characters that Authorization: Bearer cannot carry. Give it alone, in printable ASCII without spaces.",
		);
	return { Authorization: `Bearer ${chosen}` };
}

/** Reads a value of `--header`. */
export function readField(text: string): [string, string] {
	const colon = text.indexOf(":");
	const [name, value] = [text.slice(0, Math.max(0, colon)).trim(), text.slice(colon + 1).trim()];
	try {
		// Throws if the name or the value is not allowed in HTTP.
		new Headers([[name, value]]);
	} catch {
		// The text is not quoted, because it may be a secret.
		throw new UsageError("--header is not 'Name: value' on one line.");
	}
	return [name, value];
}

/** The only argument of a command, a mill. */
export function oneMill(words: readonly string[], command: string): string {
	const [mill, second] = words;
	if (mill === undefined)
		throw new UsageError(
			`The mill is missing. Give its URL, its file or its name: gristmill ${command} tokeniser`,
		);
	if (second !== undefined) throw new UsageError(`"${second}" is a second mill. Give only one.`);
	return mill;
}
