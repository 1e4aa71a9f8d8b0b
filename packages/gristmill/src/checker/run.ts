import { ROWS } from "./all-rows.js";
import { findSubject, Unreachable } from "./find-subject.js";
import { CHECKER_FAILED, type Level, type RowOutcome, Skipped, skip } from "./probe/outcome.js";
import type { Row } from "./probe/row.js";
import { RowContext } from "./probe/row-context.js";
import { CheckSession, OUT_OF_TIME } from "./probe/session.js";
import type { CheckSettings } from "./probe/settings.js";
import type { Subject } from "./probe/subject.js";
import { printable } from "./wire/exchange.js";

/** The version of the rules: it changes with every row that is added, dropped or judged differently. */
const RULES_VERSION = "1.6";

/** A row and its outcome. */
export interface Finding {
	readonly row: Row;
	readonly outcome: RowOutcome;
	/** The level of the row, or the lower level of this failure. */
	readonly level: Level;
}

/** The result of a check. */
export interface Report {
	readonly rules: string;
	readonly subject: Subject;
	readonly seed: number;
	/** In the order of the checklist. */
	readonly findings: readonly Finding[];
	/** The number of requests. */
	readonly questions: number;
	readonly milliseconds: number;
}

/** Runs the checklist against a mill. Throws `Unreachable` if the server does not answer. */
export async function check(settings: CheckSettings, rows: readonly Row[] = ROWS): Promise<Report> {
	const begun = settings.clock.now();
	const session = new CheckSession(settings);
	const subject = await findSubject(session).catch((error: unknown) => {
		if (!(error instanceof Skipped)) throw error;
		if (error.message === OUT_OF_TIME)
			throw new Unreachable(`${settings.url.href} answers slowly. Raise --budget.`);
		throw new Unreachable(`${settings.url.href} cannot be asked: ${error.message}.`);
	});
	const outcomes = new Map<string, RowOutcome>();
	const chosen = rows.filter(({ id }) => isChosen(id, settings));
	for (const row of [...chosen.filter(({ last }) => !last), ...chosen.filter(({ last }) => last)])
		outcomes.set(row.id, await judged(row, new RowContext(session, row.id, subject, outcomes)));
	const findings = rows.map((row) => {
		const outcome = outcomes.get(row.id) ?? skip(NOT_CHOSEN);
		const level = (outcome.kind === "fail" && outcome.level) || row.level;
		return { row, outcome, level };
	});
	const { seen } = session;
	const milliseconds = settings.clock.now() - begun;
	return {
		rules: RULES_VERSION,
		subject,
		seed: settings.seed,
		findings,
		questions: seen.length,
		milliseconds,
	};
}

/** The reason for rows that --only or --skip excludes. */
export const NOT_CHOSEN = "not chosen";

async function judged(row: Row, context: RowContext): Promise<RowOutcome> {
	try {
		return await row.check(context);
	} catch (error) {
		if (error instanceof Skipped) return skip(error.message);
		return skip(`${CHECKER_FAILED}: ${printable(described(error), 300)}`);
	}
}

/** The error and the place that threw it. */
function described(error: unknown): string {
	const place = (error instanceof Error && /^ +(at .*)$/m.exec(error.stack ?? "")?.[1]) || "";
	return `${error} ${place}`.trim();
}

/** A row is named by its id, or by the letter of its group. */
function isChosen(id: string, { only, skip }: CheckSettings): boolean {
	const named = (names: readonly string[]) =>
		names.some((name) => name.toUpperCase() === id || name.toUpperCase() === id.replace(/\d+$/, ""));
	return (only.length === 0 || named(only)) && !named(skip);
}
