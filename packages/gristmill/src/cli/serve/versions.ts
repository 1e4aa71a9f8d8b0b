import { isTestFile } from "../mills/own-tests.js";

/** Mill files by version. Files without a version are under "". */
type FilesByVersion = ReadonlyMap<string, readonly string[]>;

/** `v2=./new.ts`. */
const LABELLED = /^(v\d[0-9A-Za-z.-]*)=(.+)$/s;

/** Splits an argument into version and path. A file with such a name is written `./v2=new.ts`. */
export function versionOf(word: string): { readonly label: string; readonly file: string } {
	const [, label = "", file = word] = LABELLED.exec(word) ?? [];
	return { label, file };
}

/** The mill files among the words: `mills/*.ts` matches mills and tests. */
export function millFilesIn(words: readonly string[]): string[] {
	return words.filter((word) => !isTestFile(versionOf(word).file));
}

export function byVersion(words: readonly string[]): FilesByVersion {
	const files = new Map<string, string[]>([["", []]]);
	for (const { label, file } of words.map(versionOf)) files.set(label, [...(files.get(label) ?? []), file]);
	return files;
}
