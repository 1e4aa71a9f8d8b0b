/** Tells the runner the port, gives it the CPU time whenever it asks, and ends with it. */
export function announce(port) {
	process.on("message", () => process.send(process.cpuUsage()));
	// An orderly exit: a CPU profile is written only then.
	process.on("disconnect", () => process.exit());
	process.send({ port });
}
