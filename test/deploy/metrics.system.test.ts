import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { parse } from "yaml";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { type Scrape, scrape } from "../../packages/gristmill/dist/testing/scrape.js";
import { ask, start } from "../../packages/gristmill/dist/testing/server.js";

/** Labels that Prometheus adds to whatever it scrapes. */
const ADDED = ["job", "instance"];

/** The state of jobs, from kube-state-metrics. */
const KUBE_STATE =
	/^sum by \(job_name\) \(kube_job_status_(?:active|succeeded|failed)\{job_name=~"gristmill-map/;

/** What only a server with a GPU has, or one that has sent a stream. */
const ELSEWHERE = /gristmill_(?:device_|stream_first_part_)/;

const ALERTS = `${ROOT}deploy/prometheus/alerts.yml`;
const DOCUMENT = readFileSync(`${ROOT}docs/observability.md`, "utf8");
/** Whether a metric, or the histogram that it is a part of, is in the documentation. */
const isDocumented = (name: string) => DOCUMENT.includes(`\`${name.replace(/_(?:bucket|sum|count)$/, "")}\``);
const DASHBOARD = readFileSync(`${ROOT}deploy/grafana/gristmill.json`, "utf8");

interface Panel {
	readonly id: number;
	readonly title: string;
	readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
	readonly targets?: readonly { readonly expr: string }[];
}
const { panels, templating }: { panels: Panel[]; templating: { list: { name: string; query: unknown }[] } } =
	JSON.parse(DASHBOARD);

/** Every metric that is named in a text of PromQL, with the labels that it is asked for. */
function metricsIn(query: string): { name: string; labels: string[] }[] {
	const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/));
	return [...query.matchAll(/\b((?:gristmill|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
		([, name = "", matchers = ""]) => ({
			name,
			labels: [...[...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = ""]) => label), ...grouped],
		}),
	);
}

let live: Scrape;
before(async () => {
	const hostile = new URL(
		"../../packages/gristmill/dist/testing/mills/hostile-mill.js?batch=8",
		import.meta.url,
	);
	const { server, url } = await start({ workers: 1, keep: "4MiB" }, { mills: [hostile] });
	await server.examined();
	for (const body of ["grist", "throw", "refuse 0"])
		await ask(`${url}/hostile-tester`, {
			method: "POST",
			headers: { "Content-Type": "text/plain" },
			body: Buffer.from(body),
		});
	live = await scrape(`${url}/metrics`);
});

/** Demands that a live server has what a query asks for. */
function demand(query: string): void {
	for (const { name, labels } of metricsIn(query)) {
		const series = [...live.series.keys()].filter((key) => key === name || key.startsWith(`${name}{`));
		assert.ok(series.length > 0, `no server has ${name}: ${query}`);
		for (const label of labels)
			assert.ok(
				ADDED.includes(label) || series.some((key) => key.includes(`${label}="`)),
				`${name} has no label ${label}: ${query}`,
			);
	}
}

test("this test would notice a metric or a label that does not exist", () => {
	assert.throws(() => demand("rate(gristmill_nothing_total[5m])"), /no server has/);
	assert.throws(() => demand('gristmill_workers{mill="x"}'), /no label mill/);
	assert.throws(() => demand("sum by (colour) (gristmill_workers)"), /no label colour/);
});

test("every query of the dashboard asks for what a server has, and names variables that it defines", () => {
	const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
	assert.ok(queries.length > 20);
	for (const query of queries) {
		if (KUBE_STATE.test(query)) continue;
		assert.notEqual(metricsIn(query).length, 0, query);
		if (ELSEWHERE.test(query)) for (const { name } of metricsIn(query)) assert.ok(isDocumented(name), name);
		else demand(query);
	}
	for (const { query } of templating.list)
		if (typeof query === "object") demand((query as { query: string }).query);
	const names = new Set(templating.list.map(({ name }) => name));
	for (const [, name = ""] of DASHBOARD.matchAll(/\$\{?([a-z]\w*)/g)) assert.ok(names.has(name), name);
});

test("every alert asks for what a server has", () => {
	const { groups } = parse(readFileSync(ALERTS, "utf8"));
	const rules = groups.flatMap((group: { rules: object[] }) => group.rules) as { expr: string }[];
	assert.notEqual(rules.length, 0);
	for (const { expr } of rules) {
		assert.notEqual(metricsIn(expr).length, 0, expr);
		demand(expr);
	}
});

test("every metric of ours is on the dashboard, and documented", () => {
	const ours = [...live.types.keys()].filter((name) => name.startsWith("gristmill_"));
	for (const name of ours) assert.ok(DASHBOARD.includes(name) && isDocumented(name), name);
	for (const [name] of DOCUMENT.matchAll(/\bgristmill_\w+/g)) assert.ok(DASHBOARD.includes(name), name);
});

test("the panels of the dashboard have ids of their own and do not overlap", () => {
	assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
	const taken = new Set<string>();
	for (const { title, gridPos: at } of panels)
		for (let x = at.x; x < at.x + at.w; x++)
			for (let y = at.y; y < at.y + at.h; y++) {
				assert.ok(x < 24 && !taken.has(`${x} ${y}`), title);
				taken.add(`${x} ${y}`);
			}
});

const noPromtool = spawnSync("promtool", ["--version"]).status !== 0 && "promtool is not installed";

test("promtool accepts the alerts", { skip: noPromtool }, () => {
	const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", ALERTS], { encoding: "utf8" });
	assert.equal(status, 0, stdout + stderr);
});

test("the alert of a replica that is gone fires for what had metrics of Gristmill, and for nothing else", {
	skip: noPromtool,
}, async (t) => {
	const folder = await folderWith(t, {
		"test.yml": `rule_files: [${JSON.stringify(ALERTS)}]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - { series: 'up{job="any", instance="gone:8080"}', values: "1x5 0x5" }
      - { series: 'gristmill_mill_ready{job="any", instance="gone:8080", mill="tokeniser"}', values: "1x5 stale" }
      - { series: 'up{job="any", instance="database:5432"}', values: "1x5 0x5" }
    alert_rule_test:
      - { eval_time: 4m, alertname: GristmillDown, exp_alerts: [] }
      - eval_time: 9m
        alertname: GristmillDown
        exp_alerts:
          - exp_labels: { severity: critical, job: any, instance: "gone:8080" }
            exp_annotations:
              summary: gone:8080 does not answer
              description: The server ended, hangs, or cannot be reached. Its last log lines say which calls it finished or cut.
`,
	});
	const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", join(folder, "test.yml")], {
		encoding: "utf8",
	});
	assert.equal(status, 0, stdout + stderr);
});
