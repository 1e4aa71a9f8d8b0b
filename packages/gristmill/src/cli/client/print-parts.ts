import { once } from "node:events";
import type { Host } from "../command-line/host.js";
import { harmless, jsonLine, paintFor, paintJson } from "../command-line/terminal.js";
import { ProgressBar } from "./progress-bar.js";

/**
 * Prints the parts of a result as they come, one a line, and the end with the other members: what the server sends. On a terminal they are
 * coloured, and a bar shows how much is done, if the mill tells it. Who reads the output slowly slows the mill down.
 */
export async function printParts(
	begin: (
		progress: ((done: number) => void) | undefined,
	) => AsyncGenerator<unknown, Readonly<Record<string, unknown>>, undefined>,
	json: boolean | undefined,
	host: Host,
): Promise<void> {
	const { stdout, env } = host;
	const bar = json ? undefined : ProgressBar.on(host);
	const parts = begin(bar && ((done) => bar.show(done)));
	const paint = paintFor(stdout, env);
	const print = async (value: unknown) => {
		const line =
			stdout.isTTY && !json ? `${paintJson(harmless(JSON.stringify(value)), paint)}\n` : jsonLine(value);
		if (!stdout.write(line)) await once(stdout, "drain");
	};
	try {
		for (let count = 0; ; count++) {
			const { done, value } = await parts.next();
			const told = () => print(done ? { $end: { parts: count, ...value } } : value);
			await (bar ? bar.around(told) : told());
			if (done) return;
		}
	} finally {
		bar?.stop();
		await parts.return({});
	}
}
