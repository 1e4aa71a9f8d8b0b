import { opendir, stat } from "node:fs/promises";
import type { Item } from "./item.js";

/** Which files of a folder are wanted. */
export interface Wanted {
	/** Whether names that begin with a dot are entered and given. */
	readonly hidden: boolean;
	/** How many folders deep; 1 is the folder itself. */
	readonly depth?: number;
	/** Judges the path below the folder. */
	readonly matches?: (path: string) => boolean;
}

/**
 * The files below a folder in the order of their paths (by UTF-16 code units, whatever the locale), so that the same
 * folder gives the same sequence again. Only the names of the folders that are open are held, not all that there are.
 */
export async function* walk(
	folder: string,
	{ hidden, depth = Infinity, matches }: Wanted,
): AsyncGenerator<Item> {
	const root = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
	const open: { readonly path: string; readonly names: readonly string[]; next: number }[] = [];
	const enter = async (path: string): Promise<Item | undefined> => {
		try {
			open.push({ path, names: await namesIn(root + path, hidden), next: 0 });
			return undefined;
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			return { file: root + path, trouble: new Error(`Make the folder readable: ${root}${path} (${code}).`) };
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

/** Folders carry a slash behind their names: so their files come where their paths belong among the others. */
async function namesIn(folder: string, hidden: boolean): Promise<string[]> {
	const names: string[] = [];
	for await (const entry of await opendir(folder || ".", { bufferSize: 512 })) {
		const { name } = entry;
		if (!hidden && name.startsWith(".")) continue;
		if (entry.isFile()) names.push(name);
		else if (entry.isDirectory()) names.push(`${name}/`);
		// A link to a folder could lead in a circle. One that leads nowhere is given, so that it is told about.
		else if (entry.isSymbolicLink()) {
			const target = await stat(`${folder || "."}/${name}`).catch(() => undefined);
			if (target === undefined || target.isFile()) names.push(name);
		}
	}
	return names.sort();
}
