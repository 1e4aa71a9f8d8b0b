import type { TestContext } from "node:test";
import { CHECKER_FAILED } from "../../checker/probe/outcome.js";
import { type CheckSettings, DEFAULTS } from "../../checker/probe/settings.js";
import { check, type Report } from "../../checker/run.js";
import { StoppedClock } from "../stopped-clock.js";
import { TINY_MILLS, type TinyMill } from "./tiny-facts.js";
import { type Breakage, startTiny } from "./tiny-server.js";

/**
 * Settings for a server of a test: smaller probes, a rate that causes no noticeable wait, and patience with a busy machine.
 */
export const QUICK = {
	...DEFAULTS,
	budget: 3_600_000,
	patience: 600_000,
	briefPatience: 600_000,
	closing: 60_000,
	rate: 1e6,
	seed: 7,
	sizes: { repeats: 20, orders: 4, parallel: 16, load: 48, timed: 2 },
};

/** Checks a tiny server with one defect or none. */
export async function checkTiny(
	t: TestContext,
	mill: TinyMill = "shouter",
	breakage: Breakage = {},
	settings: Partial<CheckSettings> = {},
): Promise<Report> {
	const clock = new StoppedClock();
	const { server, url } = await startTiny(TINY_MILLS[mill](), breakage, clock);
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	const report = await check({ ...QUICK, url, clock, ...settings });
	// A row that throws must not count as one that found the defect.
	for (const { outcome } of report.findings)
		if (outcome.kind === "skip" && outcome.reason.startsWith(CHECKER_FAILED)) throw new Error(outcome.reason);
	return report;
}

/** Returns the failed rows of every level. */
export function failedRows({ findings }: Report): string[] {
	return findings.filter(({ outcome }) => outcome.kind === "fail").map(({ row }) => row.id);
}
