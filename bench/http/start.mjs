import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVERS = new URL("servers/", import.meta.url);

/** Starts a server of `servers/` as a separate process, so that its CPU time is separate too. */
export async function start(name, execArgv = [], folder = SERVERS) {
	const child = fork(fileURLToPath(new URL(`${name}.mjs`, folder)), { execArgv });
	const ended = once(child, "exit");
	const answer = async () => {
		const lost = ended.then(() => {
			throw new Error(`The server ${name} ended too early.`);
		});
		const [message] = await Promise.race([once(child, "message"), lost]);
		return message;
	};
	const { port } = await answer();
	return {
		name,
		port,
		/** The CPU time used so far, in microseconds: user and system, all threads. */
		async cpu() {
			child.send("cpu");
			const { user, system } = await answer();
			return user + system;
		},
		async stop() {
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}
