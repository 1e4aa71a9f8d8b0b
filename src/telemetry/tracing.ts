import type { Log } from "../runtime/log.js";
import { type Api, makeTracer, type SpanFacts, type Tracer } from "./tracer.js";

/** What is to be known before traces are made. */
export interface TracingOptions extends SpanFacts {
	/** Where traces are sent to, as an OTLP endpoint; the OTEL_ variables say it where it is left out. */
	readonly otlp: string | undefined;
	readonly environment: NodeJS.ProcessEnv;
	readonly version: string;
	readonly log: Log;
}

/** Where copies of the API find the provider that a program has registered: no import is needed to look. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** Sees whether and how traces are wanted: by a setting, by the program around us, or by the environment. */
export async function tracerFor(options: TracingOptions): Promise<Tracer | undefined> {
	const { otlp, environment, version, log } = options;
	const registered = (globalThis as { [REGISTERED]?: { readonly trace?: unknown } })[REGISTERED]?.trace;
	if (otlp === undefined && registered) {
		const api: Api = await import("@opentelemetry/api");
		return makeTracer(api, api.trace.getTracer("gristmill", version), options);
	}
	if (otlp !== undefined) return otlpTracer(options);
	if (!isWanted(environment)) return undefined;
	try {
		return await otlpTracer(options);
	} catch (error) {
		// The variables may be meant for every program of a cluster: no reason not to serve.
		if (!(error instanceof RangeError)) throw error;
		log("warn", "no traces are sent", { todo: error.message });
		return undefined;
	}
}

/** OpenTelemetry's own rules for its variables, as far as they decide whether. */
function isWanted(environment: NodeJS.ProcessEnv): boolean {
	if (environment.OTEL_SDK_DISABLED?.toLowerCase() === "true") return false;
	if (environment.OTEL_TRACES_EXPORTER === "none") return false;
	return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

async function otlpTracer(options: TracingOptions): Promise<Tracer> {
	const { otlp, environment, version, log } = options;
	const protocol = environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? environment.OTEL_EXPORTER_OTLP_PROTOCOL;
	if (protocol === "grpc")
		throw new RangeError("Set OTEL_EXPORTER_OTLP_PROTOCOL to http/json: grpc is not spoken here.");
	const url = otlp === undefined ? undefined : tracesUrl(otlp);
	const { startExport } = await import("./otlp.js").catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
		throw new RangeError(`Install what sends traces: npm install ${PACKAGES.join(" ")}`);
	});
	const [api, { provider, close }] = await Promise.all([
		import("@opentelemetry/api"),
		startExport({ url, version, log }),
	]);
	return makeTracer(api, provider.getTracer("gristmill", version), options, close);
}

/** Sixteen megabytes and a tenth of a second at the start: only for those who want traces. */
const PACKAGES = [
	"@opentelemetry/sdk-trace-base@2",
	"@opentelemetry/resources@2",
	"@opentelemetry/exporter-trace-otlp-http@0.223",
];

/** The endpoint is the base of all signals; the address of traces may be given as well. */
function tracesUrl(otlp: string): string {
	const url = URL.canParse(otlp) ? new URL(otlp) : undefined;
	if (!url || !/^https?:$/.test(url.protocol))
		throw new RangeError(`Give the OTLP endpoint as http(s)://host:port: ${JSON.stringify(otlp)}.`);
	if (!url.pathname.endsWith("/v1/traces")) url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
	return url.href;
}
