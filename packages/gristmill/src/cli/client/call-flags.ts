import type { CallOptions } from "../../client/index.js";
import { parseMediaType } from "../../core/http-words/media-type.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import { UsageError } from "../command-line/command-error.js";

/** The flags of every command that calls a mill. */
export const CALL_FLAGS = {
	param: { kind: "texts", value: "NAME=VALUE", help: "Parameter of the call; may be repeated." },
	type: { kind: "text", value: "TYPE", help: "Media type of the input. Default: detected from the file." },
	accept: {
		kind: "text",
		value: "TYPE",
		help: "Media type of the result, such as application/xml or image/webp.",
	},
	method: { kind: "text", value: "METHOD", help: "HTTP method of the mill. Default: detected." },
	validate: { kind: "switch", help: "Check the result against the schema of the mill.", fallback: false },
	trace: {
		kind: "switch",
		help: "Send a traceparent, so that servers record the call; its attempts are in one trace.",
		fallback: false,
	},
	maxAnswer: {
		kind: "bytes",
		value: "BYTES",
		least: 1,
		most: 2 ** 32,
		help: "Maximum size of a result, such as 10m. Default: 128 MiB.",
	},
} as const satisfies SettingTable;

/** The options of a call. */
export function callOptions({
	param,
	type,
	accept,
	method,
	validate,
	trace,
	maxAnswer,
}: Values<typeof CALL_FLAGS>): CallOptions {
	if (type !== undefined && parseMediaType(type) === undefined)
		throw new UsageError(`--type "${type}" is not a media type such as text/plain.`);
	if (accept !== undefined && !/^[\x20-\x7e]+$/.test(accept))
		throw new UsageError(`--accept "${accept}" is not a media type such as application/xml.`);
	if (method !== undefined && !/^[A-Za-z]{1,20}$/.test(method))
		throw new UsageError(`--method "${method}" is not a word such as POST.`);
	return {
		parameters: readParameters(param),
		...(type !== undefined && { mediaType: type }),
		...(accept !== undefined && { accept }),
		...(method !== undefined && { method }),
		...(validate !== undefined && { validate }),
		...(trace !== undefined && { trace }),
		...(maxAnswer !== undefined && { maxAnswerBytes: maxAnswer }),
	};
}

function readParameters(words: readonly string[] = []): Record<string, string[]> {
	const parameters: Record<string, string[]> = {};
	for (const word of words) {
		const equals = word.indexOf("=");
		if (equals < 1) throw new UsageError(`--param "${word}" is not NAME=VALUE.`);
		const name = word.slice(0, equals);
		parameters[name] = [
			...(Object.hasOwn(parameters, name) ? (parameters[name] ?? []) : []),
			word.slice(equals + 1),
		];
	}
	return parameters;
}
