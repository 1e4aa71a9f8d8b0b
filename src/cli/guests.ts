import type { Bundle } from "./bundle.js";
import { describeImportError, placeIn } from "./import-error.js";

/**
 * Mill files are guests of this process: it imports them for what they say of themselves, and their algorithms run in workers.
 * What they leave behind, a timer or a promise, must neither end the process nor keep it from ending.
 */
interface Guest {
	/** As it was named. */
	readonly file: string;
	readonly made: Bundle;
}

const guests: Guest[] = [];
let isLeaving = false;

/** Until a server listens, a mill file that fails is told to whoever starts it. */
let tell = (error: unknown, { file, made }: Guest): void => {
	isLeaving = true;
	process.stderr.write(`gristmill: ${describeImportError(error, file, made)}\n`);
	process.exit(1);
};

/** Notes a mill file that is about to be imported; what comes back is to be called when it is. */
export function receive(guest: Guest): () => void {
	if (guests.length === 0) process.on("uncaughtException", judge);
	guests.push(guest);
	// Where nothing else is left to be done, Node ends a process that waits, and says nothing.
	const ending = () => {
		if (isLeaving) return;
		const advice = "Let it neither exit nor wait for what never comes: its import ended the process.";
		process.stderr.write(`gristmill: ${guest.file}: ${advice}\n`);
		process.exitCode = 1;
	};
	process.once("exit", ending);
	return () => process.off("exit", ending);
}

/** From now on the process outlives what its mill files throw by themselves; `report` is told of it. */
export function outliveGuests(report: (error: unknown, file: string) => void): void {
	tell = (error, { file }) => report(error, file);
}

/** Ends the process once everything is written, where mill files were imported: a timer of theirs would keep it for ever. */
export function leaveGuests(): void {
	if (guests.length === 0) return;
	isLeaving = true;
	process.stdout.write("", () => process.stderr.write("", () => process.exit()));
}

function judge(error: unknown): void {
	const guest = guests.find(({ made }) => placeIn(error, made) !== undefined);
	// What is not theirs is a mistake of ours, and that keeps its stack.
	if (!guest) throw error;
	tell(error, guest);
}
