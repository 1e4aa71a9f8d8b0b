import { once } from "node:events";
import type { Host } from "../command-line/host.js";
import { harmless, jsonLine, paintFor, paintJson } from "../command-line/terminal.js";

/**
 * Prints the parts of a result as they come, one a line, and the end with the other members: what the server sends. On a terminal they are
 * coloured. Who reads the output slowly slows the mill down.
 */
export async function printParts(
	parts: AsyncGenerator<unknown, Readonly<Record<string, unknown>>, undefined>,
	json: boolean | undefined,
	{ stdout, env }: Host,
): Promise<void> {
	const paint = paintFor(stdout, env);
	const print = async (value: unknown) => {
		const line =
			stdout.isTTY && !json ? `${paintJson(harmless(JSON.stringify(value)), paint)}\n` : jsonLine(value);
		if (!stdout.write(line)) await once(stdout, "drain");
	};
	try {
		for (let count = 0; ; count++) {
			const { done, value } = await parts.next();
			await print(done ? { $end: { parts: count, ...value } } : value);
			if (done) return;
		}
	} finally {
		await parts.return({});
	}
}
