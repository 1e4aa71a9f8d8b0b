import type { Bundle } from "../../mill-files/bundle.js";
import { describeImportError, placeIn } from "../../mill-files/import-error.js";
import { complain } from "../terminal.js";

/**
 * This process imports mill files to read their definitions; their algorithms run in workers. A timer or a promise that a
 * mill file leaves behind must neither end the process nor keep it alive.
 */
interface ImportedFile {
	/** Its path, as given. */
	readonly file: string;
	readonly made: Bundle;
}

const imported: ImportedFile[] = [];
/** Files whose import has not finished. */
const importing = new Set<ImportedFile>();
let isExiting = false;

/** Until a server listens, an error of a mill file ends the program with a message. */
let report = (error: unknown, { file, made }: ImportedFile): void => {
	isExiting = true;
	complain(describeImportError(error, file, made));
	process.exit(1);
};

/** Notes a mill file before its import. Call the returned function when the import has finished. */
export function noteImport(file: ImportedFile): () => void {
	// One listener for all files: Node warns of a leak if an event has more than ten.
	if (imported.length === 0) process.on("uncaughtException", onError).once("exit", reportUnfinished);
	imported.push(file);
	importing.add(file);
	return () => importing.delete(file);
}

/** Node silently ends a process that only waits for a promise. */
function reportUnfinished(): void {
	if (isExiting) return;
	const advice =
		"Do not call process.exit in the mill file, and do not await an event that never happens: its import ended the process.";
	for (const { file } of importing) {
		complain(`${file}: ${advice}`);
		process.exitCode = 1;
	}
}

/** From now on, uncaught errors of mill files are reported and do not end the process. */
export function surviveErrors(onFailure: (error: unknown, file: string) => void): void {
	report = (error, { file }) => onFailure(error, file);
}

/** Ends the process after all output is written, if mill files were imported: their timers would keep it alive. */
export function exitIfImported(): void {
	if (imported.length === 0) return;
	isExiting = true;
	process.stdout.write("", () => process.stderr.write("", () => process.exit()));
}

function onError(error: unknown): void {
	const file = imported.find(({ made }) => placeIn(error, made) !== undefined);
	// Other errors are mistakes of this program and keep their stack.
	if (!file) throw error;
	report(error, file);
}
