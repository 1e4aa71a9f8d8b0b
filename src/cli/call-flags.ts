import type { CallOptions } from "../client/index.js";
import { parseMediaType } from "../core/media-type.js";
import { UsageError } from "./command-error.js";
import type { Chosen, Flags } from "./flags.js";

/** The flags of every command that calls a mill. */
export const CALL_FLAGS = {
	param: { kind: "texts", value: "NAME=VALUE", help: "Give a parameter; may be repeated." },
	type: { kind: "text", value: "TYPE", help: "The input's media type; guessed from the file otherwise." },
	accept: { kind: "text", value: "TYPE", help: "The answer's media type, such as application/xml." },
	method: { kind: "text", value: "METHOD", help: "The mill's method; found out otherwise." },
	validate: { kind: "switch", help: "Check the answer against the mill's own schema.", fallback: false },
} as const satisfies Flags;

/** What a call is told by the flags. */
export function callOptions({
	param,
	type,
	accept,
	method,
	validate,
}: Chosen<typeof CALL_FLAGS>): CallOptions {
	if (type !== undefined && parseMediaType(type) === undefined)
		throw new UsageError(`Give --type as a media type such as text/plain: "${type}".`);
	if (accept !== undefined && !/^[\x20-\x7e]+$/.test(accept))
		throw new UsageError(`Give --accept as a media type such as application/xml: "${accept}".`);
	if (method !== undefined && !/^[A-Za-z]{1,20}$/.test(method))
		throw new UsageError(`Give --method as a word such as POST: "${method}".`);
	return {
		parameters: readParameters(param),
		...(type !== undefined && { mediaType: type }),
		...(accept !== undefined && { accept }),
		...(method !== undefined && { method }),
		...(validate !== undefined && { validate }),
	};
}

function readParameters(words: readonly string[] = []): Record<string, string[]> {
	const parameters: Record<string, string[]> = {};
	for (const word of words) {
		const equals = word.indexOf("=");
		if (equals < 1) throw new UsageError(`Give --param as NAME=VALUE: "${word}".`);
		const name = word.slice(0, equals);
		parameters[name] = [
			...(Object.hasOwn(parameters, name) ? (parameters[name] ?? []) : []),
			word.slice(equals + 1),
		];
	}
	return parameters;
}
