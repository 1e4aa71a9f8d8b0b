import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import { isTestFile } from "../mills/own-tests.js";

/** A line that defines a mill, in TypeScript, JavaScript or Python. */
const DEFINITION = /^\s*(?:export\s+default\s+defineMill\(|@(?:gristmill\.)?mill\()/m;
/** A mill file is never that long; data files are. */
const MOST_BYTES = 1024 * 1024;

/** The mill files of the working directory. */
export function millFilesHere({ cwd }: Pick<Host, "cwd">): string[] {
	const files = readdirSync(cwd, { withFileTypes: true }).filter(
		(entry) => entry.isFile() && /\.(?:[cm]?[jt]s|py)$/.test(entry.name) && !isTestFile(entry.name),
	);
	const found = files.map(({ name }) => name).filter((name) => DEFINITION.test(beginning(join(cwd, name))));
	if (found.length > 0) return found.sort();
	throw new UsageError(
		"This folder has no mill file. Name one, such as gristmill dev ./my-mill.ts, or write one with gristmill new my-mill.",
	);
}

function beginning(path: string): string {
	try {
		return readFileSync(path).subarray(0, MOST_BYTES).toString();
	} catch {
		// It was deleted meanwhile, or cannot be read.
		return "";
	}
}
