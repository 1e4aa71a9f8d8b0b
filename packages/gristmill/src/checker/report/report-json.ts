import { UNCHECKED_ROWS } from "../rows/unchecked.js";
import type { Report } from "../run.js";
import { hintOf } from "./hint.js";
import { failures, verdictOf } from "./verdict.js";

/** A report for programs. */
export function jsonReport(report: Report): object {
	const { subject, findings, rules, seed, questions, milliseconds } = report;
	const hint = hintOf(report);
	return {
		rules,
		url: subject.mill.href,
		base: subject.base.href,
		tool: subject.tool,
		method: subject.method,
		inputs: subject.inputs.map(({ mediaType, origin, body }) => ({
			mediaType,
			origin,
			bytes: body.byteLength,
		})),
		seed,
		questions,
		seconds: Math.round(milliseconds) / 1000,
		verdict: verdictOf(report),
		...(hint !== undefined && { hint }),
		counts: {
			passed: findings.filter(({ outcome }) => outcome.kind === "pass").length,
			must: failures(findings, "MUST").length,
			should: failures(findings, "SHOULD").length,
			info: failures(findings, "INFO").length,
			skipped: findings.filter(({ outcome }) => outcome.kind === "skip").length,
			unchecked: UNCHECKED_ROWS.length,
		},
		rows: findings.map(({ row: { id, title, how }, level, outcome: { kind, ...rest } }) => ({
			id,
			title,
			how,
			outcome: kind,
			...rest,
			level,
		})),
		unchecked: UNCHECKED_ROWS,
	};
}
