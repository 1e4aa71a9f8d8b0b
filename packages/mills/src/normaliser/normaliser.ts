import { defineMill, json, MiB, Type, text } from "gristmill";
import { boundBytes, MAX_INPUT, MAX_OUTPUT } from "./characters/bound.js";
import { EXAMPLES } from "./examples.js";
import { joined, normalisePieces } from "./long.js";
import { PARAMETERS } from "./parameters.js";
import type { StepReport } from "./pipeline.js";
import { settle } from "./settle.js";
import { STEP_NAMES } from "./steps/settings.js";
import { skeleton } from "./steps/skeleton.js";
import { TABLES, TABLES_FILE } from "./tables/tables.js";
import { UNICODE } from "./unicode-version.js";

const description = `
Brings text into one form, so that what reads alike is alike. Steps are applied in one fixed order, whatever the order of
the parameters, so that normalising twice gives what normalising once gave:
${STEP_NAMES.map((name) => `\`${name}\``).join(", ")}.

| preset | what it does |
| --- | --- |
| \`clean\` | line ends to LF; control characters, terminal escapes, invisible characters and overrides of direction out; NFC; at most 4 accents on a letter; white space collapsed |
| \`search\` | for comparison: as \`clean\`, but NFKC_Casefold, without accents, vowel signs, curly quotes, dashes, marks of direction and line breaks; ø, ł, ß and digits of other scripts in plain letters and digits |
| \`ascii\` | as \`clean\`, but NFKC and then spelt in ASCII |
| \`none\` | nothing but the steps that parameters name |

\`search\` and \`ascii\` keep the meaning of signs: 1½ is 1 1/2, 10² is 10^2, and in ASCII µg is ug, ≠ is != and Ω behind a
number is Ohm. A sign without a spelling is spelt by its name, such as \`:does_not_prove:\`, or by its code point, such as
\`:u+1d100:\`.

Each step's own parameter overrides the preset. \`replace\` and \`remove\` find URLs, e-mail addresses, phone numbers, emoji,
hashtags and mentions by rules of thumb. \`skeleton=true\` adds the skeleton of UTS #39 ${TABLES.uts39}, for comparing names that
look alike; it is not for reading.

\`mojibake=fix\` and \`html=decode\` are in no preset: the first guesses (with ftfy's rules), the second undoes one layer of
escapes. These two, and \`remove\`, may change more when a text is normalised again. \`case=upper\` and \`case=lower\` after
\`form=keep\` may leave text in no form.

Limits: a text may have any length, and its parts come while it does. A stretch without a line break between two letters has
at most ${MAX_INPUT / MiB} MiB, and gives at most ${MAX_OUTPUT / MiB} MiB; \`mojibake=fix\` takes no more than that, and is by far the dearest step: some megabytes that are garbled throughout overrun the deadline.

Follows Unicode ${UNICODE}, the older of what this server's Node has and of the case folding that is built in; characters
that are newer may be left as they are. Transliteration of letters is that of any-ascii: Chinese characters have their Chinese
sound. Readings of Japanese need a dictionary, which this mill does not have; with \`locale=ja\` kanji stay.
`.trim();

export default defineMill({
	name: "normaliser",
	version: "2.0.0",
	summary:
		"Normalises text: Unicode forms, case, white space, invisible characters, accents, symbols and more.",
	description,
	input: {
		"text/plain": text({
			maxBytes: Number.POSITIVE_INFINITY,
			stream: "chunks",
			invalidBy: "invalid",
			description: "Any text of any length, in any charset.",
		}),
		"application/json": json(Type.String(), {
			maxBytes: MAX_INPUT,
			invalidBy: "invalid",
			description: "The text as a JSON string.",
		}),
	},
	parameters: PARAMETERS,
	output: Type.Object({
		text: Type.String({ description: "The text, normalised.", view: "diff" }),
		changed: Type.Boolean({ description: "Whether it differs from what came." }),
		steps: Type.Array(
			Type.Object({
				step: Type.Enum(STEP_NAMES, { description: "The step's name." }),
				changed: Type.Boolean({ description: "Whether it changed anything." }),
			}),
			{ description: "What was done, in this order." },
		),
		unicode: Type.String({ description: "The version of Unicode that the answer follows." }),
		skeleton: Type.Optional(
			Type.String({
				description: "With `skeleton=true`: the UTS #39 skeleton of the text, for comparing names.",
			}),
		),
	}),
	problems: {
		"answer-too-large": {
			status: 413,
			title: "The answer would be too large",
			todo: `Send less text, or ask for a form that grows less: answers have at most ${MAX_OUTPUT / MiB} MiB.`,
		},
	},
	examples: EXAMPLES,
	assets: [TABLES_FILE],
	inline: true,
	parts: "text",
	async *run(input, { parameters }) {
		const settings = settle(parameters);
		let steps: readonly StepReport[] | undefined;
		let looks = "";
		let isChanged = false;
		for await (const piece of normalisePieces(typeof input === "string" ? [input] : input, settings)) {
			boundBytes(piece.text);
			isChanged ||= piece.isChanged;
			steps = steps ? joined(steps, piece.steps) : piece.steps;
			if (parameters.skeleton) looks += skeleton(piece.text);
			boundBytes(looks);
			yield piece.text;
		}
		const rest = { changed: isChanged, steps: [...(steps ?? [])], unicode: UNICODE };
		return parameters.skeleton ? { ...rest, skeleton: looks } : rest;
	},
});
