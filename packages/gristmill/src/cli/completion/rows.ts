import { flagName } from "../../settings/setting.js";
import type { CommandTable } from "../command-line/command.js";

/** A command as completion scripts know it. */
export interface CompletedCommand {
	readonly name: string;
	readonly summary: string;
	readonly flags: readonly CompletedFlag[];
	/** The accepted arguments; files if it is empty. */
	readonly words: readonly string[];
	/** How many of its first arguments are mills. With two, they may be files as well. */
	readonly mills: number;
}

interface CompletedFlag {
	readonly flag: string;
	readonly help: string;
	readonly choices: readonly string[];
	readonly takesValue: boolean;
	/** Where its values come from, if only a server or the installed packages know them. */
	readonly asks: Question | undefined;
}

/** What a script asks while it completes. */
export type Question = "types" | "parameters" | "installed";

const QUESTIONS: Readonly<Record<string, Question>> = {
	accept: "types",
	param: "parameters",
	mills: "installed",
};

/**
 * The command lines of questions. A server is asked once, briefly, and without the user's token: a URL on the line may not be
 * finished yet.
 */
export const ASK = {
	mills: "list --names",
	types: "--result-types",
	parameters: "--parameters",
	installed: "gristmill list --installed",
	patience: "--retries 0 --deadline 2000",
} as const;

/** Every command, loaded for its flags. */
export function completedCommands(
	commands: CommandTable,
	shells: readonly string[],
): Promise<CompletedCommand[]> {
	return Promise.all(
		Object.entries(commands).map(async ([name, { summary, mills = 0, load }]) => {
			const rows = Object.entries((await load()).flags).map(([key, { help, kind, choices = [] }]) => ({
				flag: flagName(key),
				help,
				choices,
				takesValue: kind !== "switch",
				asks: QUESTIONS[key],
			}));
			return { name, summary, flags: rows, words: name === "completion" ? shells : [], mills };
		}),
	);
}

/** Quotes a text for bash, zsh and fish. */
export function quoted(text: string): string {
	return `'${text.replaceAll("'", "’").replaceAll("\\", "")}'`;
}
