import type { Level, RowOutcome } from "../probe/outcome.js";
import { UNCHECKED_ROWS } from "../rows/unchecked.js";
import type { Finding, Report } from "../run.js";
import { NOT_CHOSEN } from "../run.js";
import { hintOf } from "./hint.js";
import { failures, verdictOf } from "./verdict.js";

const GROUPS: Readonly<Record<string, string>> = {
	M: "methods",
	O: "output",
	F: "results part by part",
	I: "input",
	A: "schema at the mill's URL",
	B: "links in results",
	C: "documents by URL",
	D: "discovery",
	X: "XML",
	E: "errors",
	R: "URLs and framing",
	K: "addresses with a digest",
	P: "purity",
};

/** A report for people. `all` shows every row, not only the failures; `named` is what they call the mill. */
export function textReport(report: Report, { all = false, named = report.subject.mill.href } = {}): string {
	const { findings } = report;
	const chosen = findings.filter(
		({ outcome }) => !(outcome.kind === "skip" && outcome.reason === NOT_CHOSEN),
	);
	const blocks = [head(report, named), all ? chosen.map(rowLine).join("\n") : groupLines(chosen)];
	const bad = (["MUST", "SHOULD", "INFO"] as const).flatMap((level) => failures(chosen, level));
	if (bad.length > 0) blocks.push(bad.map(failure).join("\n"));
	const skipped = skipLines(chosen);
	if (skipped) blocks.push(skipped);
	const left = findings.length - chosen.length;
	if (left > 0)
		blocks.push(`${counted(left, "row")} ${left === 1 ? "was" : "were"} not selected (--only, --skip).`);
	const hint = hintOf(report);
	blocks.push(unchecked(), ...(hint === undefined ? [] : [hint]), conclusion(report));
	return `${blocks.join("\n\n")}\n`;
}

function head({ subject, rules, seed, questions, milliseconds }: Report, named: string): string {
	const { mill, base, method, inputs, canary } = subject;
	const origins = [...new Set(inputs.map(({ origin }) => origin))].join("; ");
	return [
		`Is ${named} a mill?`,
		`  method ${method}, input ${canary.mediaType}${named === mill.href ? `, base ${base.href}` : ""}`,
		`  ${counted(inputs.length, "valid input")}${origins ? `: ${origins}` : ""}`,
		`  rules ${rules}, seed ${seed}, ${counted(questions, "request")} in ${(milliseconds / 1000).toFixed(1)} s`,
	].join("\n");
}

function groupLines(findings: readonly Finding[]): string {
	return Object.entries(GROUPS)
		.map(([letter, name]) => {
			const rows = findings.filter(({ row }) => row.id.startsWith(letter));
			if (rows.length === 0) return undefined;
			const passed = rows.filter(({ outcome }) => outcome.kind === "pass").length;
			const skipped = rows.filter(({ outcome }) => outcome.kind === "skip").length;
			const failed = rows.length - passed - skipped;
			const counts = [`${passed} passed`];
			if (failed > 0) counts.push(`${failed} failed`);
			if (skipped > 0) counts.push(`${skipped} skipped`);
			return `  ${letter}  ${name.padEnd(30)} ${counts.join(", ")}`;
		})
		.filter((line) => line !== undefined)
		.join("\n");
}

const MARKS: Readonly<Record<RowOutcome["kind"], string>> = { pass: "ok", fail: "FAIL", skip: "skip" };

function rowLine({ row, level, outcome }: Finding): string {
	const note = outcome.kind === "pass" && outcome.note ? ` (${outcome.note})` : "";
	return `  ${MARKS[outcome.kind].padEnd(5)} ${row.id.padEnd(4)} ${level.padEnd(7)} ${row.title}${note}`;
}

function failure({ row, level, outcome }: Finding): string {
	if (outcome.kind !== "fail") return "";
	return [
		`  ${level.padEnd(6)} ${row.id.padEnd(4)} ${row.title}`,
		`         check  ${row.how}`,
		`         found  ${outcome.evidence}`,
		`         fix    ${outcome.advice}`,
	].join("\n");
}

/** The skipped rows, grouped by reason. */
function skipLines(findings: readonly Finding[]): string {
	const reasons = new Map<string, string[]>();
	for (const { row, outcome } of findings)
		if (outcome.kind === "skip")
			reasons.set(outcome.reason, [...(reasons.get(outcome.reason) ?? []), row.id]);
	if (reasons.size === 0) return "";
	return ["Skipped", ...[...reasons].map(([reason, ids]) => `  ${ids.join(", ")}: ${reason}`)].join("\n");
}

function unchecked(): string {
	const rows = UNCHECKED_ROWS.map(({ id, title, why }) => `  ${id}: ${title}: ${why}`);
	return [
		"Cannot be checked by requests",
		"  Requests can disprove purity, but not prove it. A server may store inputs without showing it.",
		...rows,
	].join("\n");
}

function conclusion(report: Report): string {
	const count = (level: Level, noun: string) => counted(failures(report.findings, level).length, noun);
	const words = { passed: "Looks like a mill", failed: "Not a mill", undecided: "Undecided" }[
		verdictOf(report)
	];
	const why = verdictOf(report) === "undecided" ? " Some MUST rows were skipped, see above." : "";
	const counts = [count("MUST", "MUST failure"), count("SHOULD", "SHOULD failure"), count("INFO", "note")];
	return `${words}: ${counts.join(", ")}.${why}`;
}

function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
