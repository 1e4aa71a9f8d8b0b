// This module is imported only if traces are sent: its imports are optional and take a tenth of a second to load.
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
	defaultResource,
	detectResources,
	envDetector,
	resourceFromAttributes,
} from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Log } from "../../runtime/log.js";

/** How long the server waits at shutdown for the last spans to be sent. */
const LAST_MS = 2_000;
/** How often a failing endpoint is logged. */
const COMPLAIN_MS = 60_000;

/** Sends spans over HTTP as JSON. The OTEL_ variables set sampling, batches, headers and timeouts. */
export async function startExport({
	url,
	version,
	log,
}: {
	readonly url: string | undefined;
	readonly version: string;
	readonly log: Log;
}): Promise<{ provider: BasicTracerProvider; close: () => Promise<void> }> {
	const exporter = new OTLPTraceExporter(url === undefined ? {} : { url });
	const named = resourceFromAttributes({ "service.name": "gristmill", "service.version": version });
	const provider = new BasicTracerProvider({
		// OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES are applied last and take precedence.
		resource: defaultResource()
			.merge(named)
			.merge(detectResources({ detectors: [envDetector] })),
		spanProcessors: [new BatchSpanProcessor(complaining(exporter, log))],
	});
	const close = () =>
		Promise.race([
			provider.shutdown().catch(() => {}),
			new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref()),
		]);
	return { provider, close };
}

/** Logs failures, because the SDK does not report them by default. */
function complaining(exporter: SpanExporter, log: Log): SpanExporter {
	let last = Number.NEGATIVE_INFINITY;
	return {
		export: (spans, done) =>
			exporter.export(spans, (result) => {
				const now = performance.now();
				if (result.error && now - last > COMPLAIN_MS) {
					last = now;
					log("warn", "cannot send traces", { spans: spans.length, error: result.error.message });
				}
				done(result);
			}),
		shutdown: () => exporter.shutdown(),
		forceFlush: async () => exporter.forceFlush?.(),
	};
}
