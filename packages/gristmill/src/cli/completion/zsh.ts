import { ASK, type CompletedCommand, type Question, quoted } from "./rows.js";

const ACTIONS: Readonly<Record<Question, string>> = {
	types: "_gristmill_types",
	parameters: "_gristmill_parameters",
	installed: "_gristmill_installed",
};

export function zshScript(rows: readonly CompletedCommand[]): string {
	return `#compdef gristmill
_gristmill_ask() { GRISTMILL_TOKEN= gristmill "$@" ${ASK.patience} 2>/dev/null }
_gristmill_mill() {
	local url=\${(Q)\${(M)words:#(|[\\'\\"])http(|s)://*}[1]}
	print -r -- \${url:-$words[3]}
}
_gristmill_mills() {
	local -a found; found=(\${(f)"$(_gristmill_ask ${ASK.mills})"})
	compadd -- $found
}
_gristmill_mills_or_files() { _alternative 'mills:mill:_gristmill_mills' 'files:file:_files' }
_gristmill_types() {
	local -a found; found=(\${(f)"$(_gristmill_ask schema "$(_gristmill_mill)" ${ASK.types})"})
	compadd -- $found
}
_gristmill_parameters() {
	local -a found; found=(\${(f)"$(_gristmill_ask schema "$(_gristmill_mill)" ${ASK.parameters})"})
	compadd -S '' -- \${(M)found:#*=}
	compadd -- \${found:#*=}
}
_gristmill_installed() {
	local -a found; found=(\${(f)"$(${ASK.installed} 2>/dev/null)"})
	_values -s , mill $found
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
`;
}

function zshRow({ name, flags, words, mills }: CompletedCommand): string {
	const options = flags.map(({ flag, help, choices, takesValue, asks }) => {
		const list = choices.length > 0 ? `(${choices.join(" ")})` : asks ? ACTIONS[asks] : "_files";
		const value = takesValue ? `:value:${list}` : "";
		return quoted(`*--${flag}[${help.replaceAll(/[[\]:]/g, " ")}]${value}`);
	});
	const action = mills > 1 ? "_gristmill_mills_or_files" : "_gristmill_mills";
	// The command itself is the first argument.
	const places = Array.from({ length: mills }, (_, i) => `'${i + 2}:mill:${action}'`);
	const rest = words.length > 0 ? `'*:word:(${words.join(" ")})'` : "'*:file:_files'";
	return `\t\t${name}) _arguments ${[...options, ...places, rest].join(" ")} ;;`;
}
