import { endingOf } from "../../core/http-words/file-endings.js";
import type { Item } from "./item.js";

/**
 * The names of result files, relative to the folder of results. An input keeps its path without its ending:
 * `a/b.jpg` gives `a/b.webp`. If another input has that name, it keeps its ending too: `a/b.png.webp`. Names are given in
 * the order of the inputs, so a run that is continued gives the same names.
 */
export class OutNames {
	/** Names as case-insensitive file systems compare them. */
	readonly #taken = new Set<string>();

	/** Gives an input its name, still without the ending of the result. */
	of(item: Item): string {
		// Numbers of lines are distinct.
		if ("line" in item) return String(item.line);
		const whole = inside(item.file);
		const short = whole.replace(/(?<=[^/])\.[a-z0-9]{1,8}$/i, "");
		for (let n = 1; ; n++) {
			const name = n === 1 ? short : n === 2 ? whole : `${whole}-${n - 1}`;
			if (this.reserve(name)) return name;
		}
	}

	/** Keeps a name from others. Returns false if it is taken already. */
	reserve(name: string): boolean {
		const key = name.normalize().toLowerCase();
		if (this.#taken.has(key)) return false;
		this.#taken.add(key);
		return true;
	}
}

/** A name with the ending of a media type. */
export function withEnding(name: string, mediaType: string): string {
	return `${name}.${endingOf(mediaType)}`;
}

/** A name without the ending that `withEnding` gave it. */
export function withoutEnding(name: string): string {
	return name.replace(/\.[^./]+$/, "");
}

/** A path that stays inside a folder: without its root, without `..` at its beginning, and resolved. */
function inside(path: string): string {
	const parts: string[] = [];
	// A drive of Windows is a folder like any other.
	for (const part of path.replace(/^([a-z]):/i, "$1/").split(process.platform === "win32" ? /[\\/]/ : "/")) {
		if (part === "..") parts.pop();
		else if (part !== "" && part !== ".") parts.push(part);
	}
	return parts.join("/") || "result";
}
