import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import type { Mill } from "../../core/definition/mill.js";
import type { Facet } from "./engine-class.js";
import { importsOf, OUR_CODE, resolved } from "./imports.js";

/** A use of something that engines do differently, such as `Math.exp`, and the facets that a result then relies on. */
export interface Reliance {
	readonly use: string;
	readonly facets: readonly Facet[];
}

/** What every engine computes equally, to the last bit. */
const EXACT =
	"abs|ceil|clz32|floor|fround|imul|max|min|random|round|sign|sqrt|trunc|PI|E|LN2|LN10|LOG2E|LOG10E|SQRT1_2|SQRT2";
/** What text.probe asks about; the rest of Intl is about locales. */
const OF_TEXTS = "Segmenter|getCanonicalLocales|Locale";
const EVERYTHING: readonly Facet[] = ["maths", "locale", "processor"];
/** Words are enough: where one stands in a comment, the digest names a class too many. */
const SIGNS: readonly (readonly [RegExp, readonly Facet[]])[] = [
	[new RegExp(`\\bMath\\b(?!\\s*\\.\\s*(?:${EXACT})\\b)(?:\\s*\\.\\s*\\w+)?`, "g"), ["maths"]],
	// As code is printed, so not **bold** text in a description; nor 2 ** 20, which is exact.
	[
		/(?<=[\w$)\]])(?!(?<=\b2)\s*\*\*\s*\d+\b(?!\.))(?: \*\* | \*\*\r?\n|\n\s*\*\* |\*\*(?=[\w$(+-])|\s*\*\*=)/g,
		["maths"],
	],
	[new RegExp(`\\bIntl\\b(?!\\s*\\.\\s*(?:${OF_TEXTS})\\b)(?:\\s*\\.\\s*\\w+)?`, "g"), ["locale"]],
	[/\b(?:toLocale(?!(?:Upper|Lower)Case\b)\w*|localeCompare|Date|Temporal|maximize|minimize)\b/g, ["locale"]],
	[/\bWebAssembly\b/g, ["processor"]],
	// Code that cannot be read here may use anything.
	[/\bglobalThis\b|\beval\s*\(|\bnew\s+Function\b|\bimport\s*\(\s*(?=[^\s"'])/g, EVERYTHING],
];

/** What a text of code relies on. */
export function reliancesIn(code: string): Reliance[] {
	return SIGNS.flatMap(([sign, facets]) =>
		[...new Set([...code.matchAll(sign)].map(([found]) => found.replace(/\s/g, "")))].map((use) => ({
			use,
			facets,
		})),
	);
}

/** What a mill relies on by what it needs: native code, and whatever other processes compute. */
export function reliancesOfNeeds({ needs }: Mill): Reliance[] {
	return needs.map((need) => ({ use: `needs ${need}`, facets: ["processor"] }));
}

/** What an installed package relies on, with all that it imports. `seen` are the files that need not be read again. */
export async function reliancesOfPackage(name: string, from: string, seen: Set<string>): Promise<Reliance[]> {
	const file = resolved(name, from);
	// What looks like an import in a text is none.
	if (!/^[\w@#.][\w@#./:%+~-]*$/.test(name)) return [];
	if (isPartOfNode(name) || isToolkit(name) || file?.startsWith(OUR_CODE)) return [];
	// It cannot be read, for example because only some engines find it.
	if (file === undefined) return [{ use: name, facets: EVERYTHING }];
	if (seen.has(file)) return [];
	seen.add(file);
	if (file.endsWith(".node")) return [{ use: name, facets: ["processor"] }];
	if (!/\.[cm]?js$/.test(file)) return [];
	const code = await readFile(file, "utf8");
	const found = reliancesIn(code);
	for (const imported of importsOf(code)) found.push(...(await reliancesOfPackage(imported, file, seen)));
	return found;
}

function isPartOfNode(name: string): boolean {
	return name.startsWith("node:") || builtinModules.includes(name);
}

function isToolkit(name: string): boolean {
	return name === "gristmill" || name.startsWith("gristmill/");
}
