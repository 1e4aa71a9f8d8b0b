import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { deadlineFor } from "../../packages/gristmill/dist/core/deadline.js";
import type { Mill } from "../../packages/gristmill/dist/core/definition/mill.js";
import { variableName } from "../../packages/gristmill/dist/settings/setting.js";
import { SETTINGS } from "../../packages/gristmill/dist/settings/table.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { blocksOf } from "../../packages/gristmill/dist/testing/markdown.js";
import { modules } from "../../packages/mills/dist/index.js";

const read = (path: string) => readFileSync(ROOT + path, "utf8");
const manifest = (name: string) => parse(read(`deploy/kubernetes/${name}`));
const { version } = JSON.parse(read("package.json"));
const files = readdirSync(`${ROOT}deploy`, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length));

const deployment = manifest("deployment.yaml");
const pod = deployment.spec.template;
const [container] = pod.spec.containers;
const environment: Record<string, string> = Object.fromEntries(
	container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
);

test("every variable in the files of deploy/ is a setting of the server", () => {
	const known = Object.keys(SETTINGS).map(variableName);
	const named = files.flatMap((path) =>
		[...read(path).matchAll(/\bGRISTMILL_[A-Z_]+/g)].map(([name]) => ({ path, name })),
	);
	assert.deepEqual(
		named.filter(({ name }) => !known.includes(name)),
		[],
	);
	assert.ok(new Set(named.map(({ path }) => path)).size >= 5);
});

test("every file that names the version names that of the packages", async () => {
	const { FILES }: { FILES: Record<string, (text: string, version: string) => string> } = await import(
		`${ROOT}scripts/versions.mjs`
	);
	for (const [path, change] of Object.entries(FILES))
		assert.equal(change(read(path), version), read(path), path);
});

/** Where the lines of a block of this language come from. */
const QUOTED: Readonly<Record<string, string>> = {
	nginx: "deploy/nginx/",
	haproxy: "deploy/haproxy/",
	yaml: "deploy/kubernetes/",
	ini: "deploy/systemd/",
};

test("every line that docs/deploy.md quotes stands in the file that it is quoted from", () => {
	const blocks = blocksOf(read("docs/deploy.md")).filter(({ language }) => Object.hasOwn(QUOTED, language));
	assert.equal(new Set(blocks.map(({ language }) => language)).size, Object.keys(QUOTED).length);
	for (const { language, text, line } of blocks) {
		const sources = files.filter((path) => path.startsWith(QUOTED[language] ?? ""));
		const lines = new Set(sources.flatMap((path) => read(path).split("\n")).map((one) => one.trim()));
		for (const one of text.split("\n")) assert.ok(lines.has(one.trim()), `docs/deploy.md:${line}: ${one}`);
	}
});

test("the proxies wait longer for an answer than the longest deadline, waiting included", async () => {
	const times = [
		/proxy_read_timeout (\d+)s;/.exec(read("deploy/nginx/gristmill-proxy.inc")),
		/timeout server (\d+)s/.exec(read("deploy/haproxy/haproxy.cfg")),
		/first_byte_timeout = (\d+)s/.exec(read("deploy/varnish/gristmill.vcl")),
	].map((found) => Number(found?.[1]) * 1000);
	const mills = await Promise.all(
		Object.values(modules).map(async ({ href }) => (await import(href)).default as Mill),
	);
	const longest = mills.map(({ deadline, input }) =>
		deadlineFor(deadline, Math.max(...Object.values(input).map(({ maxBytes }) => maxBytes))),
	);
	for (const time of times) assert.ok(time >= 2 * Math.max(...longest), `${time} ms`);
});

test("systemd and Kubernetes leave a server longer to stop than it drains", () => {
	const unit = Number(/TimeoutStopSec=(\d+)/.exec(read("deploy/systemd/gristmill.service"))?.[1]);
	assert.ok(unit * 1000 > SETTINGS.drain.fallback);
	const pause = Number(container.lifecycle.preStop.exec.command[1]);
	const drain = Number(environment.GRISTMILL_DRAIN);
	assert.ok(pod.spec.terminationGracePeriodSeconds * 1000 > pause * 1000 + drain);
	assert.ok(drain >= Number(environment.GRISTMILL_DEADLINE), "a call may take as long as its deadline");
});

test("Knative waits for calls as long as they may run", () => {
	const { spec } = parse(read("deploy/knative/service.yaml")).spec.template;
	const { value } = spec.containers[0].env.find(
		({ name }: { name: string }) => name === "GRISTMILL_DEADLINE",
	);
	assert.ok(spec.timeoutSeconds * 1000 >= Number(value));
});

test("the manifests of Kubernetes find the pods by their labels, and the container's ports by their names", () => {
	const selectors = [
		deployment.spec.selector.matchLabels,
		manifest("service.yaml").spec.selector,
		manifest("network-policy.yaml").spec.podSelector.matchLabels,
		manifest("disruption-budget.yaml").spec.selector.matchLabels,
		...pod.spec.topologySpreadConstraints.map(
			(one: { labelSelector: { matchLabels: object } }) => one.labelSelector.matchLabels,
		),
	];
	for (const selector of selectors) assert.deepEqual(selector, pod.metadata.labels);
	const { kind, name } = manifest("autoscaler.yaml").spec.scaleTargetRef;
	assert.deepEqual([kind, name], [deployment.kind, deployment.metadata.name]);
	const ports = container.ports.map(({ name }: { name: string }) => name);
	const used = [
		...manifest("service.yaml").spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort),
		...manifest("network-policy.yaml").spec.ingress.flatMap((rule: { ports: { port: string }[] }) =>
			rule.ports.map(({ port }) => port),
		),
		...["startupProbe", "livenessProbe", "readinessProbe"].map((probe) => container[probe].httpGet.port),
	];
	for (const port of used) assert.ok(ports.includes(port), port);
});

test("the chart's schema accepts its defaults, and refuses values that would do nothing or fail later", () => {
	const defaults = parse(read("deploy/helm/gristmill/values.yaml")) as Record<string, object>;
	const schema = JSON.parse(read("deploy/helm/gristmill/values.schema.json"));
	const validate = new Ajv({ strict: false }).compile(schema);
	const { autoscaling, tokens } = defaults;
	assert.ok(validate(defaults), JSON.stringify(validate.errors));
	for (const wrong of [
		{ replica: 3 },
		{ mills: "tokeniser" },
		{ workers: 0 },
		// KEDA needs the address of Prometheus.
		{ autoscaling: { ...autoscaling, source: "keda" } },
		{ autoscaling: { ...autoscaling, source: "prometheus" } },
		{ tokens: { ...tokens, file: "x" } },
	])
		assert.ok(!validate({ ...defaults, ...wrong }), JSON.stringify(wrong));
	// A value without a type would be missing here.
	assert.deepEqual(Object.keys(schema.properties).sort(), [...Object.keys(defaults), "global"].sort());
});
