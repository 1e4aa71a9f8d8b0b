import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { get } from "./server.js";

/** The result of a scrape: each series by its name and labels, as written. */
export interface Scrape {
	readonly text: string;
	readonly types: ReadonlyMap<string, string>;
	readonly series: ReadonlyMap<string, number>;
	/** Returns the value of a series, or undefined if it does not exist. */
	value(series: string): number | undefined;
}

const SAMPLE =
	/^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (-?\d[\d.]*(?:e[+-]?\d+)?|NaN|[+-]Inf)$/;

/** Requests metrics and parses them strictly: every line must be valid, and every sample must have a type. */
export async function scrape(url: string): Promise<Scrape> {
	const answer = await get(url);
	assert.equal(answer.status, 200, answer.text);
	return readMetrics(answer.text);
}

/** Scrapes a server until something holds: events of other processes have no other way to be waited for. */
export async function scrapeUntil(url: string, holds: (metrics: Scrape) => boolean): Promise<Scrape> {
	for (;;) {
		const metrics = await scrape(`${url}/metrics`);
		if (holds(metrics)) return metrics;
		await setTimeout(10);
	}
}

export function readMetrics(text: string): Scrape {
	const types = new Map<string, string>();
	const series = new Map<string, number>();
	assert.ok(text.endsWith("\n"));
	for (const line of text.slice(0, -1).split("\n")) {
		const [, name, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
		if (name !== undefined && type !== undefined) types.set(name, type);
		else if (!line.startsWith("# HELP ")) {
			const [, family = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
			assert.notEqual(family, "", `not a sample: ${line}`);
			assert.ok(types.has(family) || types.has(family.replace(/_(?:bucket|sum|count)$/, "")), line);
			assert.ok(!series.has(family + labels), `twice: ${line}`);
			series.set(family + labels, value.endsWith("Inf") ? Number.POSITIVE_INFINITY : Number(value));
		}
	}
	return { text, types, series, value: (name) => series.get(name) };
}
