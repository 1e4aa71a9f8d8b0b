import type { Command, CommandTable } from "../command-line/command.js";
import { UsageError } from "../command-line/command-error.js";
import { bashScript } from "./bash.js";
import { fishScript } from "./fish.js";
import { powershellScript } from "./powershell.js";
import { type CompletedCommand, completedCommands } from "./rows.js";
import { zshScript } from "./zsh.js";

const SCRIPTS: Readonly<Record<string, (rows: readonly CompletedCommand[]) => string>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
	powershell: powershellScript,
};
const SHELLS = Object.keys(SCRIPTS);

/** The script for a shell; undefined if it is unknown. */
export async function completionScript(shell: string, commands: CommandTable): Promise<string | undefined> {
	const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
	return script?.(await completedCommands(commands, SHELLS));
}

/** `gristmill completion`: a completion script, made from the table of commands. */
export const completionOf = (commands: CommandTable): Command => ({
	flags: {},
	help: () => `gristmill completion SHELL: print the completion script for bash, zsh, fish or powershell

The script completes commands, flags, their values, files, and:
  the name of a mill   the mills of the server of GRISTMILL_URL, or of the local server
  --accept, --param    the media types and the parameters of the mill on the line
  --mills              the installed mills
It asks servers without your token, and waits for two seconds at most.

Examples
  source <(gristmill completion bash)                                  # in ~/.bashrc
  source <(gristmill completion zsh)                                   # in ~/.zshrc, after compinit
  gristmill completion fish > ~/.config/fish/completions/gristmill.fish
  gristmill completion powershell | Out-String | Invoke-Expression     # in $PROFILE

Exit codes: 0 success, 2 wrong usage.
`,
	async run([shell, ...more], { stdout }) {
		if (shell === undefined)
			throw new UsageError(`The shell is missing (${SHELLS.join(", ")}): gristmill completion bash`);
		const script = await completionScript(shell, commands);
		if (script === undefined || more.length > 0)
			throw new UsageError(`"${[shell, ...more].join(" ")}" is not one of the shells ${SHELLS.join(", ")}.`);
		stdout.write(script);
		return 0;
	},
});
