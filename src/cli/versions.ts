/** Mill files by the version under which they are served; those without one under "". */
export type FilesByVersion = ReadonlyMap<string, readonly string[]>;

/** A word of the command line: `v2=./new.ts`, or a file alone. */
const LABELLED = /^(v\d[0-9A-Za-z.-]*)=(.+)$/s;

/** The version and the path of a word; a file whose name looks like that is written `./v2=new.ts`. */
export function versionOf(word: string): { readonly label: string; readonly file: string } {
	const [, label = "", file = word] = LABELLED.exec(word) ?? [];
	return { label, file };
}

export function byVersion(words: readonly string[]): FilesByVersion {
	const files = new Map<string, string[]>([["", []]]);
	for (const { label, file } of words.map(versionOf)) files.set(label, [...(files.get(label) ?? []), file]);
	return files;
}
