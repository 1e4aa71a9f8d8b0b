import type { ServeValues } from "../../settings/table.js";

/** SIGTERM and SIGINT end the program when its work is done. */
export function endOnSignal(close: () => Promise<void>): void {
	let ending = false;
	const end = () => {
		// A second signal ends the program at once.
		if (ending) process.exit(1);
		ending = true;
		close().then(() => process.exit(0));
	};
	process.on("SIGTERM", end);
	process.on("SIGINT", end);
}

/** SIGHUP reloads tokens, certificates and keys from their files. Without such files it ends the program, as usual. */
export function reloadOnSignal({ tokenFile, tlsCert, jwks }: ServeValues, reload: () => void): void {
	if (tokenFile ?? tlsCert ?? jwks) process.on("SIGHUP", reload);
}
