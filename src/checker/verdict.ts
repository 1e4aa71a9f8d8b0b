import type { Level } from "./row.js";
import type { Finding, Report } from "./run.js";
import { OUT_OF_TIME, TOO_MANY } from "./session.js";

/** What the findings come to. */
export type Verdict =
	/** No MUST row failed. */
	| "passed"
	/** A MUST row failed. */
	| "failed"
	/** No MUST row failed, but some could not be judged: no good input, no time, too many questions. */
	| "undecided";

export function verdictOf({ findings }: Pick<Report, "findings">): Verdict {
	if (failures(findings, "MUST").length > 0) return "failed";
	const open = findings.some(
		({ row, outcome }) =>
			outcome.kind === "skip" &&
			row.level === "MUST" &&
			([OUT_OF_TIME, TOO_MANY].includes(outcome.reason) || isInputless(outcome.reason)),
	);
	return open ? "undecided" : "passed";
}

function isInputless(reason: string): boolean {
	return reason.startsWith("no good input is known");
}

export function failures(findings: readonly Finding[], level: Level): Finding[] {
	return findings.filter((finding) => finding.outcome.kind === "fail" && finding.level === level);
}
