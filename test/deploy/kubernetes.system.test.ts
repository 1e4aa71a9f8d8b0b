import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { variableName } from "../../packages/gristmill/dist/settings/setting.js";
import { SETTINGS } from "../../packages/gristmill/dist/settings/table.js";
import { folderWith, gristmill, ROOT, serving } from "../../packages/gristmill/dist/testing/command.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";
import { unlessAll } from "../../packages/gristmill/dist/testing/size.js";
import { complaints } from "./manifests.js";

const FOLDER = `${ROOT}deploy/kubernetes`;
const read = (name: string) => parse(readFileSync(join(FOLDER, name), "utf8"));
const deployment = read("deployment.yaml");
const service = read("service.yaml");
const autoscaler = read("autoscaler.yaml");
const policy = read("network-policy.yaml");
const pod = deployment.spec.template;
const [container] = pod.spec.containers;
const environment: Record<string, string> = Object.fromEntries(
	container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
);

/** Run on demand, so it is not part of the kustomization. */
const MAP_JOB = "map-job.yaml";
const files = readdirSync(FOLDER).filter((name) => name !== "kustomization.yaml");

test("every manifest is what Kubernetes declares, and a mistyped field would not be", async (t) => {
	assert.equal(await complaints(t, files.map(read)), "");
	const mistyped = structuredClone(deployment);
	mistyped.spec.template.spec.containers[0].readinesProbe = {};
	assert.match(await complaints(t, [mistyped]), /readinesProbe/);
});

test("the kustomization names every manifest of the folder", () => {
	assert.deepEqual([...read("kustomization.yaml").resources, MAP_JOB].sort(), [...files].sort());
	const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
	assert.deepEqual(read("kustomization.yaml").images, [{ name: container.image, newTag: version }]);
});

const noKubectl = spawnSync("kubectl", ["kustomize", "--help"]).status !== 0 && "kubectl is not installed";

test("kustomize puts them together", { skip: noKubectl }, () => {
	// Renders files; no cluster is asked.
	const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", FOLDER], { encoding: "utf8" });
	assert.equal(status, 0, stderr);
	assert.equal(stdout.split(/^---$/m).length, files.length - 1);
	assert.match(stdout, /image: gristmill:\d/);
});

test("selectors find the pods, and ports by name are the container's", () => {
	const { labels } = pod.metadata;
	const selectors = [
		deployment.spec.selector.matchLabels,
		service.spec.selector,
		policy.spec.podSelector.matchLabels,
		read("disruption-budget.yaml").spec.selector.matchLabels,
		...pod.spec.topologySpreadConstraints.map(
			(one: { labelSelector: { matchLabels: object } }) => one.labelSelector.matchLabels,
		),
	];
	for (const selector of selectors) assert.deepEqual(selector, labels);
	assert.deepEqual(autoscaler.spec.scaleTargetRef, {
		apiVersion: deployment.apiVersion,
		kind: deployment.kind,
		name: deployment.metadata.name,
	});
	const ports = container.ports.map(({ name }: { name: string }) => name);
	const used = [
		...service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort),
		...policy.spec.ingress.flatMap((rule: { ports: { port: string }[] }) =>
			rule.ports.map(({ port }) => port),
		),
		...["startupProbe", "livenessProbe", "readinessProbe"].map((probe) => container[probe].httpGet.port),
	];
	for (const port of used) assert.ok(ports.includes(port), port);
	assert.deepEqual(policy.spec.egress, []);
	assert.deepEqual(policy.spec.policyTypes, ["Ingress", "Egress"]);
});

test("the environment holds only settings of the server, and the pod has longer to end than it drains", () => {
	const known = Object.keys(SETTINGS).map(variableName);
	assert.deepEqual(
		Object.keys(environment).filter((name) => !known.includes(name)),
		[],
	);
	const pause = Number(container.lifecycle.preStop.exec.command[1]);
	const drain = Number(environment.GRISTMILL_DRAIN) / 1000;
	assert.ok(pod.spec.terminationGracePeriodSeconds > pause + drain);
	assert.ok(
		drain * 1000 >= Number(environment.GRISTMILL_DEADLINE),
		"a call may take as long as its deadline",
	);
	assert.equal(Number(environment.GRISTMILL_WORKERS), Number(container.resources.limits.cpu));
	assert.equal(pod.spec.enableServiceLinks, false);
});

test("the server, started with the manifest's words and environment, answers every probe, has the autoscaler's metric, and ends with code 0", async (t) => {
	const [port, metricsPort] = [await freePort(), await freePort()];
	const [http, metrics] = container.ports;
	assert.equal(environment.GRISTMILL_PORT, String(http.containerPort));
	assert.equal(environment.GRISTMILL_METRICS_PORT, String(metrics.containerPort));
	const env = {
		...environment,
		GRISTMILL_PORT: String(port),
		GRISTMILL_METRICS_PORT: String(metricsPort),
		GRISTMILL_MILLS: "word-counter",
	};
	const server = gristmill(t, container.args, { env });
	await server.printed(/http:\/\/\S+\/\s/);
	for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
		const { status } = await fetch(`http://127.0.0.1:${port}${container[probe].httpGet.path}`);
		assert.equal(status, 200, probe);
	}
	const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
	const [, pods] = autoscaler.spec.metrics;
	assert.match(text, new RegExp(`^${pods.pods.metric.name}\\{[^}]*mill="word-counter"`, "m"));
	server.child.kill("SIGTERM");
	assert.equal(await server.ended, 0);
});

test("the shards of the map job, with its own arguments, have the results of one run", {
	skip: unlessAll,
}, async (t) => {
	const { spec } = read(MAP_JOB);
	const [{ args, image }] = spec.template.spec.containers as [{ args: string[]; image: string }];
	assert.ok(args.includes(`--shard=$(JOB_COMPLETION_INDEX)/${spec.completions}`));
	const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
	assert.equal(image, `gristmill:${version}`);
	assert.ok(args.includes(`http://${service.metadata.name}/translator`));

	const cwd = await folderWith(t, { "in.txt": "one two\nthree\n\nfour five six\nseven\n" });
	await mkdir(join(cwd, "results"));
	const { url } = await serving(t, []);
	const words = args
		.filter((word) => !word.startsWith("--param"))
		.map((word) => word.replace("http://gristmill/translator", `${url}/word-counter`))
		.map((word) => word.replace("/data", "."));
	const shard = (index: number) =>
		words.map((word) => word.replace("$(JOB_COMPLETION_INDEX)", String(index)).replace("/20", "/2"));
	const runs = [0, 1].map((index) => gristmill(t, shard(index), { cwd }));
	for (const run of runs) assert.equal(await run.ended, 0, run.stderr());
	const joined = readdirSync(join(cwd, "results"))
		.sort()
		.map((name) => readFileSync(join(cwd, "results", name), "utf8"))
		.join("");
	const one = gristmill(t, ["map", `${url}/word-counter`, "--lines", "in.txt"], { cwd });
	assert.equal(await one.ended, 0);
	assert.equal(joined, one.stdout());
});
