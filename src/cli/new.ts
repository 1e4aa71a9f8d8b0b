import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { complainAboutForm, complainAboutVerb } from "../core/names.js";
import type { Command } from "./command.js";
import { UsageError, WorkError } from "./command-error.js";
import { describeFlags, type Flags, readFlags } from "./flags.js";
import { templates } from "./templates.js";

const FLAGS = {
	input: {
		kind: "text",
		value: "WHAT",
		choices: ["text", "image"],
		help: "What the mill takes: text or image.",
		fallback: "text",
	},
	language: {
		kind: "text",
		value: "ts|js",
		choices: ["ts", "js"],
		help: "TypeScript or JavaScript.",
		fallback: "ts",
	},
} as const satisfies Flags;

/** `gristmill new`: a mill that answers, to be changed into one's own. */
export const NEW: Command = {
	flags: FLAGS,
	help: () => `gristmill new NOUN: write a mill file and its test into this folder

Both run as they are. A mill is named as a tool, not as a verb: a verb is refused with a noun to use instead.
Nothing that exists is overwritten.

${describeFlags(FLAGS)}

Examples
  gristmill new vowel-counter                  vowel-counter.ts and vowel-counter.test.ts
  gristmill new picture-meter --input image
  gristmill new vowel-counter --language js    vowel-counter.mjs and vowel-counter.test.mjs

Exit codes: 0 written, 1 a file exists or cannot be written, 2 called wrongly.
`,
	async run(words) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [name, second] = rest;
		if (name === undefined) throw new UsageError("Name the mill: gristmill new vowel-counter");
		if (second !== undefined)
			throw new UsageError(`Name one mill, its words joined by hyphens: "${second}".`);
		const complaint = complainAboutForm(name) ?? complainAboutVerb(name);
		if (complaint) throw new UsageError(complaint);
		const { line, files } = templates(name, chosen.input === "image", chosen.language === "js");
		const names = Object.keys(files);
		const there = names.find((file) => existsSync(file));
		if (there) throw new WorkError(`Choose another name or another folder: ${there} exists.`);
		// "wx" fails where somebody else was quicker.
		for (const [file, text] of Object.entries(files))
			await writeFile(file, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
				throw new WorkError(`Choose a folder that can be written to: ${file} (${error.code}).`);
			});
		process.stdout.write(`Written: ${names.join(", ")}

  gristmill test ${names[0]}
  gristmill serve ${names[0]}
  ${line}
`);
	},
};
