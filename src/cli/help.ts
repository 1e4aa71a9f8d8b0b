import { describeFlags, variableName } from "./flags.js";
import { SETTINGS } from "./settings-table.js";

export function serveHelp(): string {
	return `gristmill serve [FILES…]: serve mills over HTTP

A file is a module (.js, .mjs, .ts) whose default export is a mill: export default defineMill({ … }). Given as
v2=FILE, it is served below /v2, beside another version of itself.

${describeFlags(SETTINGS)}

Each flag is also an environment variable and a key of the configuration file: --public-url is
${variableName("public-url")} and publicUrl. The flag wins over the variable, and that over the file.

Examples
  gristmill serve                                   the built-in mills on http://127.0.0.1:8080
  gristmill serve ./my-mill.ts                      and one of your own
  gristmill serve ./my-mill.ts --only-files --watch one of your own, afresh on every change
  gristmill serve --mills normaliser --port 0       one built-in mill, on any free port
  gristmill serve v1=./old.ts v2=./new.ts           two versions of one mill
  gristmill serve --rate 100/s --limit classifier:concurrency=2,classifier:max-body=2m
  gristmill serve --print-config > gristmill.config.json
  gristmill serve --base /v1 --public-url https://api.example.org/v1

Exit codes: 0 after SIGTERM or SIGINT, 1 if the server cannot start, 2 if it was called wrongly.
`;
}
