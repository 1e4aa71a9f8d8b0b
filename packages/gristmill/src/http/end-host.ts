import type { Host } from "./host/host.js";

/**
 * Ends a host when its requests are answered. If there is a reason, or requests were cut, the log says how that went. `drain` waits for
 * them, and calls back before it cuts those that take too long.
 */
export async function endHost(
	host: Host,
	reason: string | undefined,
	drain: (cutting: () => void) => Promise<void>,
): Promise<void> {
	const { load, log, clock } = host;
	const began = clock.now();
	const before = load.left;
	const counts = () => ({ finished: load.left - before, cut: load.open });
	let requests: ReturnType<typeof counts> | undefined;
	if (reason !== undefined) log("info", "the server is shutting down", { reason, open: load.open });
	host.draining = true;
	await drain(() => {
		requests = counts();
	});
	requests ??= counts();
	await host.close();
	// A program that closes its own server knows that.
	if (reason === undefined && requests.cut === 0) return;
	log(requests.cut > 0 ? "warn" : "info", "the server has ended", {
		reason,
		...requests,
		ms: Math.round(clock.now() - began),
	});
}
