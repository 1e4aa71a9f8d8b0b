import { MILL_LIMITS } from "./mill-limits.js";
import { flagName, type SettingTable } from "./setting.js";
import { SECTIONS } from "./table.js";

/** The parts of docs/configuration.md that are written from tables: the lines between two marks. */
const PARTS: Readonly<Record<string, () => string[]>> = {
	settings: () => [
		"| flag | default | meaning |",
		"| --- | --- | --- |",
		...Object.values(SECTIONS).flatMap(rowsOf),
	],
	mills: () => [
		"| in `--limit` | meaning |",
		"| --- | --- |",
		...Object.entries(MILL_LIMITS).map(([key, { help }]) => `| \`${flagName(key)}\` | ${help} |`),
	],
};

function rowsOf(table: SettingTable): string[] {
	return Object.entries(table).map(([key, { value, fallback, help }]) => {
		const flag = `\`--${flagName(key)}${value ? ` ${value.replace("|", "\\|")}` : ""}\``;
		const usual = fallback === undefined || fallback === "" ? "" : `\`${fallback}\``;
		return `| ${flag} | ${usual} | ${help} |`;
	});
}

/** Writes the tables of the code into the page. */
export function withTables(page: string): string {
	return Object.entries(PARTS).reduce((text, [name, rows]) => {
		const [begin, end] = [
			`<!-- ${name}: written by tools/settings-page.mjs -->\n`,
			`<!-- end of ${name} -->`,
		];
		const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
		if (from < begin.length || to < from) throw new Error(`The page has lost its mark ${begin}`);
		return `${text.slice(0, from)}\n${rows().join("\n")}\n\n${text.slice(to)}`;
	}, page);
}
