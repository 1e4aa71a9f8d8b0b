import { createInterface } from "node:readline";
import type { Host } from "./host.js";

/** Whether somebody is there to answer a question: standard input and standard error are a terminal. */
export function canAsk({ stdin, stderr }: Pick<Host, "stdin" | "stderr">): boolean {
	return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks for a yes, which Enter alone is too. The end of the input, as by Ctrl+D or Ctrl+C, is a no. */
export async function confirmed(
	question: string,
	{ stdin, stderr }: Pick<Host, "stdin" | "stderr">,
): Promise<boolean> {
	const lines = createInterface({ input: stdin, output: stderr });
	try {
		stderr.write(`${question} [Y/n] `);
		const { done, value } = await lines[Symbol.asyncIterator]().next();
		if (done) stderr.write("\n");
		return !done && /^(?:y|yes)?$/i.test(value.trim());
	} finally {
		lines.close();
	}
}
