import { Buffer } from "node:buffer";
import type { Answer } from "../../client/index.js";
import { isJsonType } from "../../core/http-words/media-type.js";
import { UsageError } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import { harmless, jsonLine, paintFor, paintJson, printable } from "../command-line/terminal.js";
import { shownBytes } from "./compare-bytes.js";
import { jsonAsItCame } from "./json-as-it-came.js";
import { saveFile } from "./save-file.js";

/** Writes the result to the file of --output, or prints it. */
export async function deliver(
	answer: Answer,
	{ json, output: file }: { json?: boolean; output?: string },
	host: Host,
): Promise<void> {
	if (file === undefined || file === "-") return print(answer, json, file === "-", host);
	const { bytes, mediaType } = answer;
	await saveFile(file, contentOf(answer), host);
	if (json) host.stdout.write(jsonLine({ saved: file, mediaType, size: bytes.byteLength }));
}

/** The result as received. A text ends with a line break. */
export function contentOf({ output, bytes }: Answer): Uint8Array[] {
	const isEnded = output instanceof Uint8Array || bytes.at(-1) === 10;
	return isEnded ? [bytes] : [bytes, Uint8Array.of(10)];
}

/** Prints the result: formatted on a terminal, elsewhere unchanged. `force` also writes bytes to a terminal. */
function print(answer: Answer, json: boolean | undefined, force: boolean, { stdout, env }: Host): void {
	const { output, bytes, mediaType } = answer;
	if (json && isJsonType(mediaType)) stdout.write(`${harmless(jsonAsItCame(bytes))}\n`);
	else if (json)
		stdout.write(
			jsonLine(
				output instanceof Uint8Array ? { base64: Buffer.from(output).toString("base64"), mediaType } : output,
			),
		);
	else if (!stdout.isTTY || force) for (const part of contentOf(answer)) stdout.write(part);
	else if (isJsonType(mediaType)) stdout.write(`${paintJson(jsonAsItCame(bytes), paintFor(stdout, env))}\n`);
	else if (typeof output === "string") stdout.write(`${printable(output)}\n`);
	else
		throw new UsageError(
			`The result is ${shownBytes(bytes, mediaType)}, which would garble the terminal. Write it to a file, with --output FILE or > FILE.`,
		);
}
