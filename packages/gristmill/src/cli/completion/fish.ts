import { ASK, type CompletedCommand, type Question, quoted } from "./rows.js";

const VALUES: Readonly<Record<Question, string>> = {
	types: `(__gristmill_ask schema (__gristmill_mill) ${ASK.types})`,
	parameters: `(__gristmill_ask schema (__gristmill_mill) ${ASK.parameters})`,
	installed: `(__fish_complete_list , "${ASK.installed} 2>/dev/null")`,
};

export function fishScript(rows: readonly CompletedCommand[]): string {
	return `function __gristmill_ask
	env GRISTMILL_TOKEN= gristmill $argv ${ASK.patience} 2>/dev/null
end
function __gristmill_mill
	set -l words (commandline -opc)
	set -l urls (string match -r "^https?://.*" -- $words)
	if test (count $urls) -gt 0
		echo $urls[1]
	else if test (count $words) -gt 2
		echo $words[3]
	end
end
complete -c gristmill -n __fish_use_subcommand -f -a 'help version'
${rows.map(fishRow).join("\n")}
`;
}

function fishRow({ name, summary, flags, words, mills }: CompletedCommand): string {
	const inside = `-n '__fish_seen_subcommand_from ${name}'`;
	const lines = [`complete -c gristmill -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`];
	for (const { flag, help, choices, takesValue, asks } of flags) {
		const list = asks ? VALUES[asks] : choices.join(" ");
		const value = !takesValue ? "" : list !== "" ? ` -x -a '${list}'` : " -r";
		lines.push(`complete -c gristmill ${inside} -l ${flag}${value} -d ${quoted(help)}`);
	}
	if (words.length > 0) lines.push(`complete -c gristmill ${inside} -f -a '${words.join(" ")}'`);
	if (mills > 0) {
		const place = `-n '__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -le ${mills + 1}'`;
		const noFiles = mills > 1 ? "" : " -f";
		lines.push(`complete -c gristmill ${place}${noFiles} -a '(__gristmill_ask ${ASK.mills})'`);
	}
	return lines.join("\n");
}
