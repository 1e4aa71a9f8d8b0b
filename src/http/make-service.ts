import { MiB } from "../core/limits.js";
import { offersWithout } from "../documents/offers.js";
import { NO_SECURITY, type Site } from "../documents/site.js";
import type { HttpDoor } from "../mcp/http-door.js";
import { canBeGiven } from "../runtime/example-call.js";
import { importSource, type MillSource } from "../runtime/import-mill.js";
import { defaultMemory, defaultWorkers, RUNTIME_DEFAULTS, type RuntimeOptions } from "../runtime/options.js";
import { makeRunner, type Runner } from "../runtime/runner.js";
import { type Common, endCommon, type MillNames, makeCommon } from "./common.js";
import { normalOrigins } from "./cors.js";
import { type Log, logToStderr } from "./log.js";
import { asServed } from "./mill-settings.js";
import { router } from "./route.js";
import { serveMill } from "./served-mill.js";
import type { Service } from "./service.js";
import { normalBase, normalPublicUrl, type Settings } from "./settings.js";
import { makeShelf } from "./shelf.js";
import { VERSION } from "./version.js";
import { settingsBesideVersions, settingsOfVersions, withVersions } from "./versions.js";
import { warmTicks } from "./warm-ticks.js";

/** Where a server that has not said otherwise is reached. */
const DEFAULT_ORIGIN = "http://127.0.0.1:8080";

/**
 * Puts a service together; `origin` gives the address for curl lines once the server listens. A version of a server is a
 * service too, with what all of them have in common.
 */
export async function makeService(
	sources: readonly MillSource[],
	whole: Settings,
	origin: () => string = () => DEFAULT_ORIGIN,
	version?: { readonly label: string; readonly common: Common },
): Promise<Service> {
	await warmTicks();
	const settings = settingsBesideVersions(whole);
	const log = settings.log ?? logToStderr;
	const found = await Promise.all(sources.map(importSource));
	const names = found.map(({ mill }) => mill.name);
	const twice = names.find((name, i) => names.indexOf(name) < i);
	if (twice) throw new RangeError(`Serve each name once: there are two mills called "${twice}".`);
	const imported = asServed(found, settings, log);
	const mills = imported.map(({ mill }) => mill);
	const objects = imported.filter(({ module }) => module === undefined);
	if (objects.length > 0)
		log("warn", "mills given as objects run in this process, without deadline and isolation", {
			mills: objects.map(({ mill }) => mill.name),
		});

	const base = normalBase(settings.base ?? "");
	const publicUrl = settings.publicUrl === undefined ? undefined : normalPublicUrl(settings.publicUrl);
	const cors = normalOrigins(settings.cors ?? []);
	const offers = offersWithout(settings.hide ?? [], names);
	const versioned = settingsOfVersions(whole, names);
	const label = version ? `${version.label}/` : "";
	const common =
		version?.common ??
		(await makeCommon(settings, await namesOf(names, whole), offers("metrics"), () => service.runner.pids()));
	const { guard, rateLimit, intake, telemetry } = common;
	// Last of what can fail: from here on there are processes to end.
	const runners: Runner[] = [];
	const versions = new Map<string, Service>();
	const start = async (): Promise<Runner> => {
		const runner = await makeRunner(imported, {
			...runtimeOptions(settings, log),
			observer: telemetry.meters,
		});
		runners.push(runner);
		for (const mill of mills) common.digests.set(`${label}${mill.name}`, runner.digest(mill));
		for (const [own, settings] of versioned) {
			const sources = whole.versions?.[own] ?? [];
			const service = await makeService(sources, settings, origin, { label: own, common });
			runners.push(service.runner);
			versions.set(own, service);
		}
		return runner;
	};
	const runner = await start().catch(async (error: unknown) => {
		for (const one of runners) one.close();
		if (!version) await endCommon(common);
		throw error;
	});
	const site: Site = {
		title: settings.title ?? "Gristmill",
		version: VERSION,
		base,
		publicUrl,
		address: () => publicUrl ?? `${origin()}${base}`,
		offers,
		linksInJson: settings.links === "always",
		security: guard?.security ?? NO_SECURITY,
		gives: canBeGiven,
		digest: (mill) => runner.digest(mill),
		versions: [...versions.keys()],
	};
	const served = mills.map((mill) => serveMill(mill, site));
	let door: Promise<HttpDoor> | undefined;
	const service: Service = {
		site,
		label,
		mills: served,
		route: router(
			base,
			served,
			[...versions].flatMap(([label, { mills }]) => mills.map(({ mill }) => `${label}/${mill.name}`)),
		),
		shelf: makeShelf(mills, site),
		runner: withVersions(runner, versions),
		versions,
		rateLimit,
		mcp: () => {
			door ??= import("../mcp/http-door.js").then(({ makeHttpDoor }) => makeHttpDoor(service));
			return door;
		},
		intake,
		cors,
		guard,
		draining: false,
		log,
		telemetry,
		serverTiming: settings.serverTiming ?? false,
	};
	return service;
}

/** The names of the mills here and in versions: as callers are granted them, and as they are counted. */
async function namesOf(own: readonly string[], { versions = {} }: Settings): Promise<MillNames> {
	const others = await Promise.all(
		Object.entries(versions).map(async ([label, sources]) => {
			const found = await Promise.all(sources.map(importSource));
			return found.map(({ mill: { name } }) => ({ name, counted: `${label}/${name}` }));
		}),
	);
	const all = [...own.map((name) => ({ name, counted: name })), ...others.flat()];
	return { granted: [...new Set(all.map(({ name }) => name))], counted: all.map(({ counted }) => counted) };
}

function runtimeOptions(settings: Settings, log: Log): RuntimeOptions {
	const workers = settings.workers ?? defaultWorkers();
	const { inline, deadline, maxWaiting, examineEvery, inspect } = {
		...RUNTIME_DEFAULTS,
		...defined(settings),
	};
	const memory = settings.workerMemory === undefined ? defaultMemory(workers) : settings.workerMemory * MiB;
	const limits = settings.mills ?? {};
	return { workers, inline, deadline, memory, maxWaiting, limits, examineEvery, inspect, log };
}

/** Without what is undefined: a setting that was not chosen must not hide its default. */
function defined<T extends object>(settings: T): T {
	return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}
