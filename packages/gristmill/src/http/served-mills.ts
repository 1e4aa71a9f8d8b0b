import type { Mill } from "../core/definition/mill.js";
import { type Host, readinessOf, type Service } from "./service/service.js";

/** Mills that are being served. */
export interface ServedMills {
	/** The mills, in order. */
	readonly mills: readonly Mill[];
	/** The mills of each version, by label. */
	readonly versions: ReadonlyMap<string, readonly Mill[]>;
	/** Resolves when every mill has run its own examples; `unready` names the mills that failed them. */
	examined(): Promise<{ readonly unready: readonly string[] }>;
	/** The process ids of the workers. */
	workers(): readonly number[];
	/** Fails readiness, refuses new calls, lets running calls finish, then ends the workers. */
	close(): Promise<void>;
}

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
	const close = async () => {
		host.draining = true;
		host.closed = true;
		await host.open.settled(patience);
		await host.close();
	};
	return {
		...factsOf(host),
		close: () => {
			closing ??= close();
			return closing;
		},
	};
}

function millsOf({ mills }: Service): readonly Mill[] {
	return mills.map(({ mill }) => mill);
}
