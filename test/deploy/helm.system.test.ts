import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv } from "ajv";
import { parse, parseAllDocuments, stringify } from "yaml";
import { variableName } from "../../packages/gristmill/dist/settings/setting.js";
import { SETTINGS } from "../../packages/gristmill/dist/settings/table.js";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { render } from "./chart.js";
import { complaints } from "./manifests.js";

interface Manifest {
	readonly kind: string;
	// biome-ignore lint/suspicious/noExplicitAny: the compiler checks the manifests against kubernetes-types.
	readonly [name: string]: any;
}

const CHART = `${ROOT}deploy/helm/gristmill/`;
const read = (path: string) => readFileSync(CHART + path, "utf8");
const chart = parse(read("Chart.yaml"));
const defaults = parse(read("values.yaml"));
const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
const templates = readdirSync(`${CHART}templates`).filter((name) => name.endsWith(".yaml"));

type Values = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Values =>
	typeof value === "object" && value !== null && !Array.isArray(value);
/** The values as Helm merges them: objects by key, everything else replaced. */
const merged = (base: Values, more: Values): Values => ({
	...base,
	...Object.fromEntries(
		Object.entries(more).map(([name, value]) => {
			const old = base[name];
			return [name, isObject(old) && isObject(value) ? merged(old, value) : value];
		}),
	),
});

/** The manifests of the chart, by kind, as `helm install NAME` makes them in the namespace "mills". */
function manifests(more: Values = {}, name = "gristmill"): Record<string, Manifest> {
	const dot = {
		Values: merged(defaults, more),
		Chart: { AppVersion: chart.appVersion },
		Release: { Name: name, Namespace: "mills" },
	};
	const made = templates.map((file) => parse(render(read(`templates/${file}`), dot)) as Manifest | null);
	return Object.fromEntries(made.filter((one) => one !== null).map((one) => [one.kind, one]));
}
const containerOf = (made: Record<string, Manifest>) => made.Deployment?.spec.template.spec.containers[0];
const environmentOf = (made: Record<string, Manifest>): Record<string, string> =>
	Object.fromEntries(containerOf(made).env.map(({ name, value }: Record<string, string>) => [name, value]));

/** Values of every kind that somebody may choose. */
const EVERYTHING = {
	mills: ["tokeniser", "normaliser"],
	tokens: { secret: "callers" },
	env: [{ name: "GRISTMILL_RATE", value: "100/s" }],
	drain: 90_000,
	autoscaling: { source: "none" },
	networkPolicy: { egress: [{ ports: [{ port: 443 }] }] },
	disruptionBudget: { maxUnavailable: "25%" },
};
const KEDA = { autoscaling: { source: "keda", prometheus: "http://prometheus.monitoring:9090", min: 1 } };

test("with its defaults, the chart makes what the kustomization has", () => {
	const made = manifests();
	const folder = `${ROOT}deploy/kubernetes/`;
	const { resources: names } = parse(readFileSync(`${folder}kustomization.yaml`, "utf8"));
	for (const name of names) {
		const expected = parse(readFileSync(folder + name, "utf8"));
		const actual = JSON.parse(
			JSON.stringify(made[expected.kind])
				.replaceAll(',"app.kubernetes.io/instance":"gristmill"', "")
				.replaceAll(`,"app.kubernetes.io/version":"${version}"`, ""),
		);
		if (expected.kind === "Deployment") {
			const [container] = actual.spec.template.spec.containers;
			assert.equal(container.image, `gristmill:${version}`);
			container.image = "gristmill";
			delete container.imagePullPolicy;
			delete actual.spec.template.spec.securityContext.fsGroup;
		}
		assert.deepEqual(actual, expected, name);
	}
	assert.equal(names.length, Object.keys(made).length);
});

test("the chart has the version of the packages", () => {
	assert.deepEqual([chart.version, chart.appVersion], [version, version]);
});

test("what the chart makes is what Kubernetes declares, whatever the values", async (t) => {
	const all = [manifests(), manifests(EVERYTHING), manifests({ autoscaling: { enabled: false } })];
	assert.equal(
		await complaints(
			t,
			all.flatMap((made) => Object.values(made)),
		),
		"",
	);
});

test("values choose mills, tokens, more settings and the time to drain", () => {
	const made = manifests(EVERYTHING, "quick");
	const environment = environmentOf(made);
	assert.equal(environment.GRISTMILL_MILLS, "tokeniser,normaliser");
	assert.equal(environment.GRISTMILL_RATE, "100/s");
	assert.equal(environment.GRISTMILL_DRAIN, "90000");
	const known = Object.keys(SETTINGS).map(variableName);
	for (const name of Object.keys(environment)) assert.ok(known.includes(name), name);
	const { volumes, terminationGracePeriodSeconds } = made.Deployment?.spec.template.spec ?? {};
	assert.ok(terminationGracePeriodSeconds > 95);
	const mount = containerOf(made).volumeMounts.find(({ name }: { name: string }) => name === "tokens");
	assert.equal(environment.GRISTMILL_TOKEN_FILE, `${mount.mountPath}/tokens`);
	assert.ok(volumes.some((volume: Manifest) => volume.secret?.secretName === "callers"));
	assert.equal(made.HorizontalPodAutoscaler?.spec.metrics.length, 1);
	for (const { metadata } of Object.values(made)) assert.equal(metadata.name, "quick");
	assert.equal(made.Service?.spec.selector["app.kubernetes.io/instance"], "quick");
});

