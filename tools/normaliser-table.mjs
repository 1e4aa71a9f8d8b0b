// What the tools share that make the tables of the normaliser from Unicode's data.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A character as it is written in a string of TypeScript. */
export function escaped(code) {
	if (code === 0x22 || code === 0x27 || code === 0x5c) return `\\u00${code.toString(16)}`;
	if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code);
	return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** A text as it is written in a string of TypeScript. */
export function escapedText(text) {
	return [...text].map((character) => escaped(character.codePointAt(0))).join("");
}

/** A constant that holds entries with a separator between them, in lines of about a hundred characters. */
export function constant(name, comment, entries, separator = " ") {
	const lines = [""];
	for (const [i, entry] of entries.entries()) {
		const text = i < entries.length - 1 ? entry + separator : entry;
		if (lines.at(-1) !== "" && lines.at(-1).length + text.length > 100) lines.push("");
		lines[lines.length - 1] += text;
	}
	const literal = lines.map((line) => `\t"${line}"`).join(" +\n");
	return `/** ${comment} */\nexport const ${name} =\n${literal};\n`;
}

/** Writes a table if the tool was started as a program. */
export function writeTable(tool, table, make) {
	if (process.argv[1] !== fileURLToPath(tool)) return;
	const made = make();
	if (readFileSync(table, { encoding: "utf8", flag: "a+" }) === made) console.log("The table is up to date.");
	else writeFileSync(table, made);
}
