import { opendir, stat } from "node:fs/promises";
import { type Host, pathOn } from "../command-line/host.js";
import type { Item } from "./item.js";

/** Selects files of a folder. */
interface FileFilter {
	/** Whether names that begin with a dot are included. */
	readonly hidden: boolean;
	/** The maximum depth; 1 is the folder itself. */
	readonly depth?: number;
	/** Tests the path relative to the folder. */
	readonly matches?: (path: string) => boolean;
}

/**
 * The files below a folder, sorted by path (by UTF-16 code units in every locale), so that the same folder always gives the
 * same sequence. Only the names of the open folders are in memory.
 */
export async function* walk(
	folder: string,
	{ hidden, depth = Infinity, matches }: FileFilter,
	host: Pick<Host, "cwd">,
): AsyncGenerator<Item> {
	const root = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
	const open: { readonly path: string; readonly names: readonly string[]; next: number }[] = [];
	const enter = async (path: string): Promise<Item | undefined> => {
		try {
			open.push({ path, names: await namesIn(pathOn(host, root + path || "."), hidden), next: 0 });
			return undefined;
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			return { file: root + path, trouble: new Error(`The folder ${root}${path} cannot be read (${code}).`) };
		}
	};
	let trouble = await enter("");
	if (trouble) yield trouble;
	for (;;) {
		const level = open.at(-1);
		if (level === undefined) return;
		const name = level.names[level.next++];
		if (name === undefined) open.pop();
		else if (name.endsWith("/")) {
			if (open.length >= depth) continue;
			trouble = await enter(level.path + name);
			if (trouble) yield trouble;
		} else if (matches?.(level.path + name) ?? true) yield { file: root + level.path + name };
	}
}

/** The names in a folder. Names of folders end with a slash, so that paths are sorted correctly. */
async function namesIn(folder: string, hidden: boolean): Promise<string[]> {
	const names: string[] = [];
	for await (const entry of await opendir(folder, { bufferSize: 512 })) {
		const { name } = entry;
		if (!hidden && name.startsWith(".")) continue;
		if (entry.isFile()) names.push(name);
		else if (entry.isDirectory()) names.push(`${name}/`);
		// A link to a folder is skipped, because it may form a cycle. A broken link is included, so that it is reported.
		else if (entry.isSymbolicLink()) {
			const target = await stat(`${folder}/${name}`).catch(() => undefined);
			if (target === undefined || target.isFile()) names.push(name);
		}
	}
	return names.sort();
}
