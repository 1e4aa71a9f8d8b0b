#!/usr/bin/env node
// The whole program is bundled into one file: npm create then downloads nothing else.
import { readFileSync } from "node:fs";
import { asProgram } from "../gristmill/dist/cli/command-line/program.js";
import { create } from "../gristmill/dist/cli/new/create.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
await asProgram((host) => create(process.argv.slice(2), version, host));
