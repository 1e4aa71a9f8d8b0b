import { describeFlags, variableName } from "./flags.js";
import { SETTINGS } from "./settings-table.js";

export function serveHelp(): string {
	return `gristmill serve [FILES…]: serve mills over HTTP

A file is a module (.js, .mjs, .ts) whose default export is a mill: export default defineMill({ … }).

${describeFlags(SETTINGS)}

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
