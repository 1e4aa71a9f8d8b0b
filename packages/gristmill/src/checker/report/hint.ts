import type { Report } from "../run.js";
import { verdictOf } from "./verdict.js";

/** What to do first if the address may be wrong. The failed rows are then about something that is not a mill. */
export function hintOf(report: Pick<Report, "subject" | "findings">): string | undefined {
	const { mill, base, method, doubt } = report.subject;
	if (doubt === undefined || verdictOf(report) === "passed") return undefined;
	return doubt === "missing"
		? `${mill.href} answers OPTIONS and ${method} with 404. Check the address.`
		: `${mill.href} is the root of a server. Give the address of one mill: ${new URL("$list", base).href} lists them.`;
}
