import { MiB } from "../core/limits.js";
import { offersWithout } from "../documents/offers.js";
import { NO_SECURITY, type Site } from "../documents/site.js";
import type { HttpDoor } from "../mcp/http-door.js";
import { canBeGiven } from "../runtime/example-call.js";
import { importSource, type MillSource } from "../runtime/import-mill.js";
import { defaultMemory, defaultWorkers, RUNTIME_DEFAULTS, type RuntimeOptions } from "../runtime/options.js";
import { makeRunner } from "../runtime/runner.js";
import { Meters } from "../telemetry/meters.js";
import { ProcessWatch } from "../telemetry/process-metrics.js";
import { tracerFor } from "../telemetry/tracing.js";
import { makeGuard } from "./auth/guard.js";
import { Intake } from "./intake.js";
import { type Log, logToStderr } from "./log.js";
import { router } from "./route.js";
import { serveMill } from "./served-mill.js";
import type { Service } from "./service.js";
import { normalBase, normalPublicUrl, type Settings } from "./settings.js";
import { makeShelf } from "./shelf.js";
import { VERSION } from "./version.js";

/** Where a server that has not said otherwise is reached. */
const DEFAULT_ORIGIN = "http://127.0.0.1:8080";

/** Puts a service together; `origin` gives the address for curl lines once the server listens. */
export async function makeService(
	sources: readonly MillSource[],
	settings: Settings,
	origin: () => string = () => DEFAULT_ORIGIN,
): Promise<Service> {
	const log = settings.log ?? logToStderr;
	const imported = await Promise.all(sources.map(importSource));
	const mills = imported.map(({ mill }) => mill);
	const names = mills.map(({ name }) => name);
	const twice = names.find((name, i) => names.indexOf(name) < i);
	if (twice) throw new RangeError(`Serve each name once: there are two mills called "${twice}".`);
	const objects = imported.filter(({ module }) => module === undefined);
	if (objects.length > 0)
		log("warn", "mills given as objects run in this process, without deadline and isolation", {
			mills: objects.map(({ mill }) => mill.name),
		});

	const base = normalBase(settings.base ?? "");
	const publicUrl = settings.publicUrl === undefined ? undefined : normalPublicUrl(settings.publicUrl);
	const offers = offersWithout(settings.hide ?? [], names);
	const guard = settings.auth && (await makeGuard(settings.auth, names, log));
	const meters = offers("metrics") ? new Meters(names) : undefined;
	if (!meters && settings.metricsPort !== undefined)
		throw new RangeError("Leave out the port for metrics, or do not hide them.");
	const tracer = await tracerFor({
		otlp: settings.otlp,
		scheme: settings.tls ? "https" : "http",
		environment: process.env,
		version: VERSION,
		digest: (name) => digests.get(name) ?? "",
		log,
	});
	// Last of what can fail: from here on there are processes to end.
	const runner = await makeRunner(imported, { ...runtimeOptions(settings, log), observer: meters });
	const digests = new Map(mills.map((mill) => [mill.name, runner.digest(mill)]));
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
	};
	const served = mills.map((mill) => serveMill(mill, site));
	let door: Promise<HttpDoor> | undefined;
	const service: Service = {
		site,
		mills: served,
		route: router(base, served),
		shelf: makeShelf(mills, site),
		runner,
		mcp: () => {
			door ??= import("../mcp/http-door.js").then(({ makeHttpDoor }) => makeHttpDoor(service));
			return door;
		},
		intake: new Intake(settings.maxIntake),
		cors: settings.cors ?? [],
		guard,
		draining: false,
		log,
		telemetry: {
			meters,
			tracer,
			accessLog: settings.accessLog ?? "none",
			log,
			watch: meters && new ProcessWatch(() => runner.pids()),
			elsewhere: settings.metricsPort !== undefined,
		},
		serverTiming: settings.serverTiming ?? false,
	};
	return service;
}

function runtimeOptions(settings: Settings, log: Log): RuntimeOptions {
	const workers = settings.workers ?? defaultWorkers();
	const { inline, deadline, maxWaiting, examineEvery, inspect } = {
		...RUNTIME_DEFAULTS,
		...defined(settings),
	};
	const memory = settings.workerMemory === undefined ? defaultMemory(workers) : settings.workerMemory * MiB;
	return { workers, inline, deadline, memory, maxWaiting, examineEvery, inspect, log };
}

/** Without what is undefined: a setting that was not chosen must not hide its default. */
function defined<T extends object>(settings: T): T {
	return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}
