import { defineMill } from "../../core/define-mill.js";
import { json, text } from "../../core/input.js";
import { MiB } from "../../core/limits.js";
import { Type } from "../../core/typebox.js";
import { boundBytes, MAX_INPUT, MAX_OUTPUT } from "./bound.js";
import { EXAMPLES } from "./examples.js";
import { normalise } from "./pipeline.js";
import { PARAMETERS, STEP_NAMES, settle } from "./settings.js";
import { UNICODE } from "./unicode-version.js";

const description = `
Brings text into one form, so that what reads alike is alike. Steps are applied in one fixed order, whatever the order of
the parameters, so that normalising twice gives what normalising once gave:
${STEP_NAMES.map((name) => `\`${name}\``).join(", ")}.

| preset | what it does |
| --- | --- |
| \`clean\` | line ends to LF, control and invisible characters out (a byte order mark, too), NFC, white space collapsed |
| \`search\` | for comparison: as \`clean\`, but NFKC_Casefold, without accents, curly quotes, dashes, marks of direction and line breaks |
| \`ascii\` | as \`clean\`, but NFKC and then spelt in ASCII |
| \`none\` | nothing but the steps that parameters name |

Each step's own parameter overrides the preset. \`mojibake=fix\` and \`html=decode\` are in no preset: the first guesses
(with ftfy's rules), the second undoes one layer of escapes, so that doing it twice may do more than once. \`case=upper\` and
\`case=lower\` after \`form=keep\` may leave text in no form.

Limits: ${MAX_INPUT / MiB} MiB come in and ${MAX_OUTPUT / MiB} MiB go out. \`mojibake=fix\` is by far
the dearest step: some megabytes that are garbled throughout overrun the deadline.

Follows Unicode ${UNICODE}, the older of what this server's Node has and of the case folding that is built in; characters
that are newer may be left as they are. Transliteration is that of any-ascii.
`.trim();

export default defineMill({
	name: "normaliser",
	version: "1.0.0",
	summary: "Normalises text: Unicode forms, case, white space, invisible characters, accents and more.",
	description,
	input: {
		"text/plain": text({
			maxBytes: MAX_INPUT,
			invalidBy: "invalid",
			description: "Any text, in any charset that Content-Type names.",
		}),
		"application/json": json(Type.String(), {
			maxBytes: MAX_INPUT,
			invalidBy: "invalid",
			description: "The text as a JSON string.",
		}),
	},
	parameters: PARAMETERS,
	output: Type.Object({
		text: Type.String({ description: "The text, normalised." }),
		changed: Type.Boolean({ description: "Whether it differs from what came." }),
		steps: Type.Array(
			Type.Object({
				step: Type.Enum(STEP_NAMES, { description: "The step's name." }),
				changed: Type.Boolean({ description: "Whether it changed anything." }),
			}),
			{ description: "What was done, in this order." },
		),
		unicode: Type.String({ description: "The version of Unicode that the answer follows." }),
	}),
	problems: {
		"answer-too-large": {
			status: 413,
			title: "The answer would be too large",
			todo: `Send less text, or ask for a form that grows less: answers have at most ${MAX_OUTPUT / MiB} MiB.`,
		},
	},
	examples: EXAMPLES,
	inline: true,
	run: async (input, { parameters }) => {
		const { text, steps } = await normalise(input, settle(parameters));
		boundBytes(text);
		return { text, changed: text !== input, steps: [...steps], unicode: UNICODE };
	},
});
