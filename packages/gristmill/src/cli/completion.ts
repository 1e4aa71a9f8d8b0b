import { flagName } from "../settings/setting.js";
import type { Command, CommandTable } from "./command.js";
import { UsageError } from "./command-error.js";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** `gristmill completion`: a completion script, made from the table of commands. */
export const completionOf = (commands: CommandTable): Command => ({
	flags: {},
	help: () => `gristmill completion SHELL: print the completion script for bash, zsh or fish

The script completes commands, flags, their values and files. After --accept, it asks the mill whose URL is on the line for
the media types of its results.

Examples
  source <(gristmill completion bash)                                  # in ~/.bashrc
  source <(gristmill completion zsh)                                   # in ~/.zshrc, after compinit
  gristmill completion fish > ~/.config/fish/completions/gristmill.fish

Exit codes: 0 success, 2 wrong usage.
`,
	async run([shell, ...more]) {
		const known = SHELLS.find((name) => name === shell);
		if (known === undefined || more.length > 0)
			throw new UsageError(`Name one shell, ${SHELLS.join(", ")}: "${[shell ?? "", ...more].join(" ")}".`);
		const loaded = await Promise.all(
			Object.entries(commands).map(async ([name, entry]): Promise<CompletedCommand> => {
				const { flags } = await entry.load();
				const rows = Object.entries(flags).map(([key, { help, kind, choices = [] }]) => ({
					flag: flagName(key),
					help,
					choices,
					takesValue: kind !== "switch",
				}));
				return { name, summary: entry.summary, flags: rows, words: name === "completion" ? SHELLS : [] };
			}),
		);
		process.stdout.write(SCRIPTS[known](loaded));
	},
});

interface CompletedCommand {
	readonly name: string;
	readonly summary: string;
	readonly flags: readonly {
		readonly flag: string;
		readonly help: string;
		readonly choices: readonly string[];
		readonly takesValue: boolean;
	}[];
	/** The accepted arguments; files if it is empty. */
	readonly words: readonly string[];
}

const NAMES = (rows: readonly CompletedCommand[]) =>
	[...rows.map(({ name }) => name), "help", "version"].join(" ");

/** The flag whose values only the mill knows. */
const ACCEPT = "accept";

/** Asks a mill for its media types: once, briefly, and without the user's token. The URL may not be finished yet. */
const types = (url: string) =>
	`GRISTMILL_TOKEN= gristmill schema ${url} --result-types --retries 0 --deadline 2000 2>/dev/null`;

/** Quotes a text for all three shells. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "’").replaceAll("\\", "")}'`;
}

const SCRIPTS: Readonly<Record<Shell, (rows: readonly CompletedCommand[]) => string>> = {
	// bash breaks words at colons, so the URL is taken from the whole line.
	bash: (rows) => `_gristmill_types() {
	local url='https?://[^[:space:]"'"'"']+'
	[[ $COMP_LINE =~ $url ]] && ${types('"$BASH_REMATCH"')}
}
_gristmill() {
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
_gristmill_types() {
	local url=\${(Q)\${(M)words:#(|[\\'\\"])http(|s)://*}[1]}
	[[ -n $url ]] && compadd -- \${(f)"$(${types("$url")})"}
}
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

function bashRow({ name, flags, words }: CompletedCommand): string {
	const values = flags.filter(({ choices }) => choices.length > 0);
	const cases = values.map(
		({ flag, choices }) => `[ "$before" = --${flag} ] && words='${choices.join(" ")}'; `,
	);
	if (flags.some(({ flag }) => flag === ACCEPT))
		cases.push(`[ "$before" = --${ACCEPT} ] && words=$(_gristmill_types); `);
	const list = flags.map(({ flag }) => `--${flag}`).join(" ");
	return `\t\t${name}) flags='${list}'; words='${words.join(" ")}'; ${cases.join("")};;`.replace(
		"; ;;",
		" ;;",
	);
}

function zshRow({ name, flags, words }: CompletedCommand): string {
	const options = flags.map(({ flag, help, choices, takesValue }) => {
		const list =
			choices.length > 0 ? `(${choices.join(" ")})` : flag === ACCEPT ? "_gristmill_types" : "_files";
		const value = takesValue ? `:value:${list}` : "";
		return quoted(`*--${flag}[${help.replaceAll(/[[\]:]/g, " ")}]${value}`);
	});
	const rest = words.length > 0 ? `'*:word:(${words.join(" ")})'` : "'*:file:_files'";
	return `\t\t${name}) _arguments ${[...options, rest].join(" ")} ;;`;
}

const FISH_TYPES = `(env ${types('(commandline -opc | string match -r "^https?://.*")[1]')})`;

function fishRow({ name, summary, flags, words }: CompletedCommand): string {
	const inside = `-n '__fish_seen_subcommand_from ${name}'`;
	const lines = [`complete -c gristmill -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`];
	for (const { flag, help, choices, takesValue } of flags) {
		const list = flag === ACCEPT ? FISH_TYPES : choices.join(" ");
		const value = !takesValue ? "" : list !== "" ? ` -x -a '${list}'` : " -r";
		lines.push(`complete -c gristmill ${inside} -l ${flag}${value} -d ${quoted(help)}`);
	}
	if (words.length > 0) lines.push(`complete -c gristmill ${inside} -f -a '${words.join(" ")}'`);
	return lines.join("\n");
}