test("KEDA scales by the calls that wait; without autoscaling the number of pods is fixed", () => {
	const keda = manifests(KEDA);
	assert.equal(keda.HorizontalPodAutoscaler, undefined);
	assert.equal(keda.Deployment?.spec.replicas, undefined);
	const [cpu, waiting] = keda.ScaledObject?.spec.triggers ?? [];
	assert.deepEqual(cpu.metadata, { value: "70" });
	assert.deepEqual(waiting.metadata, {
		serverAddress: "http://prometheus.monitoring:9090",
		query: 'sum(gristmill_calls_waiting{namespace="mills", pod=~"gristmill-[a-z0-9]+-[a-z0-9]{5}"})',
		threshold: "8",
	});
	const off = { enabled: false };
	const fixed = manifests({ autoscaling: off, networkPolicy: off, disruptionBudget: off, replicas: 5 });
	assert.equal(fixed.Deployment?.spec.replicas, 5);
	assert.deepEqual(Object.keys(fixed).sort(), ["Deployment", "Service"]);
});

test("the schema accepts the defaults, and refuses values that would do nothing or fail later", () => {
	const validate = new Ajv({ strict: false }).compile(JSON.parse(read("values.schema.json")));
	for (const values of [{}, EVERYTHING, KEDA])
		assert.ok(validate(merged(defaults, values)), JSON.stringify(validate.errors));
	for (const values of [
		{ replica: 3 },
		{ mills: "tokeniser" },
		{ workers: 0 },
		{ autoscaling: { source: "keda" } },
		{ autoscaling: { source: "prometheus" } },
		{ tokens: { file: "x" } },
	])
		assert.ok(!validate(merged(defaults, values)), JSON.stringify(values));
	// A value without a type would be missing here.
	assert.deepEqual(
		Object.keys(JSON.parse(read("values.schema.json")).properties).sort(),
		[...Object.keys(defaults), "global"].sort(),
	);
});

test("the service of Knative is a pod that may scale to zero, and waits for calls as long as they may run", async (t) => {
	const service = parse(readFileSync(`${ROOT}deploy/knative/service.yaml`, "utf8"));
	const { containerConcurrency, timeoutSeconds, ...pod } = service.spec.template.spec;
	assert.equal(await complaints(t, [pod], () => "PodSpec"), "");
	const [container] = pod.containers;
	const environment = Object.fromEntries(container.env.map(({ name, value }: Manifest) => [name, value]));
	assert.ok(timeoutSeconds * 1000 >= Number(environment.GRISTMILL_DEADLINE));
	assert.ok(containerConcurrency >= Number(environment.GRISTMILL_WORKERS));
	assert.equal(environment.GRISTMILL_PORT, String(container.ports[0].containerPort));
	assert.equal(service.spec.template.metadata.annotations["autoscaling.knative.dev/min-scale"], "0");
	assert.equal(container.image, `gristmill:${version}`);
	const known = Object.keys(SETTINGS).map(variableName);
	for (const name of Object.keys(environment)) assert.ok(known.includes(name), name);
});

const noHelm = spawnSync("helm", ["version"]).status !== 0 && "helm is not installed";

test("helm lints the chart, and renders what these tests render", { skip: noHelm }, async (t) => {
	const folder = await folderWith(t, {
		"everything.yaml": stringify(EVERYTHING),
		"keda.yaml": stringify(KEDA),
		"defaults.yaml": "{}",
	});
	const helm = (...words: string[]) => spawnSync("helm", words, { cwd: folder, encoding: "utf8" });
	const lint = helm("lint", "--strict", CHART);
	assert.equal(lint.status, 0, lint.stdout + lint.stderr);
	for (const [name, values] of Object.entries({ everything: EVERYTHING, keda: KEDA, defaults: {} })) {
		const words = ["template", "gristmill", CHART, "--namespace=mills", `--values=${name}.yaml`];
		const { status, stdout, stderr } = helm(...words);
		assert.equal(status, 0, stderr);
		const documents = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
		assert.deepEqual(Object.fromEntries(documents.map((one) => [one.kind, one])), manifests(values), name);
	}
	const refused = helm("template", "gristmill", CHART, "--set", "autoscaling.source=prometheus");
	assert.notEqual(refused.status, 0);
});
