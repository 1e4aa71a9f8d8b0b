import type { ServeValues } from "../../settings/table.js";
import type { Host } from "../command-line/host.js";

/** Signals within this time are one: on Ctrl-C the terminal signals npm and the server, and npm passes the signal on. */
const ONE_SIGNAL_MS = 500;

/** SIGTERM and SIGINT end the program when its work is done. A second one later on ends it at once. */
export function endOnSignal({ events, exit }: Host, close: () => Promise<void>): void {
	let ending: number | undefined;
	const end = () => {
		const now = performance.now();
		if (ending === undefined) close().then(() => exit(0));
		else if (now - ending > ONE_SIGNAL_MS) exit(1);
		ending ??= now;
	};
	events.on("SIGTERM", end);
	events.on("SIGINT", end);
}

/** SIGHUP reloads tokens, certificates and keys from their files. Without such files it ends the program, as usual. */
export function reloadOnSignal(
	{ events }: Host,
	{ tokenFile, tlsCert, jwks }: ServeValues,
	reload: () => void,
): void {
	if (tokenFile ?? tlsCert ?? jwks) events.on("SIGHUP", reload);
}
