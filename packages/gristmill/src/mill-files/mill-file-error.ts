/** A mill file that cannot be served, in one sentence. */
export class MillFileError extends Error {
	override name = "MillFileError";
	/** Whether the file or its interpreter is named wrongly. Otherwise, its content is wrong. */
	readonly isMisnamed: boolean;

	constructor(message: string, { isMisnamed = false }: { isMisnamed?: boolean } = {}) {
		super(message);
		this.isMisnamed = isMisnamed;
	}
}
