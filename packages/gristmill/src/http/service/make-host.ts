import { CLOCK, type Clock } from "../../core/clock.js";
import type { MillSource } from "../../runtime/loading/import-mill.js";
import { mustBeBounded } from "../../settings/table.js";
import { guardedLog } from "../../telemetry/log/guarded-log.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import { DeviceWatch } from "../../telemetry/metrics/device-metrics.js";
import { Meters } from "../../telemetry/metrics/meters.js";
import { ProcessWatch } from "../../telemetry/metrics/process-metrics.js";
import { tracerFor } from "../../telemetry/traces/tracing.js";
import { makeGuard } from "../auth/guard.js";
import { ownHealth } from "../documents/health.js";
import { ownMetrics } from "../documents/metrics.js";
import { normalOrigins } from "../flow/cors.js";
import { makeRateLimit } from "../flow/rate-limit.js";
import type { Host, Service } from "../host/host.js";
import { makeStore } from "../keep/make-store.js";
import type { Siblings } from "../processes/siblings.js";
import { Load } from "../wire/load.js";
import { warmTicks } from "../wire/warm-ticks.js";
import { planService, type ServicePlan, startService } from "./make-service.js";
import { VERSION } from "./package-version.js";
import { signerIn } from "./read-signer.js";
import { sectionsOf } from "./sections.js";
import type { HostSettings } from "./settings.js";

/** The address of a server that does not listen by itself. */
const DEFAULT_ORIGIN = "http://127.0.0.1:8080";

/** Puts a server together; `origin` returns the address for curl lines once the server listens. */
export async function makeHost(
	sources: readonly MillSource[],
	settings: HostSettings,
	origin: () => string = () => DEFAULT_ORIGIN,
	siblings?: Siblings,
	clock: Clock = CLOCK,
): Promise<Host> {
	await warmTicks();
	const { host, plans, services } = await planHost(sources, settings, clock, siblings);
	host.store?.open();
	try {
		for (const plan of plans) services.push(await startService(plan, host, plans, origin));
	} catch (error) {
		await host.close();
		throw error;
	}
	siblings?.introduce({ health: () => ownHealth(host), metrics: () => ownMetrics(host) });
	return host;
}

/** Throws what `makeHost` would throw for these mills and settings, and starts no workers. */
export async function checkHost(sources: readonly MillSource[], settings: HostSettings): Promise<void> {
	const { host } = await planHost(sources, settings, CLOCK);
	await host.close();
}

/** Everything that can be refused before workers are started. */
async function planHost(
	sources: readonly MillSource[],
	settings: HostSettings,
	clock: Clock,
	siblings?: Siblings,
) {
	mustBeBounded(settings);
	const log = guardedLog(settings.log);
	const plans: ServicePlan[] = [];
	for (const section of sectionsOf(sources, settings)) plans.push(await planService(section, log));
	mustBeDistinct(plans, Object.keys(settings.versions ?? {}));
	const services: Service[] = [];
	return { host: await hostFor(services, plans, settings, log, clock, siblings), plans, services };
}

function mustBeDistinct([main]: readonly ServicePlan[], versions: readonly string[]): void {
	const taken = versions.find((label) => main?.mills.some(({ name }) => name === label));
	if (taken !== undefined)
		throw new RangeError(`A version and a mill are both called "${taken}". Rename one.`);
}

/** Makes the shared parts. `services` is filled when the services are started. */
async function hostFor(
	services: readonly Service[],
	plans: readonly ServicePlan[],
	settings: HostSettings,
	log: Log,
	clock: Clock,
	siblings: Siblings | undefined,
): Promise<Host> {
	const names = plans.flatMap(({ prefix, mills }) => mills.map(({ name }) => ({ name, prefix })));
	const meters = plans[0]?.offers("metrics")
		? new Meters(names.map(({ name, prefix }) => prefix + name))
		: undefined;
	if (!meters && settings.metricsPort !== undefined)
		throw new RangeError("There is a metrics port, and metrics are hidden. Remove one of the two settings.");
	const usesDevices = plans.some(({ mills }) => mills.some(({ needs }) => needs.includes("gpu")));
	const signer = settings.sign === undefined ? undefined : await signerIn(settings.sign);
	const cors = normalOrigins(settings.cors ?? []);
	const rateLimit = makeRateLimit(settings, siblings, () => clock.now());
	const store = settings.keep === undefined ? undefined : makeStore(settings.keep, log, clock);
	const tracer = await tracerFor({
		otlp: settings.otlp,
		scheme: settings.tls ? "https" : "http",
		environment: process.env,
		version: VERSION,
		digest: (name) => digestOf(services, name),
		log,
	});
	// Last: it watches files, so it must be closed.
	const guard = settings.auth && makeGuard(settings.auth, [...new Set(names.map(({ name }) => name))], log);
	const host: Host = {
		services,
		get main() {
			const main = services[0];
			if (!main) throw new TypeError("The services of this host are not started.");
			return main;
		},
		guard: await guard?.catch(async (error: unknown) => {
			await tracer?.close();
			throw error;
		}),
		signer,
		rateLimit,
		load: new Load(settings.maxBuffered),
		store,
		siblings,
		cors,
		telemetry: {
			meters,
			tracer,
			accessLog: settings.accessLog ?? "none",
			watch:
				meters &&
				new ProcessWatch(
					() => services.flatMap(({ runner }) => runner.pids()),
					usesDevices ? new DeviceWatch() : undefined,
				),
			hasOwnPort: settings.metricsPort !== undefined,
		},
		serverTiming: settings.serverTiming ?? false,
		development: settings.development,
		showMessages: settings.showMessages ?? settings.development !== undefined,
		log,
		clock,
		draining: false,
		closed: false,
		close: async () => {
			host.closed = true;
			for (const { mcp, runner } of services) {
				mcp.close();
				runner.close();
			}
			store?.close();
			host.guard?.close();
			host.telemetry.watch?.stop();
			await tracer?.close();
		},
	};
	return host;
}

/** The algorithm digest of a mill, by its name with the prefix of its service. */
function digestOf(services: readonly Service[], name: string): string {
	for (const { prefix, mills, info } of services)
		for (const { mill } of mills) if (prefix + mill.name === name) return info.digest(mill);
	return "";
}
