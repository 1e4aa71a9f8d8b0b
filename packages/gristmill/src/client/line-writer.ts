import { splitOutsideQuotes } from "../core/http-words/header-list.js";
import { parseMediaType } from "../core/http-words/media-type.js";
import { toBase64 } from "./base64/base64.js";
import type { ClientState } from "./client-state.js";
import { bodyOf, type Input } from "./input/input.js";
import type { LinesTaken } from "./lines-taken.js";
import { optionsOf } from "./options-of.js";
import type { CallOptions } from "./transport/options.js";

export const JSON_LINES = "application/jsonl";
/** An input of unknown or larger size is streamed in a call of its own. */
const MOST_BYTES = 2 ** 20;

/** Learns by OPTIONS how a mill takes many inputs; undefined if it does not. */
export async function linesTaken(
	state: ClientState,
	mill: string | URL,
	options: CallOptions,
): Promise<LinesTaken | undefined> {
	const key = String(mill);
	const known = state.lines.get(key);
	if (known) return known;
	try {
		const answer = await optionsOf(state, mill, options);
		const taken = answer.status < 300 ? read(answer.headers) : undefined;
		if (taken) state.lines.set(key, taken);
		return taken;
	} catch {
		// The calls themselves say what is wrong.
		return undefined;
	}
}

function read(headers: Headers): LinesTaken | undefined {
	for (const [name, method] of [
		["accept-post", "POST"],
		["accept-query", "QUERY"],
	] as const) {
		const types = splitOutsideQuotes(headers.get(name) ?? "", ",").flatMap(
			(one) => parseMediaType(one) ?? [],
		);
		const lines = types.find(({ essence, parameters }) => essence === JSON_LINES && parameters.has("line"));
		const own = types.filter((one) => one !== lines).map(({ essence }) => essence);
		if (lines) return { method, types: own, line: lines.parameters.get("line") ?? "" };
	}
	return undefined;
}

/** Writes an input as a line; undefined if only a call of its own has the same meaning. */
export async function lineOf(
	{ types, line }: LinesTaken,
	input: Input,
	mediaType?: string,
): Promise<Uint8Array | undefined> {
	const body = await bodyOf(input, mediaType);
	const type = parseMediaType(body.mediaType);
	const charset = type?.parameters.get("charset")?.toLowerCase() ?? "utf-8";
	const fits = types.includes(type?.essence ?? "") || (body.guessed && types.length === 1);
	if (!fits || charset !== "utf-8" || (mediaType !== undefined && types.length > 1)) return undefined;
	if (!body.repeatable || (body.size ?? Infinity) > MOST_BYTES) return undefined;
	const bytes = body.bytes ?? new Uint8Array(await new Response((await body.open()) as Blob).arrayBuffer());
	const written = WRITERS[line]?.(bytes);
	return written === undefined ? undefined : new TextEncoder().encode(`${written}\n`);
}

const WRITERS: Readonly<Record<string, (bytes: Uint8Array) => string | undefined>> = {
	text: (bytes) => {
		const text = textOf(bytes);
		return text === undefined ? undefined : JSON.stringify(text);
	},
	json: (bytes) => {
		const text = textOf(bytes);
		// What is not JSON gets the answer of a call.
		return text !== undefined && isJson(text) ? text.replaceAll(/[\r\n]/g, " ") : undefined;
	},
	base64: (bytes) => JSON.stringify(toBase64(bytes)),
};

function textOf(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
