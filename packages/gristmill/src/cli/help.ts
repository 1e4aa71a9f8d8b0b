import { COMMANDS } from "./commands.js";

/** `gristmill help`: the commands. */
export function programHelp(): string {
	const all = [
		...Object.entries(COMMANDS),
		["help", { words: "[COMMAND]", summary: "show this help, or the help of a command" }] as const,
		["version", { words: "", summary: "print the version" }] as const,
	];
	const rows = all.map(
		([name, { words, summary }]) => `  gristmill ${`${name} ${words}`.padEnd(20)} ${summary}`,
	);
	return `gristmill: serve algorithms as mills, and call any mill

${rows.join("\n")}

Examples
  gristmill new vowel-counter
  gristmill serve ./vowel-counter.ts --port 9000
  echo 'some text' | gristmill call http://127.0.0.1:9000/vowel-counter
  gristmill call ./vowel-counter.ts --data 'some text'   # without a server
  gristmill call tokeniser --data 'some text'            # a mill of GRISTMILL_URL, of the local server, or installed
  gristmill help call
`;
}
