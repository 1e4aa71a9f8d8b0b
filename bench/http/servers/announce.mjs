/** Sends the port to the runner, reports the CPU time on request, and exits with the runner. */
export function announce(port) {
	process.on("message", () => process.send(process.cpuUsage()));
	// A normal exit, because only then is a CPU profile written.
	process.on("disconnect", () => process.exit());
	process.send({ port });
}
