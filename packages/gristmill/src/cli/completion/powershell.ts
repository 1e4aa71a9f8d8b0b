import { ASK, type CompletedCommand } from "./rows.js";

/** A text in single quotes, where PowerShell expands nothing. */
function literal(text: string): string {
	// PowerShell takes typographic quotes for quotes, too.
	return `'${text.replaceAll(/['‘’‚‛]/g, "''")}'`;
}

/** A candidate and its explanation, separated by a tab. */
function row(text: string, help: string): string {
	return literal(`${text}\t${help.replaceAll("\t", " ")}`);
}

const list = (rows: readonly string[]) => `@(${rows.join(", ")})`;

/** The script for PowerShell 5.1 and newer. Where it offers nothing, PowerShell offers files. */
export function powershellScript(rows: readonly CompletedCommand[]): string {
	const commands = [
		...rows.map(({ name, summary }) => row(name, summary)),
		row("help", "show the help"),
		row("version", "print the version"),
	];
	const flags = rows.map(
		(one) => `\t\t${literal(one.name)} = ${list(one.flags.map(({ flag, help }) => row(`--${flag}`, help)))}`,
	);
	const choices = rows.flatMap(({ name, flags }) =>
		flags
			.filter((one) => one.choices.length > 0)
			.map((one) => `\t\t${literal(`${name} --${one.flag}`)} = ${list(one.choices.map(literal))}`),
	);
	const words = rows
		.filter((one) => one.words.length > 0)
		.map((one) => `\t\t${literal(one.name)} = ${list(one.words.map(literal))}`);
	const mills = rows
		.filter((one) => one.mills > 0)
		.map((one) => `${literal(one.name)} = ${one.mills}`)
		.join("; ");
	return `Register-ArgumentCompleter -Native -CommandName gristmill -ScriptBlock {
	param($word, $ast, $cursor)
	$commands = ${list(commands)}
	$flags = @{
${flags.join("\n")}
	}
	$choices = @{
${choices.join("\n")}
	}
	$arguments = @{
${words.join("\n")}
	}
	$mills = @{ ${mills} }
	function Ask-Gristmill {
		$token = $env:GRISTMILL_TOKEN
		$env:GRISTMILL_TOKEN = $null
		try { & gristmill @args ${ASK.patience} 2>$null } finally { $env:GRISTMILL_TOKEN = $token }
	}
	$before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text.Trim([char]34, [char]39) })
	$command = if ($before.Count -gt 1) { $before[1] } else { '' }
	$last = $before[-1]
	$mill = @(@($before | Where-Object { $_ -match '^https?://' }) + @($before | Select-Object -Skip 2))[0]
	$start = ''
	if ($before.Count -le 1 -or ($before.Count -eq 2 -and $command -eq 'help')) { $found = $commands }
	elseif ($choices.ContainsKey("$command $last")) { $found = $choices["$command $last"] }
	elseif ($last -eq '--accept') { $found = Ask-Gristmill schema $mill ${ASK.types} }
	elseif ($last -eq '--param') { $found = Ask-Gristmill schema $mill ${ASK.parameters} }
	elseif ($last -eq '--mills') {
		$found = & ${ASK.installed} 2>$null
		$start = $word.Substring(0, $word.LastIndexOf(',') + 1)
	}
	elseif ($word.StartsWith('-')) { $found = @($flags[$command]) + '--help' }
	elseif ($arguments.ContainsKey($command)) { $found = $arguments[$command] }
	elseif ($mills.ContainsKey($command) -and $before.Count -le $mills[$command] + 1) { $found = Ask-Gristmill ${ASK.mills} }
	else { $found = @() }
	foreach ($one in $found) {
		$text, $help = $one -split [char]9, 2
		$text = $start + $text
		if (-not $help) { $help = $text }
		if ($text.StartsWith($word)) { [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $help) }
	}
}
`;
}
