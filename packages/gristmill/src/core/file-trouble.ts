const REASONS: Readonly<Record<string, string>> = {
	ENOENT: "does not exist",
	ENOTDIR: "does not exist",
	EISDIR: "is a folder",
	EACCES: "may not be read by this user",
	EPERM: "may not be read by this user",
	ELOOP: "is a link to itself",
};

/** Why a file cannot be read, as the end of a sentence: "no.pem does not exist". */
export function fileTrouble(file: string, error: unknown): string {
	const { code } = error as { code?: string };
	const reason = REASONS[code ?? ""];
	return reason === undefined ? `${file} (${code})` : `${file} ${reason}`;
}
