import { type Flags, keyName } from "./flags.js";
import { MILL_SETTINGS } from "./mill-settings-table.js";
import { SETTINGS } from "./settings-table.js";

/** A part of docs/configuration.md that follows from a table: the lines between two marks. */
const PARTS: Readonly<Record<string, () => string[]>> = {
	settings: () => [
		"| flag | in the file | default | meaning |",
		"| --- | --- | --- | --- |",
		...Object.entries(SETTINGS as Flags).map(([name, { value, fallback, help, notInFile }]) => {
			const word = `\`--${name}${value ? ` ${value}` : ""}\``;
			const key = notInFile === undefined ? `\`${keyName(name)}\`` : "–";
			const usual = fallback === undefined || fallback === "" ? "" : `\`${fallback}\``;
			return `| ${word} | ${key} | ${usual} | ${help} |`;
		}),
	],
	mills: () => [
		"| in `--limit` | in the file | meaning |",
		"| --- | --- | --- |",
		...Object.entries(MILL_SETTINGS).map(
			([name, { help }]) => `| \`${name}\` | \`${keyName(name)}\` | ${help} |`,
		),
	],
};

/** The page with its tables as they are in the code. */
export function withTables(page: string): string {
	return Object.entries(PARTS).reduce((text, [name, rows]) => {
		const [begin, end] = [
			`<!-- ${name}: written by tools/settings-page.mjs -->\n`,
			`<!-- end of ${name} -->`,
		];
		const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
		if (from < begin.length || to < from) throw new Error(`The page has lost its marks: ${begin}`);
		return `${text.slice(0, from)}\n${rows().join("\n")}\n\n${text.slice(to)}`;
	}, page);
}
