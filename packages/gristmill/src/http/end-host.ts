import type { Host } from "./host/host.js";

/**
 * Ends a host when its requests are answered, and says in the log how that went if there was a reason, or if requests were cut. `drain` waits for them, and calls back before it cuts
 * those that take too long.
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
	host.draining = true;
	await drain(() => {
		requests = counts();
	});
	requests ??= counts();
	await host.close();
	// A program that closes its own server knows that.
	if (reason === undefined && requests.cut === 0) return;
	log("info", "the server has ended", { reason, ...requests, ms: Math.round(clock.now() - began) });
}
