import type { Family } from "../../telemetry/metrics/exposition.js";
import type { Charge, Rate } from "../wire/token-bucket.js";
import { Line } from "./line.js";
import type { HealthState, ProcessAnswers, SupervisorAnswers } from "./questions.js";

/** All processes of this server together, as one of them sees them. */
export interface Siblings {
	/** Whether this process logs what holds for all of them. */
	readonly isFirst: boolean;
	/** Says how this process answers for itself. */
	introduce(own: Pick<ProcessAnswers, "health" | "metrics">): void;
	take(caller: string, rate: Rate): Promise<Charge>;
	spend(caller: string, milliseconds: number, most: number): Promise<number>;
	health(): Promise<HealthState>;
	metrics(): Promise<readonly Family[]>;
}

/** The way from a process to the supervisor. */
interface Supervised extends Siblings {
	listening(line: string): Promise<void>;
	ready(greeting: string): Promise<void>;
}

/** Connects this process with the supervisor that started it. `drain` is called when the supervisor ends it. */
export function joinSupervisor(isFirst: boolean, drain: (reason: string) => void): Supervised {
	let own: Pick<ProcessAnswers, "health" | "metrics"> = {
		health: () => ({ draining: false, mills: {} }),
		metrics: () => [],
	};
	const line = new Line<ProcessAnswers, SupervisorAnswers>((message) => process.send?.(message), {
		drain,
		health: () => own.health(),
		metrics: () => own.metrics(),
	});
	process.on("message", (message) => line.receive(message));
	return {
		isFirst,
		introduce: (given) => {
			own = given;
		},
		take: (caller, rate) => line.ask("take", caller, rate),
		spend: (caller, milliseconds, most) => line.ask("spend", caller, milliseconds, most),
		health: () => line.ask("health"),
		metrics: () => line.ask("metrics"),
		listening: (text) => line.ask("listening", text),
		ready: (greeting) => line.ask("ready", greeting),
	};
}
