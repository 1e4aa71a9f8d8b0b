import type { Command } from "../command-line/command.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { CHOICES, filesOf, nameIn } from "./choices.js";
import { writeNew } from "./write-new.js";

/** `gristmill new`: writes a working mill as a starting point. */
export const NEW: Command = {
	flags: CHOICES,
	help: () => `gristmill new NOUN: write a mill file and its test into this folder

Both work without changes. Name the mill as a tool, such as vowel-counter; a name that ends with a verb is rejected, with a
noun to use instead. Existing files are not overwritten. npm create gristmill@latest NOUN writes a whole folder: package,
README and Dockerfile, too.

${describeFlags(CHOICES)}

Examples
  gristmill new vowel-counter                  vowel-counter.ts and vowel-counter.test.ts
  gristmill new picture-meter --input image
  gristmill new text-comparer --input form     a mill with several inputs
  gristmill new word-drawer --output picture
  gristmill new vowel-counter --language js    vowel-counter.mjs and vowel-counter.test.mjs
  gristmill new vowel-counter --language py    vowel_counter.py and test_vowel_counter.py

Exit codes: 0 success, 1 a file exists or cannot be written, 2 wrong usage.
`,
	async run(words, host) {
		const { chosen, rest } = readFlags(CHOICES, words);
		const { line, files } = filesOf(nameIn(rest, "gristmill new"), chosen);
		await writeNew(files, host.cwd);
		const names = Object.keys(files);
		host.stdout.write(`Written: ${names.join(", ")}

  gristmill test ${names[0]}
  gristmill dev ${names[0]}
  ${line}
`);
		return 0;
	},
};
