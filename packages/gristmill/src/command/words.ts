import { fileURLToPath } from "node:url";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";

/**
 * One argument, or arguments for a parameter. `{input}`, `{output}` and the names of parameters in braces are replaced, a URL
 * becomes the path of its file. In `{ toc: ["--toc"] }` the arguments are given only if the parameter `toc` is: not if it is
 * missing or false, and once for each item of a list.
 */
export type Word = string | URL | { readonly [parameter: string]: readonly string[] };

/** Where a call's files are; undefined if the words do not name them. */
interface CallFiles {
	readonly input: string | undefined;
	readonly output: string | undefined;
}

/** `{input}`, `{input.pdf}` and `{output.html}`; other names are parameters. */
const PLACEHOLDER = /\{([a-zA-Z][a-zA-Z0-9_-]*)((?:\.[a-zA-Z0-9]+)*)\}/g;

/** Linux allows 128 KiB for one argument. */
const LONGEST = 100_000;

/** All texts of the words, those of parameters included. */
function textsOf(words: readonly Word[]): string[] {
	return words.flatMap((word) =>
		typeof word === "string" ? [word] : word instanceof URL ? [] : Object.values(word).flat(),
	);
}

/** The file that `{input}` or `{output}` stands for, such as `input.pdf`; undefined if no word names it. */
export function fileNamed(kind: "input" | "output", words: readonly Word[]): string | undefined {
	for (const text of textsOf(words))
		for (const [, name, extension] of text.matchAll(PLACEHOLDER))
			if (name === kind) return `${name}${extension}`;
	return undefined;
}

/** The parameters that the words name. */
export function parametersNamed(words: readonly Word[]): string[] {
	const named = textsOf(words).flatMap((text) =>
		[...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name),
	);
	const groups = words.flatMap((word) =>
		typeof word === "string" || word instanceof URL ? [] : Object.keys(word),
	);
	return [...new Set([...named, ...groups])].filter((name) => name !== "input" && name !== "output");
}

/** Says what to change in the words after the program's name; undefined if they are valid. */
export function complainAboutWords(words: readonly unknown[]): string | undefined {
	for (const word of words) {
		if (typeof word === "string" && !word.includes("\0")) continue;
		if (word instanceof URL && word.protocol === "file:") continue;
		const isGroup =
			typeof word === "object" && word !== null && !Array.isArray(word) && !(word instanceof URL);
		if (isGroup && Object.values(word).every(isTexts)) continue;
		return `The argument ${JSON.stringify(word)} is not a string, a file URL or { parameter: ["--option"] }.`;
	}
	for (const kind of ["input", "output"] as const) {
		const names = new Set(
			textsOf(words as Word[]).flatMap((text) =>
				[...text.matchAll(PLACEHOLDER)].filter(([, name]) => name === kind).map(([whole]) => whole),
			),
		);
		if (names.size > 1) return `The ${kind} is named in several ways: ${[...names].join(" and ")}. Use one.`;
	}
	return undefined;
}

function isTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every((text) => typeof text === "string" && !text.includes("\0"));
}

/** The arguments of one call. Throws a Problem if a parameter cannot be one. */
export function fillWords(words: readonly Word[], parameters: ParameterValues, files: CallFiles): string[] {
	return words.flatMap((word) => {
		if (typeof word === "string") return fillText(word, parameters, files);
		if (word instanceof URL) return [fileURLToPath(word)];
		return Object.entries(word).flatMap(([name, texts]) =>
			itemsOf(parameters[name]).flatMap((item) =>
				texts.flatMap((text) => fillText(text, { ...parameters, [name]: item }, files)),
			),
		);
	});
}

/** The values of a parameter: none if it is missing or false. */
function itemsOf(value: unknown): readonly unknown[] {
	if (value === undefined || value === false) return [];
	return Array.isArray(value) ? value : [value];
}

function fillText(text: string, parameters: ParameterValues, files: CallFiles): string[] {
	let fromCaller: string | undefined;
	const filled = text.replaceAll(PLACEHOLDER, (_whole, name: string, _extension, at: number) => {
		if (name === "input" || name === "output") return files[name] ?? "";
		const value = itemsOf(parameters[name]).join(",");
		if (at === 0) fromCaller = name;
		if (value.includes("\0"))
			throw new Problem("bad-parameter", `The parameter "${name}" has the character NUL. Send it without.`);
		if (value.length > LONGEST)
			throw new Problem(
				"bad-parameter",
				`The parameter "${name}" is an argument of a program and has more than ${LONGEST} characters. Send a shorter one.`,
			);
		return value;
	});
	// The caller's text must not become an option of the program. The author's text may: --title={title}.
	if (fromCaller !== undefined && filled.startsWith("-"))
		throw new Problem(
			"bad-parameter",
			`The parameter "${fromCaller}" starts with "-", like an option of the program. Send another value.`,
		);
	// A parameter that is not given gives no argument.
	return fromCaller !== undefined && filled === "" && parameters[fromCaller] === undefined ? [] : [filled];
}
