import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { parse, parseAllDocuments, stringify } from "yaml";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { complaints, type Manifest } from "./manifests.js";

const CHART = `${ROOT}deploy/helm/gristmill/`;
const skip = spawnSync("helm", ["version"]).status !== 0 && "helm is not installed";

/** The manifests that `helm template NAME` makes of values, by kind. */
async function manifests(
	t: TestContext,
	values: object,
	name = "gristmill",
): Promise<Record<string, Manifest>> {
	const cwd = await folderWith(t, { "values.yaml": stringify(values) });
	const words = ["template", name, CHART, "--namespace=mills", "--values=values.yaml"];
	const { status, stdout, stderr } = spawnSync("helm", words, { cwd, encoding: "utf8" });
	assert.equal(status, 0, stderr);
	const made = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest | null);
	return Object.fromEntries(made.filter((one) => one !== null).map((one) => [one.kind, one]));
}

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
const OFF = { enabled: false };
const FIXED = { autoscaling: OFF, networkPolicy: OFF, disruptionBudget: OFF, replicas: 5 };

test("helm finds nothing wrong with the chart, and refuses a value that its schema does not know", {
	skip,
}, () => {
	const lint = spawnSync("helm", ["lint", "--strict", CHART], { encoding: "utf8" });
	assert.equal(lint.status, 0, lint.stdout + lint.stderr);
	const words = ["template", "gristmill", CHART, "--set", "autoscaling.source=prometheus"];
	assert.notEqual(spawnSync("helm", words).status, 0);
});

test("what the chart makes is what Kubernetes declares, whatever the values", { skip }, async (t) => {
	const all = await Promise.all([{}, EVERYTHING, FIXED].map((values) => manifests(t, values)));
	assert.equal(await complaints(t, all.flatMap(Object.values)), "");
});

test("with its defaults, the chart makes the pods and services of the kustomization", { skip }, async (t) => {
	const made = await manifests(t, {});
	const read = (name: string) => parse(readFileSync(`${ROOT}deploy/kubernetes/${name}`, "utf8"));
	const names: string[] = read("kustomization.yaml").resources;
	assert.equal(names.length, Object.keys(made).length);
	for (const expected of names.map(read)) {
		// A release labels what is its own.
		const text = JSON.stringify(made[expected.kind]).replace(
			/,"app.kubernetes.io\/(?:instance|version)":"[^"]*"/g,
			"",
		);
		const actual = JSON.parse(text);
		if (expected.kind === "Deployment") {
			const [container] = actual.spec.template.spec.containers;
			container.image = container.image.replace(/:.*/, "");
			delete container.imagePullPolicy;
			delete actual.spec.template.spec.securityContext.fsGroup;
		}
		assert.deepEqual(actual, expected);
	}
});

test("values of the chart choose mills, tokens, more settings and the time to drain", { skip }, async (t) => {
	const made = await manifests(t, EVERYTHING, "quick");
	const { containers, volumes, terminationGracePeriodSeconds } = made.Deployment?.spec.template.spec ?? {};
	const [{ env, volumeMounts }] = containers;
	const environment = Object.fromEntries(env.map(({ name, value }: Manifest) => [name, value]));
	assert.equal(environment.GRISTMILL_MILLS, "tokeniser,normaliser");
	assert.equal(environment.GRISTMILL_RATE, "100/s");
	assert.equal(environment.GRISTMILL_DRAIN, "90000");
	assert.ok(terminationGracePeriodSeconds > 95);
	const { mountPath } = volumeMounts.find(({ name }: Manifest) => name === "tokens");
	assert.equal(environment.GRISTMILL_TOKEN_FILE, `${mountPath}/tokens`);
	assert.ok(volumes.some((volume: Manifest) => volume.secret?.secretName === "callers"));
	for (const { metadata } of Object.values(made)) assert.equal(metadata.name, "quick");
	assert.equal(made.Service?.spec.selector["app.kubernetes.io/instance"], "quick");
});

test("the chart scales with KEDA by the calls that wait, or not at all", { skip }, async (t) => {
	const keda = await manifests(t, KEDA);
	assert.equal(keda.HorizontalPodAutoscaler, undefined);
	const [, waiting] = keda.ScaledObject?.spec.triggers ?? [];
	assert.match(waiting.metadata.query, /^sum\(gristmill_calls_waiting\{namespace="mills", pod=~"gristmill-/);
	const fixed = await manifests(t, FIXED);
	assert.equal(fixed.Deployment?.spec.replicas, 5);
	assert.deepEqual(Object.keys(fixed).sort(), ["Deployment", "Service"]);
});
