import { MiB } from "../../core/definition/limits.js";
import type { Mill } from "../../core/definition/mill.js";
import { type Offers, offersWithout } from "../../documents/offers.js";
import { NO_SECURITY, type ServerInfo } from "../../documents/server-info.js";
import { MessageThread } from "../../mcp/message-thread.js";
import { locate } from "../../mill-files/mill-file.js";
import { makeRunner } from "../../runtime/lanes/runner.js";
import { canBeGiven } from "../../runtime/loading/example-call.js";
import { type ImportedMill, importSource } from "../../runtime/loading/import-mill.js";
import {
	countGroups,
	defaultDeviceMemory,
	defaultMemory,
	defaultWorkers,
	RUNTIME_DEFAULTS,
	type RuntimeOptions,
} from "../../runtime/options.js";
import { DEFAULTS } from "../../settings/table.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import { suggester } from "../flow/did-you-mean.js";
import { router } from "../flow/route.js";
import { serveMill } from "../flow/served-mill.js";
import { makeDocumentCache } from "../host/document-cache.js";
import type { Host, Service } from "../host/host.js";
import { Keep } from "../keep/keep.js";
import { asServed } from "./mill-settings.js";
import { VERSION } from "./package-version.js";
import type { Section } from "./sections.js";
import { normalBase, normalPublicUrl, type Settings } from "./settings.js";

/** A service whose mills are imported and whose settings are valid. Nothing is started yet. */
export interface ServicePlan {
	readonly prefix: string;
	readonly settings: Settings;
	readonly imported: readonly ImportedMill[];
	readonly mills: readonly Mill[];
	readonly base: string;
	readonly publicUrl: string | undefined;
	readonly offers: Offers;
}

export async function planService(section: Section, log: Log): Promise<ServicePlan> {
	const { prefix, sources, settings } = section;
	const found = await Promise.all(sources.map(async (source) => importSource(await locate(source))));
	const names = found.map(({ mill }) => mill.name);
	const twice = names.find((name, i) => names.indexOf(name) < i);
	if (twice)
		throw new RangeError(`Two mills are called "${twice}". Rename one, or serve one of them as a version.`);
	const imported = asServed(found, settings, log);
	const objects = imported.filter(({ module }) => module === undefined);
	if (objects.length > 0)
		log("warn", "mills given as objects run in this process, without deadline and isolation", {
			mills: objects.map(({ mill }) => mill.name),
		});
	return {
		prefix,
		settings,
		imported,
		mills: imported.map(({ mill }) => mill),
		base: normalBase(settings.base ?? ""),
		publicUrl: settings.publicUrl === undefined ? undefined : normalPublicUrl(settings.publicUrl),
		offers: offersWithout(settings.hide ?? [], names),
	};
}

/** Starts the workers of a service and makes everything that its requests need. `all` are the plans of the host. */
export async function startService(
	plan: ServicePlan,
	host: Host,
	all: readonly ServicePlan[],
	origin: () => string,
): Promise<Service> {
	const { prefix, settings, imported, mills, base, publicUrl, offers } = plan;
	const { guard, signer, telemetry, log } = host;
	const { meters } = telemetry;
	// The services of a host have workers of their own, and share the memory.
	const groups = all.reduce((sum, { imported }) => sum + countGroups(inWorkers(imported)), 0);
	const runner = await makeRunner(imported, {
		...runtimeOptions(settings, host, groups),
		observer: meters && {
			workerLost: (reason) => meters.workerLost(reason),
			batched: (mill, size) => meters.batched(prefix + mill, size),
			computed: (mill, seconds) => meters.computed(prefix + mill, seconds),
			killerRefused: (mill) => meters.killerRefused(prefix + mill),
			heldBack: (mill, milliseconds) => meters.heldBack(prefix + mill, milliseconds),
		},
	});
	const modules = new Set(inWorkers(imported));
	const isMain = prefix === "";
	const info: ServerInfo = {
		title: settings.title ?? DEFAULTS.title,
		version: VERSION,
		base,
		publicUrl,
		address: () => publicUrl ?? `${origin()}${base}`,
		offers,
		linksInJson: settings.links === "always",
		security: guard?.security ?? NO_SECURITY,
		keys: signer && { keys: [signer.jwk] },
		gives: canBeGiven,
		digest: (mill) => runner.digest(mill),
		versions: isMain ? Object.keys(settings.versions ?? {}) : [],
	};
	const served = mills.map((mill) => serveMill(mill, info));
	const suggest = suggester(info, served, { closedDiscovery: guard?.closedDiscovery ?? false });
	const everyName = all.flatMap(({ prefix, mills }) => mills.map(({ name }) => prefix + name));
	return {
		host,
		prefix,
		info,
		mills: served,
		route: router(base, served, isMain ? everyName : [], suggest),
		documents: makeDocumentCache(mills, info),
		runner,
		keep: host.store && new Keep(host.store, { prefix, runner, isShareable: (mill) => modules.has(mill) }),
		mcp: new MessageThread({ info, mills: served, runner, log }),
		log,
	};
}

/** The mills of a service that run in workers. */
function inWorkers(imported: readonly ImportedMill[]): Mill[] {
	return imported.filter(({ module }) => module !== undefined).map(({ mill }) => mill);
}

function runtimeOptions(settings: Settings, host: Host, groups: number): RuntimeOptions {
	const { log, development, showMessages } = host;
	const workers = settings.workers ?? defaultWorkers(groups);
	const { inline, deadline, maxWaiting, examineEvery, inspect } = {
		...RUNTIME_DEFAULTS,
		...defined(settings),
	};
	const memory =
		settings.workerMemory === undefined ? defaultMemory(workers, groups) : settings.workerMemory * MiB;
	const deviceMemory = settings.workerMemory === undefined ? defaultDeviceMemory() : undefined;
	const limits = settings.mills ?? {};
	return {
		...{ workers, inline, deadline, memory, deviceMemory, maxWaiting, limits, examineEvery, inspect, log },
		development: development !== undefined,
		showMessages,
	};
}

/** Without undefined values, which would hide the defaults. */
function defined<T extends object>(settings: T): T {
	return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}
