import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { complainAboutForm, complainAboutVerb } from "../../core/definition/names.js";
import type { SettingTable } from "../../settings/setting.js";
import type { Command } from "../command-line/command.js";
import { UsageError, WorkError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { pathOn } from "../command-line/host.js";
import { complainAboutPythonName, pythonTemplates } from "./python-templates.js";
import { type NewInput, templates } from "./templates.js";

const FLAGS = {
	input: {
		kind: "text",
		value: "WHAT",
		choices: ["text", "image", "form"],
		help: "Input of the mill: text, image, or a form of several inputs.",
		fallback: "text",
	},
	language: {
		kind: "text",
		value: "ts|js",
		choices: ["ts", "js"],
		help: "TypeScript or JavaScript.",
		fallback: "ts",
	},
	parts: {
		kind: "switch",
		help: "Write a mill whose result comes part by part.",
		fallback: false,
	},
	python: { kind: "switch", help: "Write the mill in Python.", fallback: false },
} as const satisfies SettingTable;

/** `gristmill new`: writes a working mill as a starting point. */
export const NEW: Command = {
	flags: FLAGS,
	help: () => `gristmill new NOUN: write a mill file and its test into this folder

Both work without changes. Name the mill as a tool, such as vowel-counter; a name that ends with a verb is
rejected with a noun to use instead.
Existing files are not overwritten.

${describeFlags(FLAGS)}

Examples
  gristmill new vowel-counter                  vowel-counter.ts and vowel-counter.test.ts
  gristmill new picture-meter --input image
  gristmill new text-comparer --input form     a mill with several inputs
  gristmill new sentence-counter --parts       a mill whose result comes part by part
  gristmill new vowel-counter --language js    vowel-counter.mjs and vowel-counter.test.mjs
  gristmill new vowel-counter --python         vowel_counter.py and test_vowel_counter.py

Exit codes: 0 success, 1 a file exists or cannot be written, 2 wrong usage.
`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [name, second] = rest;
		if (name === undefined) throw new UsageError("Name the mill: gristmill new vowel-counter");
		if (second !== undefined)
			throw new UsageError(`Give one name, its words joined by hyphens: "${second}".`);
		const { input, language, python, parts } = chosen;
		const complaint =
			complainAboutForm(name) ??
			complainAboutVerb(name) ??
			(python ? complainAboutPythonName(name) : undefined);
		if (complaint) throw new UsageError(complaint);
		if (python && input === "form")
			throw new UsageError(
				"Leave out --python, or choose another input: a form needs TypeScript or JavaScript.",
			);
		if (parts && (python || (input !== undefined && input !== "text")))
			throw new UsageError(
				"--parts is for TypeScript or JavaScript and a text. Leave out --python and --input.",
			);
		const { line, files } = python
			? pythonTemplates(name, input === "image")
			: templates(name, parts ? "parts" : (input as NewInput), language === "js");
		const names = Object.keys(files);
		const existing = names.find((file) => existsSync(pathOn(host, file)));
		if (existing) throw new WorkError(`Choose another name or another folder: ${existing} exists.`);
		// "wx" fails if another process has created the file meanwhile.
		for (const [file, text] of Object.entries(files))
			await writeFile(pathOn(host, file), text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
				throw new WorkError(`Choose a writable folder: ${file} (${error.code}).`);
			});
		host.stdout.write(`Written: ${names.join(", ")}

  gristmill test ${names[0]}
  gristmill serve ${names[0]}
  ${line}
`);
		return 0;
	},
};
