/** A file that a mill names cannot be read. The message is for its author, who needs no stack. */
export class UnreadableFile extends Error {
	override name = "UnreadableFile";
}

type Reasons = Readonly<Record<string, string>>;

const SHARED: Reasons = { EISDIR: "is a folder", ELOOP: "is a link to itself" };
const READING: Reasons = {
	...SHARED,
	ENOENT: "does not exist",
	ENOTDIR: "does not exist",
	EACCES: "may not be read by this user",
	EPERM: "may not be read by this user",
};
const WRITING: Reasons = {
	...SHARED,
	ENOENT: "is in a folder that does not exist",
	ENOTDIR: "is in a folder that does not exist",
	EACCES: "may not be written by this user",
	EPERM: "may not be written by this user",
	EROFS: "is on a read-only file system",
};

/** Why a file cannot be read, as the end of a sentence: "no.pem does not exist". */
export function readTrouble(file: string, error: unknown): string {
	return trouble(file, error, READING, "read");
}

/** Why a file cannot be written, as the end of a sentence. */
export function writeTrouble(file: string, error: unknown): string {
	return trouble(file, error, WRITING, "written");
}

function trouble(file: string, error: unknown, reasons: Reasons, done: "read" | "written"): string {
	const { code } = error as { code?: string };
	return `${file} ${reasons[code ?? ""] ?? `cannot be ${done} (${code})`}`;
}

/** A file that belongs to this package cannot be read. The message is all that its operator needs, so it has no stack. */
export class IncompletePackage extends Error {
	override name = "IncompletePackage";

	constructor(path: string, error: unknown) {
		super(
			`The package gristmill is incomplete: ${readTrouble(path, error)}. Install it again; in a clone, run npm run build.`,
		);
		this.stack = this.message;
	}
}
