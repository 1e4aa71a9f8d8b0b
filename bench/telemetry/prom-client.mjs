import { DURATIONS, SIZES } from "../../packages/gristmill/dist/telemetry/metrics/histogram.js";

/** The same counters and histograms with prom-client, children bound where its API allows; undefined where it is absent. */
export async function promClient() {
	const client = await import("prom-client").then(
		(module) => module.default,
		() => undefined,
	);
	if (!client) return undefined;
	const registers = [new client.Registry()];
	const requests = new client.Counter({
		name: "requests_total",
		help: "-",
		labelNames: ["mill", "method", "status"],
		registers,
	});
	const histogram = (name, buckets) =>
		new client.Histogram({ name, help: "-", labelNames: ["mill"], buckets, registers }).labels("echoer");
	const [total, queue, run] = ["total", "queue", "run"].map((name) => histogram(name, [...DURATIONS]));
	const [bytesIn, bytesOut] = ["in", "out"].map((name) => histogram(name, [...SIZES]));
	const inFlight = new client.Gauge({ name: "flying", help: "-", labelNames: ["mill"], registers }).labels(
		"echoer",
	);
	const inline = new client.Counter({ name: "inline_total", help: "-", labelNames: ["mill"], registers });
	const inlineOf = inline.labels("echoer");
	return ({ method, status, began, ended, passage, ...visit }) => {
		inFlight.inc();
		requests.labels("echoer", method, status).inc();
		total.observe((ended - began) / 1_000);
		bytesIn.observe(visit.bytesIn);
		bytesOut.observe(visit.bytesOut);
		inFlight.dec();
		inlineOf.inc();
		queue.observe(passage.waited(ended) / 1_000);
		run.observe(passage.ran(ended) / 1_000);
	};
}
