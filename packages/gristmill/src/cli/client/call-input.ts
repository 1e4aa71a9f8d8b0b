import { Buffer } from "node:buffer";
import type { Input, PartInput } from "../../client/index.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";

/** The input that was named; undefined for standard input. */
export function readInput(
	file: string | undefined,
	{ data, part: parts }: { readonly data?: string; readonly part?: readonly string[] },
	host: Host,
): Input | undefined {
	if (parts !== undefined) {
		if (file !== undefined || data !== undefined)
			throw new UsageError("More than one input was given. Give parts, a file or --data.");
		return { parts: readParts(parts, host) };
	}
	if (data !== undefined) {
		if (file !== undefined)
			throw new UsageError(`Both --data and the file "${file}" were given. Leave out one of them.`);
		return data;
	}
	if (file !== undefined && file !== "-") return { file: pathOn(host, file) };
	if (host.stdin.isTTY && file === undefined)
		throw new UsageError(
			"There is no input. Give a file or --data, or pipe it: echo text | gristmill call MILL",
		);
	return undefined;
}

/** All of standard input, which is kept for retries. */
export async function whole({ stdin }: Host): Promise<Uint8Array> {
	const chunks: Buffer[] = [];
	for await (const chunk of stdin) chunks.push(chunk);
	return new Uint8Array(Buffer.concat(chunks));
}

function readParts(words: readonly string[], host: Host): Record<string, PartInput> {
	const parts = new Map<string, PartInput>();
	for (const word of words) {
		const [, name = "", text = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
		if (name === "") throw new UsageError(`--part "${word}" is not NAME=TEXT or NAME=@FILE.`);
		if (parts.has(name)) throw new UsageError(`The part "${name}" was given twice.`);
		// A text that begins with @ has it twice.
		if (text.startsWith("@@")) parts.set(name, text.slice(1));
		else parts.set(name, text.startsWith("@") ? { file: pathOn(host, text.slice(1)) } : text);
	}
	return Object.fromEntries(parts);
}
