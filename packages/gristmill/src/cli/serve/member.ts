import type { Part } from "../../http/processes/questions.js";
import { joinSupervisor, type Siblings } from "../../http/processes/siblings.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import type { Host } from "../command-line/host.js";

/** This process as one of several that serve together. */
export interface Member {
	readonly part: Part;
	/** Whether it is the first one that listens. */
	readonly isFirst: boolean;
	/** The other processes; undefined if there are none. */
	readonly siblings?: Siblings;
	/** Given if it serves the author of the mills. */
	readonly development?: {
		readonly log: Log;
		/** Says that the mill files are right. */
		made(): void;
		/** What is wrong with them, for the page. */
		mistakes(): readonly string[];
	};
	/** It listens. The line says where. */
	listening(line: string): Promise<void>;
	/** Its mills have run their examples, too. */
	ready(greeting: string): Promise<void>;
	/** Says how to end once it serves. */
	serves(close: (reason: string) => Promise<void>): void;
}

/** The first words of a process. */
export function memberWords({ slot, of }: Part, isFirst: boolean): string[] {
	return [`${slot}`, `${of}`, isFirst ? "first" : "later"];
}

/** Reads these words, and connects with the supervisor. */
export function memberOf([slot, of, order]: readonly string[], host: Host): Member {
	const isFirst = order === "first";
	const { end, serves } = endOfMember(host);
	const siblings = joinSupervisor(isFirst, end);
	const { listening, ready } = siblings;
	return { part: { slot: Number(slot), of: Number(of) }, isFirst, siblings, listening, ready, serves };
}

/**
 * Ends a process of several on a signal. Several signals are one: the terminal or the service manager sends them to every
 * process, and so does the process that started this one.
 */
export function endOfMember({ events, exit }: Host): Pick<Member, "serves"> & { end(reason: string): void } {
	let close: (reason: string) => Promise<void> = () => Promise.resolve();
	let ending = false;
	const end = (reason: string) => {
		if (ending) return;
		ending = true;
		close(reason).then(() => exit(0));
	};
	events.on("SIGTERM", end);
	events.on("SIGINT", end);
	return {
		end,
		serves: (given) => {
			close = given;
		},
	};
}
