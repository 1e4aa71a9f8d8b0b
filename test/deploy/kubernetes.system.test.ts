import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { parse } from "yaml";
import {
	folderWith,
	GREETING,
	gristmill,
	ROOT,
	serving,
} from "../../packages/gristmill/dist/testing/command.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";
import { complaints } from "./manifests.js";

const FOLDER = `${ROOT}deploy/kubernetes`;
const read = (name: string) => parse(readFileSync(join(FOLDER, name), "utf8"));
const deployment = read("deployment.yaml");
const autoscaler = read("autoscaler.yaml");
const [container] = deployment.spec.template.spec.containers;

/** Run on demand, so it is not part of the kustomization. */
const MAP_JOB = "map-job.yaml";
const files = readdirSync(FOLDER).filter((name) => name !== "kustomization.yaml");

test("every manifest is what Kubernetes declares, and a mistyped field would not be", async (t) => {
	const { spec } = parse(readFileSync(`${ROOT}deploy/knative/service.yaml`, "utf8")).spec.template;
	const { containerConcurrency: _, timeoutSeconds: __, ...knative } = spec;
	assert.equal(await complaints(t, files.map(read)), "");
	assert.equal(await complaints(t, [knative], () => "PodSpec"), "");
	const mistyped = structuredClone(deployment);
	mistyped.spec.template.spec.containers[0].readinesProbe = {};
	assert.match(await complaints(t, [mistyped]), /readinesProbe/);
});

const noKubectl = spawnSync("kubectl", ["kustomize", "--help"]).status !== 0 && "kubectl is not installed";

test("kustomize puts every manifest together but that of the job", { skip: noKubectl }, () => {
	// Renders files; no cluster is asked.
	const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", FOLDER], { encoding: "utf8" });
	assert.equal(status, 0, stderr);
	const kinds = stdout.match(/^kind: \w+$/gm)?.sort();
	const expected = files.filter((name) => name !== MAP_JOB).map((name) => `kind: ${read(name).kind}`);
	assert.deepEqual(kinds, expected.sort());
	assert.match(stdout, /image: gristmill:\d/);
});

test("the server, started with the manifest's words and environment, answers every probe, has the autoscaler's metric, and ends with code 0", async (t) => {
	const [port, metricsPort] = [await freePort(), await freePort()];
	const [http, metrics] = container.ports;
	const environment: Record<string, string> = Object.fromEntries(
		container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
	);
	assert.equal(environment.GRISTMILL_PORT, String(http.containerPort));
	assert.equal(environment.GRISTMILL_METRICS_PORT, String(metrics.containerPort));
	const env = {
		...environment,
		GRISTMILL_PORT: String(port),
		GRISTMILL_METRICS_PORT: String(metricsPort),
		GRISTMILL_MILLS: "word-counter",
	};
	const server = gristmill(t, container.args, { env });
	await server.printed(GREETING);
	for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
		const ask = () => fetch(`http://127.0.0.1:${port}${container[probe].httpGet.path}`);
		let { status } = await ask();
		// Its mills become ready after it listens.
		while (status === 503) {
			await setTimeout(50);
			({ status } = await ask());
		}
		assert.equal(status, 200, probe);
	}
	const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
	const [, pods] = autoscaler.spec.metrics;
	assert.match(text, new RegExp(`^${pods.pods.metric.name}\\{[^}]*mill="word-counter"`, "m"));
	server.child.kill("SIGTERM");
	assert.equal(await server.ended, 0);
});

test("the shards of the map job, with its own arguments, have the results of one run", async (t) => {
	const { spec } = read(MAP_JOB);
	const [{ args }] = spec.template.spec.containers as [{ args: string[] }];
	assert.ok(args.includes(`--shard=$(JOB_COMPLETION_INDEX)/${spec.completions}`));
	assert.ok(args.includes(`http://${read("service.yaml").metadata.name}/translator`));

	const cwd = await folderWith(t, { "in.txt": "one two\nthree\n\nfour five six\nseven\n" });
	await mkdir(join(cwd, "results"));
	const { url } = await serving(t, []);
	const answer = await fetch(`${url}/word-counter`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: "one",
	});
	const digest = answer.headers.get("mill-digest") ?? "";
	await answer.text();
	const words = args
		.filter((word) => !word.startsWith("--param"))
		.map((word) => word.replace("http://gristmill/translator", `${url}/word-counter`))
		.map((word) => word.replace("/data", "."));
	const shard = (index: number) =>
		words.map((word) =>
			word
				.replace("$(JOB_COMPLETION_INDEX)", String(index))
				.replace("/20", "/2")
				.replace("$(DIGEST)", digest),
		);
	// The job does not start before its digest was put in.
	const [{ env }] = spec.template.spec.containers;
	const { value } = env.find(({ name }: { name: string }) => name === "DIGEST");
	const unset = gristmill(
		t,
		words.map((word) => word.replace("$(JOB_COMPLETION_INDEX)", "0").replace("$(DIGEST)", value)),
		{ cwd },
	);
	assert.equal(await unset.ended, 2);
	assert.match(unset.stderr(), /"put in the digest of the mill" is no digest/);
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
