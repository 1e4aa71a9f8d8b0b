import { redactUrl } from "../../core/http-words/redact-url.js";
import type { Log } from "../../runtime/log.js";
import { type Api, makeTracer, type SpanFacts, type Tracer } from "./tracer.js";

/** The settings that decide about traces. */
interface TracingOptions extends SpanFacts {
	/** The OTLP endpoint for traces. By default, the OTEL_ variables set it. */
	readonly otlp: string | undefined;
	readonly environment: NodeJS.ProcessEnv;
	readonly version: string;
	readonly log: Log;
}

/** The symbol under which copies of the API find a program's registered provider. No import is needed to check it. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** Decides whether and how to trace: by a setting, by the surrounding program, or by the environment. */
export async function tracerFor(options: TracingOptions): Promise<Tracer | undefined> {
	const { otlp, environment, version, log } = options;
	const registered = (globalThis as { [REGISTERED]?: { readonly trace?: unknown } })[REGISTERED]?.trace;
	if (otlp === undefined && registered) {
		const api: Api = await import("@opentelemetry/api");
		return makeTracer(api, api.trace.getTracer("gristmill", version), options, log);
	}
	if (otlp !== undefined) return otlpTracer(options);
	if (!isWanted(environment)) return undefined;
	try {
		return await otlpTracer(options);
	} catch (error) {
		// The variables may be set for every program of a cluster, so a wrong value does not stop the server.
		if (!(error instanceof RangeError)) throw error;
		log("warn", "traces are not sent", { todo: error.message });
		return undefined;
	}
}

/** Applies OpenTelemetry's own rules for its variables, as far as they decide whether to trace. */
function isWanted(environment: NodeJS.ProcessEnv): boolean {
	if (environment.OTEL_SDK_DISABLED?.toLowerCase() === "true") return false;
	if (environment.OTEL_TRACES_EXPORTER === "none") return false;
	return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

async function otlpTracer(options: TracingOptions): Promise<Tracer> {
	const { otlp, environment, version, log } = options;
	const protocol = environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? environment.OTEL_EXPORTER_OTLP_PROTOCOL;
	if (protocol === "grpc")
		throw new RangeError("OTEL_EXPORTER_OTLP_PROTOCOL is grpc, which is not supported. Set it to http/json.");
	const url = otlp === undefined ? undefined : tracesUrl(otlp);
	const { startExport } = await import("./otlp.js").catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
		throw new RangeError(
			`The packages that send traces are not installed: npm install ${PACKAGES.join(" ")}`,
		);
	});
	const [api, { provider, close }] = await Promise.all([
		import("@opentelemetry/api"),
		startExport({ url, version, log }),
	]);
	return makeTracer(api, provider.getTracer("gristmill", version), options, log, close);
}

/** These packages need sixteen megabytes and a tenth of a second at startup, so they are optional. */
const PACKAGES = [
	"@opentelemetry/sdk-trace-base@2",
	"@opentelemetry/resources@2",
	"@opentelemetry/exporter-trace-otlp-http@0.223",
];

/** Returns the address for traces. The endpoint may be the base of all signals or the address for traces itself. */
function tracesUrl(otlp: string): string {
	const url = URL.canParse(otlp) ? new URL(otlp) : undefined;
	if (!url || !/^https?:$/.test(url.protocol))
		throw new RangeError(
			`The OTLP endpoint ${JSON.stringify(redactUrl(otlp))} is not of the form http(s)://host:port.`,
		);
	if (!url.pathname.endsWith("/v1/traces")) url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
	return url.href;
}
