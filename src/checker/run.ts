import { Context } from "./context.js";
import { look, Unreachable } from "./look.js";
import { type Level, type Outcome, type Row, Skipped, skip } from "./row.js";
import { ROWS } from "./rows/all.js";
import { Session, TOO_MANY } from "./session.js";
import type { CheckSettings } from "./settings.js";
import type { Subject } from "./subject.js";

/** The version of the rules: it changes with every row that is added, dropped or judged differently. */
export const RULES_VERSION = "1.1";

/** A row and what it found. */
export interface Finding {
	readonly row: Row;
	readonly outcome: Outcome;
	/** The row's own, or less where the way of failing weighs less. */
	readonly level: Level;
}

/** What a whole check found. */
export interface Report {
	readonly rules: string;
	readonly subject: Subject;
	readonly seed: number;
	/** In the order of the checklist. */
	readonly findings: readonly Finding[];
	/** How many questions were asked. */
	readonly questions: number;
	readonly milliseconds: number;
}

/** Runs the checklist against a mill. Throws `Unreachable` where there is nobody to ask. */
export async function check(settings: CheckSettings, rows: readonly Row[] = ROWS): Promise<Report> {
	const begun = performance.now();
	const session = new Session(settings);
	const subject = await look(session).catch((error: unknown) => {
		if (!(error instanceof Skipped)) throw error;
		if (error.message === TOO_MANY)
			throw new Unreachable(`${settings.url.href} cannot be asked: ${TOO_MANY}.`);
		throw new Unreachable(`Give more time with --budget: ${settings.url.href} answers slowly.`);
	});
	const outcomes = new Map<string, Outcome>();
	const chosen = rows.filter(({ id }) => isChosen(id, settings));
	for (const row of [...chosen.filter(({ last }) => !last), ...chosen.filter(({ last }) => last)])
		outcomes.set(row.id, await judged(row, new Context(session, row.id, subject, outcomes)));
	const findings = rows.map((row) => {
		const outcome = outcomes.get(row.id) ?? skip(NOT_CHOSEN);
		const level = (outcome.kind === "fail" && outcome.level) || row.level;
		return { row, outcome, level };
	});
	const { seen } = session;
	const milliseconds = performance.now() - begun;
	return {
		rules: RULES_VERSION,
		subject,
		seed: settings.seed,
		findings,
		questions: seen.length,
		milliseconds,
	};
}

/** Why a row is skipped that --only or --skip leaves out. */
export const NOT_CHOSEN = "not chosen";

async function judged(row: Row, context: Context): Promise<Outcome> {
	try {
		return await row.check(context);
	} catch (error) {
		if (error instanceof Skipped) return skip(error.message);
		throw error;
	}
}

/** A row is named by its id, or by the letter of its group. */
function isChosen(id: string, { only, skip }: CheckSettings): boolean {
	const named = (names: readonly string[]) =>
		names.some((name) => name.toUpperCase() === id || name.toUpperCase() === id.replace(/\d+$/, ""));
	return (only.length === 0 || named(only)) && !named(skip);
}
