import { describeError } from "../core/describe-error.js";
import { type Trial, tryMill } from "../runtime/try-mill.js";
import { UsageError, WorkError } from "./command-error.js";
import { millFile } from "./mill-files.js";
import { isTestFile, passes, testsBeside } from "./own-tests.js";

export const TEST_HELP = `gristmill test FILES…: run the examples of your mills

Each example is run twice, in two random orders, in a worker with all its limits (deadline, memory, permissions).
An answer that is not the example's, or not the same the second time, is shown, and the exit code is 1.
Tests of your own that lie beside a mill file (my-mill.test.ts beside my-mill.ts) are run as well, with node:test.

Examples
  gristmill test ./my-mill.ts
  gristmill test mills/*.ts
`;

/** `gristmill test`: says of each example whether it is met, and twice the same. */
export async function test(words: readonly string[]): Promise<void> {
	const files = words.filter((word) => !isTestFile(word));
	if (files.length === 0) throw new UsageError("Name the mill files to test: gristmill test ./my-mill.ts");
	let bad = 0;
	const failed: string[] = [];
	for (const file of files) {
		const module = await millFile(file);
		const trial = await tryMill(module).catch((error: unknown) => {
			const reason = error instanceof RangeError ? error.message : describeError(error).split("\n")[0];
			throw new WorkError(`${file}: ${reason}`);
		});
		process.stdout.write(report(trial));
		const own = testsBeside(file);
		if (own !== undefined) failed.push(...((await passes(own)) ? [] : [own]));
		bad += trial.findings.filter((finding) => !finding.agrees || "again" in finding).length;
	}
	if (bad > 0) throw new WorkError(`${bad} ${bad === 1 ? "example is" : "examples are"} not met.`);
	if (failed.length > 0) throw new WorkError(`Tests failed: ${failed.join(", ")}.`);
}

function report({ mill, findings }: Trial): string {
	const lines = [`${mill.name} ${mill.version}: ${findings.length} examples, each run twice`];
	if (findings.length === 0)
		lines.push("  There are none: add examples, and they are its documentation and its self-test.");
	for (const finding of findings) {
		const { example, agrees, expected, actual } = finding;
		if (agrees && !("again" in finding)) lines.push(`  ok       example ${example}`);
		else if (agrees)
			lines.push(
				`  impure   example ${example}`,
				`    first:    ${shown(actual)}`,
				`    second:   ${shown(finding.again)}`,
			);
		else
			lines.push(
				`  differs  example ${example}`,
				`    expected: ${shown(expected)}`,
				`    got:      ${shown(actual)}`,
			);
	}
	return `${lines.join("\n")}\n`;
}

function shown(value: unknown): string {
	return typeof value === "string" ? (value.split("\n")[0] ?? "") : JSON.stringify(value);
}
