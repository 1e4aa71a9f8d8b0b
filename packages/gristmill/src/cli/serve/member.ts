import type { Part } from "../../http/processes/questions.js";
import { joinSupervisor, type Supervised } from "../../http/processes/siblings.js";
import type { Host } from "../command-line/host.js";

/** This process as one of several that serve together. */
export interface Member {
	readonly part: Part;
	/** Whether it is the first one that listens. */
	readonly isFirst: boolean;
	readonly supervisor: Supervised;
	/** Says how to end once it serves. */
	serves(close: (reason: string) => Promise<void>): void;
}

/** The first words of a process. */
export function memberWords({ slot, of }: Part, isFirst: boolean): string[] {
	return [`${slot}`, `${of}`, isFirst ? "first" : "later"];
}

/** Reads these words, and connects with the supervisor. */
export function memberOf([slot, of, order]: readonly string[], { events, exit }: Host): Member {
	const isFirst = order === "first";
	let close: (reason: string) => Promise<void> = () => Promise.resolve();
	let ending = false;
	// Several signals are one: the terminal or the service manager sends them to every process, and so does the supervisor.
	const end = (reason: string) => {
		if (ending) return;
		ending = true;
		close(reason).then(() => exit(0));
	};
	events.on("SIGTERM", end);
	events.on("SIGINT", end);
	return {
		part: { slot: Number(slot), of: Number(of) },
		isFirst,
		supervisor: joinSupervisor(isFirst, end),
		serves: (given) => {
			close = given;
		},
	};
}
