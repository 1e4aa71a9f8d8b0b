import { ASK, type CompletedCommand } from "./rows.js";

/** The script for bash, also for the version 3.2 of macOS. */
export function bashScript(rows: readonly CompletedCommand[]): string {
	const names = [...rows.map(({ name }) => name), "help", "version"].join(" ");
	// bash breaks words at colons, so a URL is taken from the whole line. It also breaks NAME=VALUE, which is joined again.
	return `_gristmill_ask() { GRISTMILL_TOKEN= gristmill "$@" ${ASK.patience} 2>/dev/null; }
_gristmill_mill() {
	local url='https?://[^[:space:]"'"'"']+'
	if [[ $COMP_LINE =~ $url ]]; then printf %s "$BASH_REMATCH"; else printf %s "\${COMP_WORDS[2]}"; fi
}
_gristmill() {
	local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} joined= flags= words= mills=0
	if [ "$COMP_CWORD" -ge 3 ] && [ "$word" = = ]; then
		joined=$before=; word=$joined; before=\${COMP_WORDS[COMP_CWORD-2]}
	elif [ "$COMP_CWORD" -ge 4 ] && [ "$before" = = ]; then
		joined=\${COMP_WORDS[COMP_CWORD-2]}=; word=$joined$word; before=\${COMP_WORDS[COMP_CWORD-3]}
	fi
	case $joined in --*) before=\${joined%=}; word=\${word#"$joined"}; joined= ;; esac
	if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$before" = help ]; }; then
		COMPREPLY=($(compgen -W '${names}' -- "$word"))
		return
	fi
	case \${COMP_WORDS[1]} in
${rows.map(bashRow).join("\n")}
	esac
	case $word in
		-*) COMPREPLY=($(compgen -W "$flags --help" -- "$word")); return ;;
	esac
	if [ "$before" = --mills ]; then
		COMPREPLY=($(compgen -P "\${word%"\${word##*,}"}" -W "$words" -- "\${word##*,}"))
	elif [ -n "$words" ]; then
		COMPREPLY=($(compgen -W "$words" -- "$word"))
	elif [ "$COMP_CWORD" -le "$((mills + 1))" ]; then
		COMPREPLY=($(compgen -W "$(_gristmill_ask ${ASK.mills})" -- "$word"))
		if [ "$mills" -eq 2 ]; then compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$word")); fi
	else
		compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word"))
	fi
	case \${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
	if [ -n "$joined" ]; then COMPREPLY=("\${COMPREPLY[@]#"$joined"}"); fi
}
complete -F _gristmill gristmill
`;
}

function bashRow({ name, flags, words, mills }: CompletedCommand): string {
	const list = flags.map(({ flag }) => `--${flag}`).join(" ");
	const values = flags.flatMap(({ flag, choices, asks }) => {
		const source =
			asks === "installed"
				? `$(${ASK.installed} 2>/dev/null)`
				: asks
					? `$(_gristmill_ask schema "$(_gristmill_mill)" ${ASK[asks]})`
					: choices.length > 0
						? `'${choices.join(" ")}'`
						: undefined;
		return source === undefined ? [] : [`[ "$before" = --${flag} ] && words=${source}`];
	});
	const parts = [`flags='${list}'`, `words='${words.join(" ")}'`, `mills=${mills}`, ...values];
	return `\t\t${name}) ${parts.join("; ")} ;;`;
}
