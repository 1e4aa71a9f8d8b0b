/** Sends the port to the runner, then facts as often as it asks, and exits with it. */
export function announce(port, facts = () => ({})) {
	process.on("message", () => {
		const { user, system } = process.cpuUsage();
		process.send({ cpu: user + system, ...facts() });
	});
	// A normal exit, because only then is a CPU profile written.
	process.on("disconnect", () => process.exit());
	process.send({ port });
}
