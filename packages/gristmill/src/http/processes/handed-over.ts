import type { ChildProcess } from "node:child_process";

/** A connection on its way to a process. */
interface Connection {
	close(): void;
}

/**
 * Remembers the connection that a process is being handed, so that it can be closed if the process dies meanwhile. Without
 * this, node:cluster would keep it open for ever, and its caller would wait. A process is handed one connection of each port
 * at a time, and closing one twice does nothing.
 */
export function connectionsOf(child: ChildProcess): { close(): void } {
	const onTheWay = new Map<unknown, Connection>();
	const send = child.send.bind(child) as (...values: unknown[]) => boolean;
	child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
		if (isConnection(handle)) onTheWay.set((message as { key?: unknown }).key, handle);
		return send(message, handle, ...rest);
	};
	return {
		close: () => {
			for (const connection of onTheWay.values()) connection.close();
			onTheWay.clear();
		},
	};
}

function isConnection(handle: unknown): handle is Connection {
	return typeof handle === "object" && handle !== null && "close" in handle;
}
