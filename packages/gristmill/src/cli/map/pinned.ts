import { createReadStream } from "node:fs";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { linesOf } from "./lines.js";

/** The digest that all answers of a run must have: the given one, that of the run that is continued, or "first". Undefined for any. */
export async function pinnedTo(
	given: string | undefined,
	earlier: readonly string[],
	host: Pick<Host, "cwd">,
): Promise<string | undefined> {
	if (given === "any") return undefined;
	if (given !== undefined && !/^[\x21-\x7e]{1,200}$/.test(given))
		throw new UsageError(
			`"${given}" is no digest. Give --digest as in the Mill-Digest field of an answer, or any.`,
		);
	for (const path of earlier) {
		const digest = await digestIn(path, host);
		if (digest === undefined || digest === given) continue;
		if (given === undefined) return digest;
		throw new UsageError(
			`The results in ${path} are of the digest ${digest}, and --digest is ${given}. Name another file, or take both with --digest any.`,
		);
	}
	return given ?? "first";
}

/** The digest of the first result in a file. */
async function digestIn(path: string, host: Pick<Host, "cwd">): Promise<string | undefined> {
	try {
		for await (const line of linesOf(createReadStream(pathOn(host, path)))) {
			const digest = /"digest":"([^"]*)"\}$/.exec(line?.toString() ?? "")?.[1];
			if (digest !== undefined) return digest;
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
	}
	return undefined;
}
