import { UsageError } from "../errors/errors.js";
import { type Keep, mustBeSize } from "./keep.js";

/** The size of a folder by default: 1 GiB. */
export const FOLDER_BYTES = 2 ** 30;

/**
 * Keeps answers as files of a folder, in Node. Several programs may use it at once. If it has more than `maxBytes`, 1 GiB by default, the
 * answers that were not used for longest are removed.
 *
 * @example createClient("http://127.0.0.1:8080", { keep: folder("answers") })
 */
export function folder(path: string, maxBytes = FOLDER_BYTES): Keep {
	mustBeSize(maxBytes);
	if (path === "") throw new UsageError("The folder of the kept answers has no name. Name one.");
	let opening: Promise<Keep> | undefined;
	// A browser does not load it.
	const opened = () => {
		opening ??= import("./node-folder.js").then(({ openFolder }) => openFolder(path, maxBytes));
		return opening;
	};
	return {
		get: async (key) => (await opened()).get(key),
		set: async (key, answer) => (await opened()).set(key, answer),
	};
}
