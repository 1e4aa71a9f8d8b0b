import type { Command } from "./command.js";
import { UsageError } from "./command-error.js";
import { COMMANDS } from "./commands.js";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** `gristmill completion`: a script for a shell, made from the table of commands. */
export const COMPLETION: Command = {
	flags: {},
	help: () => `gristmill completion SHELL: print what makes bash, zsh or fish complete commands, flags and files

Examples
  source <(gristmill completion bash)                                  # in ~/.bashrc
  source <(gristmill completion zsh)                                   # in ~/.zshrc, behind compinit
  gristmill completion fish > ~/.config/fish/completions/gristmill.fish
`,
	async run([shell, ...more]) {
		const known = SHELLS.find((name) => name === shell);
		if (known === undefined || more.length > 0)
			throw new UsageError(`Name one shell, ${SHELLS.join(", ")}: "${[shell ?? "", ...more].join(" ")}".`);
		const loaded = await Promise.all(
			Object.entries(COMMANDS).map(async ([name, entry]): Promise<Row> => {
				const { flags } = await entry.load();
				const rows = Object.entries(flags).map(([flag, { help, kind, choices = [] }]) => ({
					flag,
					help,
					choices,
					takesValue: kind !== "switch",
				}));
				return { name, summary: entry.summary, flags: rows, words: name === "completion" ? SHELLS : [] };
			}),
		);
		process.stdout.write(SCRIPTS[known](loaded));
	},
};

interface Row {
	readonly name: string;
	readonly summary: string;
	readonly flags: readonly {
		readonly flag: string;
		readonly help: string;
		readonly choices: readonly string[];
		readonly takesValue: boolean;
	}[];
	/** What may stand behind the command, other than a file. */
	readonly words: readonly string[];
}

const NAMES = (rows: readonly Row[]) => [...rows.map(({ name }) => name), "help", "version"].join(" ");

/** A text between single quotes, for all three shells. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "’").replaceAll("\\", "")}'`;
}

const SCRIPTS: Readonly<Record<Shell, (rows: readonly Row[]) => string>> = {
	bash: (rows) => `_gristmill() {
	local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} flags= words=
	if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$before" = help ]; }; then
		COMPREPLY=($(compgen -W '${NAMES(rows)}' -- "$word"))
		return
	fi
	case \${COMP_WORDS[1]} in
${rows.map(bashRow).join("\n")}
	esac
	case $word in
		-*) COMPREPLY=($(compgen -W "$flags --help" -- "$word")) ;;
		*) if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word"))
			else compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word")); fi ;;
	esac
}
complete -F _gristmill gristmill
`,
	zsh: (rows) => `#compdef gristmill
_gristmill() {
	if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ $words[2] == help ]]; }; then
		local -a commands
		commands=(
${rows.map(({ name, summary }) => `\t\t\t${quoted(`${name}:${summary}`)}`).join("\n")}
			'help:show the help' 'version:print the version'
		)
		_describe command commands
		return
	fi
	case $words[2] in
${rows.map(zshRow).join("\n")}
	esac
}
compdef _gristmill gristmill
`,
	fish: (rows) => `complete -c gristmill -n __fish_use_subcommand -f -a 'help version'
${rows.map(fishRow).join("\n")}
`,
};

function bashRow({ name, flags, words }: Row): string {
	const values = flags.filter(({ choices }) => choices.length > 0);
	const cases = values.map(
		({ flag, choices }) => `[ "$before" = --${flag} ] && words='${choices.join(" ")}'; `,
	);
	const list = flags.map(({ flag }) => `--${flag}`).join(" ");
	return `\t\t${name}) flags='${list}'; words='${words.join(" ")}'; ${cases.join("")};;`.replace(
		"; ;;",
		" ;;",
	);
}

function zshRow({ name, flags, words }: Row): string {
	const options = flags.map(({ flag, help, choices, takesValue }) => {
		const value = !takesValue ? "" : choices.length > 0 ? `:value:(${choices.join(" ")})` : ":value:_files";
		return quoted(`*--${flag}[${help.replaceAll(/[[\]:]/g, " ")}]${value}`);
	});
	const rest = words.length > 0 ? `'*:word:(${words.join(" ")})'` : "'*:file:_files'";
	return `\t\t${name}) _arguments ${[...options, rest].join(" ")} ;;`;
}

function fishRow({ name, summary, flags, words }: Row): string {
	const inside = `-n '__fish_seen_subcommand_from ${name}'`;
	const lines = [`complete -c gristmill -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`];
	for (const { flag, help, choices, takesValue } of flags) {
		const value = !takesValue ? "" : choices.length > 0 ? ` -x -a '${choices.join(" ")}'` : " -r";
		lines.push(`complete -c gristmill ${inside} -l ${flag}${value} -d ${quoted(help)}`);
	}
	if (words.length > 0) lines.push(`complete -c gristmill ${inside} -f -a '${words.join(" ")}'`);
	return lines.join("\n");
}
