import { CHECKER_FAILED, type Level, NO_RESULT, PUT_OFF, TOO_LONG } from "../probe/outcome.js";
import { OUT_OF_TIME, TOO_MANY } from "../probe/session.js";
import type { Finding, Report } from "../run.js";

/** The verdict of a check. */
type Verdict =
	/** No MUST row failed. */
	| "passed"
	/** A MUST row failed. */
	| "failed"
	/** No MUST row failed, but some could not be checked, for one of the reasons below. */
	| "undecided";

/** How reasons begin that leave a row open: the server may follow the rule or break it. */
const OPEN = [OUT_OF_TIME, TOO_MANY, PUT_OFF, NO_RESULT, TOO_LONG, "no good input is known", CHECKER_FAILED];

export function verdictOf({ findings }: Pick<Report, "findings">): Verdict {
	if (failures(findings, "MUST").length > 0) return "failed";
	const open = findings.some(
		({ row, outcome }) =>
			outcome.kind === "skip" &&
			row.level === "MUST" &&
			OPEN.some((reason) => outcome.reason.startsWith(reason)),
	);
	return open ? "undecided" : "passed";
}

export function failures(findings: readonly Finding[], level: Level): Finding[] {
	return findings.filter((finding) => finding.outcome.kind === "fail" && finding.level === level);
}
