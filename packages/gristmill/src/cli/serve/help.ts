import { SECTIONS } from "../../settings/table.js";
import { describeFlags } from "../command-line/flags.js";

export function serveHelp(): string {
	const sections = Object.entries(SECTIONS).map(([title, flags]) => `${title}\n${describeFlags(flags)}`);
	return `gristmill serve [FILES…]: serve mills over HTTP

Without files it serves the installed mills: those of this project and of its packages, such as @gristmill/mills. With files
it serves only these; --mills adds mills by name. A file is a module (.js, .mjs, .ts) with export default defineMill({ … }),
or a file in Python (.py) with one function below @mill(…). A file given as v2=FILE is served below /v2, so that several
versions of a mill can be served at once.

${sections.join("\n\n")}

Each flag is also an environment variable and a key of the configuration file: --public-url is GRISTMILL_PUBLIC_URL and
publicUrl. A flag wins over the variable, and the variable over the file.

Examples
  gristmill serve                                   the installed mills on http://127.0.0.1:8080
  gristmill serve ./my-mill.ts                      one mill of your own
  gristmill serve ./my_mill.py                      one mill in Python
  gristmill serve ./my-mill.ts --mills tokeniser    your mill and an installed one
  gristmill serve --mills normaliser --port 0       one installed mill, on any free port
  gristmill serve v1=./old.ts v2=./new.ts           two versions of one mill
  gristmill serve --rate 100/s --limit classifier:concurrency=2,classifier:max-body=2m
  gristmill serve --print-config > gristmill.config.json
  gristmill serve --base /v1 --public-url https://api.example.org/v1

Exit codes: 0 after SIGTERM or SIGINT, 1 the server cannot start, 2 wrong usage.
`;
}
