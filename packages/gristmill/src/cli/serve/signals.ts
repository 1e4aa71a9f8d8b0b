import { CLOCK, type Clock } from "../../core/clock.js";
import type { ServeValues } from "../../settings/table.js";
import type { Host } from "../command-line/host.js";

/** Signals within this time are one: on Ctrl-C the terminal signals npm and the server, and npm passes the signal on. */
const ONE_SIGNAL_MS = 500;
/** How often a server that npm has started looks whether npm is still there. */
const LOOK_MS = 1_000;

/** Ends the program when its work is done, for this reason. */
type End = (reason: string) => Promise<void>;

/**
 * SIGTERM and SIGINT end the program when its work is done. A second one later on ends it at once. npm passes no SIGTERM on, so the end
 * of npm counts as one.
 */
export function endOnSignal(host: Host, close: End): void {
	const { events, exit } = host;
	let ending: number | undefined;
	const end = (reason: string) => {
		const now = performance.now();
		if (ending === undefined) close(reason).then(() => exit(0));
		else if (now - ending > ONE_SIGNAL_MS) exit(1);
		ending ??= now;
	};
	events.on("SIGTERM", end);
	events.on("SIGINT", end);
	whenNpmEnds(host, () => {
		if (ending === undefined) end("npm, which has started it, has ended");
	});
}

/**
 * Calls back when the parent of this process has ended, if npm has started it. A parent that has ended already was not meant to stay:
 * it has put this process into the background.
 */
export function whenNpmEnds(
	{ env }: Pick<Host, "env">,
	ended: () => void,
	parent: () => number = () => process.ppid,
	clock: Clock = CLOCK,
): void {
	const first = parent();
	if (env.npm_command === undefined || first === 1) return;
	const look = () => {
		if (parent() === first) clock.unref(clock.setTimeout(look, LOOK_MS));
		else ended();
	};
	look();
}

/** SIGHUP reloads tokens, certificates and keys from their files. Without such files it ends the program, as usual. */
export function reloadOnSignal(
	{ events }: Host,
	{ tokenFile, tlsCert, jwks }: ServeValues,
	reload: () => void,
): void {
	if (tokenFile ?? tlsCert ?? jwks) events.on("SIGHUP", reload);
}
