import type { ServeValues } from "../../settings/table.js";

/** Signals within this time are one: on Ctrl-C the terminal signals npm and the server, and npm passes the signal on. */
const ONE_SIGNAL_MS = 500;

/** SIGTERM and SIGINT end the program when its work is done. A second one later on ends it at once. */
export function endOnSignal(close: () => Promise<void>): void {
	let ending: number | undefined;
	const end = () => {
		const now = performance.now();
		if (ending === undefined) close().then(() => process.exit(0));
		else if (now - ending > ONE_SIGNAL_MS) process.exit(1);
		ending ??= now;
	};
	process.on("SIGTERM", end);
	process.on("SIGINT", end);
}

/** SIGHUP reloads tokens, certificates and keys from their files. Without such files it ends the program, as usual. */
export function reloadOnSignal({ tokenFile, tlsCert, jwks }: ServeValues, reload: () => void): void {
	if (tokenFile ?? tlsCert ?? jwks) process.on("SIGHUP", reload);
}
