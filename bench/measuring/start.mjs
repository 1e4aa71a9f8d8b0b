import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * Starts a program, so that its CPU time is separate from ours. It sends one message when it is ready, whose members the result has, and
 * one for each that it gets: `ask` sends such a message. It ends when the connection to it does.
 */
export async function start(file, args = [], execArgv = []) {
	const child = fork(fileURLToPath(file), args, { execArgv, serialization: "advanced" });
	const ended = once(child, "exit");
	const answer = async () => {
		const lost = ended.then(([code]) => {
			throw new Error(`${file} ${args.join(" ")} ended with code ${code}.`);
		});
		const [message] = await Promise.race([once(child, "message"), lost]);
		return message;
	};
	const ask = (question = "facts") => {
		child.send(question);
		return answer();
	};
	return {
		...(await answer()),
		pid: child.pid,
		ask,
		/** The CPU time of a server so far, in microseconds: user and system, all threads. */
		cpu: async () => (await ask()).cpu,
		stop: async () => {
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}

/** Starts a server of Gristmill. Mills are addresses of modules. */
export const startGristmill = (mills, options = {}) =>
	start(new URL("gristmill.mjs", import.meta.url), [JSON.stringify({ mills, options })]);

/** Starts a server of node:http in several processes, by default one for each core. */
export const startCluster = (file, ...count) =>
	start(new URL("cluster.mjs", import.meta.url), [`${file}`, ...count]);
