import { Server } from "node:net";

/**
 * Stops the code of this process from listening on sockets. A mill needs no server of its own, and listening on a path creates a
 * file, which the permission model of Node 20 to 24 does not deny.
 */
export function denyListening(): void {
	Server.prototype.listen = () => {
		throw Object.assign(new Error("Access to this API has been restricted: a mill may not listen."), {
			code: "ERR_ACCESS_DENIED",
			permission: "Net",
		});
	};
}
