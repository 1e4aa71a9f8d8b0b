import type { Keep } from "../../client/index.js";
import { FOLDER_BYTES } from "../../client/keep/folder.js";
import { openFolder } from "../../client/keep/node-folder.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, isInside, pathOn } from "../command-line/host.js";
import { asCommandError } from "./client-failure.js";

/** The flags of commands that keep answers. */
export const KEEP_FLAGS = {
	keep: {
		kind: "text",
		value: "FOLDER",
		help: "Folder of kept answers. Those of the mill's present Mill-Digest are not computed again.",
	},
	keepSize: {
		kind: "bytes",
		value: "BYTES",
		least: 2 ** 16,
		most: 2 ** 50,
		help: "Maximum size of that folder, such as 20g. The answers that were not used for longest go first. Default: 1 GiB.",
	},
} as const satisfies SettingTable;

/** The folder of `--keep`. */
export interface KeepFolder {
	readonly keep: Keep;
	/** Whether a path is the folder, or lies in it. Its files are never inputs. */
	has(path: string): boolean;
}

/** Opens the folder of `--keep`, if it was given. */
export async function keepOf(
	{ keep, keepSize }: Values<typeof KEEP_FLAGS>,
	inputs: readonly string[],
	host: Host,
): Promise<KeepFolder | undefined> {
	if (keep === undefined) {
		if (keepSize !== undefined)
			throw new UsageError("--keep-size has no folder. Name one with --keep, or leave it out.");
		return undefined;
	}
	if (keep === "") throw new UsageError("--keep is empty. Name a folder, or leave it out.");
	const has = (path: string) => isInside(host, keep, path);
	const inside = inputs.find(has);
	if (inside !== undefined) throw new UsageError(`${inside} lies in --keep ${keep}. Name another folder.`);
	try {
		return { keep: await openFolder(pathOn(host, keep), keepSize ?? FOLDER_BYTES), has };
	} catch (error) {
		throw asCommandError(error);
	}
}
