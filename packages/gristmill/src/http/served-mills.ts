import type { Mill } from "../core/definition/mill.js";
import { endHost } from "./end-host.js";
import { type Host, readinessOf, type Service } from "./host/host.js";
import type { ServedMills } from "./mounts.js";

/** What a program can ask of a host, except to close it. */
export function factsOf(host: Host): Omit<ServedMills, "close"> {
	const versions = host.services.filter((service) => service !== host.main);
	return {
		mills: millsOf(host.main),
		versions: new Map(versions.map((version) => [version.prefix.slice(0, -1), millsOf(version)])),
		examined: async () => {
			await Promise.all(host.services.map(({ runner }) => runner.examined));
			const states = [...readinessOf(host)];
			return { unready: states.filter(([, { state }]) => state !== "ready").map(([name]) => name) };
		},
		workers: () => host.services.flatMap(({ runner }) => runner.pids()),
	};
}

/** A host that an application serves requests of. After `patience` milliseconds, running calls are cut off. */
export function mounted(host: Host, patience: number): ServedMills {
	let closing: Promise<void> | undefined;
	const close = (reason?: string) => {
		host.closed = true;
		return endHost(host, reason, async (cutting) => {
			await host.load.settled(patience);
			cutting();
		});
	};
	return {
		...factsOf(host),
		close: (reason) => {
			closing ??= close(reason);
			return closing;
		},
	};
}

function millsOf({ mills }: Service): readonly Mill[] {
	return mills.map(({ mill }) => mill);
}
