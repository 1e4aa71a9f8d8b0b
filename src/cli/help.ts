import { SETTINGS, type Setting, variableName } from "./settings-table.js";

export const HELP = `gristmill: serve algorithms as mills

  gristmill serve [FILES…]   serve the built-in mills, and your own beside them
  gristmill test FILES…      run the examples of your mills
  gristmill check URL        ask whether a URL is a mill
  gristmill help [COMMAND]   show this, or the flags of a command
  gristmill version          print the version

Examples
  gristmill serve
  gristmill serve ./my-mill.ts --port 9000
  gristmill help serve
`;

export function serveHelp(): string {
	const rows = Object.entries(SETTINGS).map(([name, setting]: [string, Setting]) => {
		const flag = `--${name}${setting.value ? ` ${setting.value}` : ""}`;
		const fallback = setting.fallback === undefined || setting.fallback === false || setting.fallback === "";
		return `  ${flag.padEnd(20)} ${setting.help}${fallback ? "" : ` [${setting.fallback}]`}`;
	});
	return `gristmill serve [FILES…]: serve mills over HTTP

A file is a module (.js, .mjs, .ts) whose default export is a mill: export default defineMill({ … }).

${rows.join("\n")}

Each flag is also an environment variable: --public-url is ${variableName("public-url")}. The flag wins.

Examples
  gristmill serve                                   the built-in mills on http://127.0.0.1:8080
  gristmill serve ./my-mill.ts                      and one of your own
  gristmill serve ./my-mill.ts --only-files --watch one of your own, afresh on every change
  gristmill serve --mills word-counter --port 0     one built-in mill, on any free port
  gristmill serve --base /v1 --public-url https://api.example.org/v1

Exit codes: 0 after SIGTERM or SIGINT, 1 if the server cannot start, 2 if it was called wrongly.
`;
}
