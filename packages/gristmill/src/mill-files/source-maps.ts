let importing = 0;
let before = false;

/** Runs an import whose stacks show the lines of the author's files. What the application has set is set again after it. */
export async function withSourceMaps<T>(run: () => Promise<T>): Promise<T> {
	if (importing++ === 0) before = (process as { sourceMapsEnabled?: boolean }).sourceMapsEnabled ?? false;
	process.setSourceMapsEnabled(true);
	try {
		return await run();
	} finally {
		if (--importing === 0) process.setSourceMapsEnabled(before);
	}
}
