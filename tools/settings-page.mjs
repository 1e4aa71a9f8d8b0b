// Writes the tables of docs/configuration.md from the tables in the code: npm run build && node tools/settings-page.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { withTables } from "../packages/gristmill/dist/settings/settings-page.js";

const page = new URL("../docs/configuration.md", import.meta.url);
writeFileSync(page, withTables(readFileSync(page, "utf8")));
