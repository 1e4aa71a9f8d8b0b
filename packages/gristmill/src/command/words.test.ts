import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../core/problem.js";
import { complainAboutWords, fileNamed, fillWords, parametersNamed, type Word } from "./words.js";

const FILES = { input: "/folder/input.pdf", output: "/folder/output.txt" };

const fill = (words: readonly Word[], parameters: Record<string, unknown> = {}) =>
	fillWords(words, parameters, FILES);

test("placeholders become files and parameters, and everything else stays as it is", () => {
	assert.deepEqual(fill(["-f", "{first}", "{input.pdf}", "{output.txt}"], { first: 3 }), [
		"-f",
		"3",
		"/folder/input.pdf",
		"/folder/output.txt",
	]);
	assert.deepEqual(fill(["{print $1}", "a{b", "$(id)", "`id`", "*", ""]), [
		"{print $1}",
		"a{b",
		"$(id)",
		"`id`",
		"*",
		"",
	]);
	assert.deepEqual(fill([new URL("file:///opt/a%20b.lua")]), ["/opt/a b.lua"]);
});

test("placeholders in a parameter's value are not replaced", () => {
	assert.deepEqual(fill(["--title={title}"], { title: "{input.pdf} $& $1" }), ["--title={input.pdf} $& $1"]);
});

test("arguments of a parameter are left out if it is missing or false, and repeated for a list", () => {
	const words = [{ toc: ["--toc"], depth: ["--depth={depth}"], tag: ["-t", "tag:{tag}"] }];
	assert.deepEqual(fill(words), []);
	assert.deepEqual(fill(words, { toc: false, tag: [] }), []);
	assert.deepEqual(fill(words, { toc: true, depth: 0, tag: ["a", "-b"] }), [
		"--toc",
		"--depth=0",
		"-t",
		"tag:a",
		"-t",
		"tag:-b",
	]);
	assert.deepEqual(fill(["{title}"]), []);
	assert.deepEqual(fill(["{title}"], { title: "" }), [""]);
});

for (const [words, parameters] of [
	[["{title}"], { title: "--help" }],
	[["--", "{title}"], { title: "-" }],
	[["{empty}{title}"], { empty: "", title: "-x" }],
	[["{titles}"], { titles: ["-x", "y"] }],
	[[{ titles: ["{titles}"] }], { titles: ["y", "-x"] }],
	[["{offset}"], { offset: -5 }],
] as const)
	test(`a caller cannot make an option: ${JSON.stringify(words)} with ${JSON.stringify(parameters)}`, () => {
		assert.throws(
			() => fill(words as readonly Word[], parameters),
			(error) => Problem.is(error) && error.code === "bad-parameter" && /starts with "-"/.test(error.message),
		);
	});

test("the author's own text may be an option that holds the caller's", () => {
	assert.deepEqual(fill(["--title={title}", "-o{title}"], { title: "--help" }), [
		"--title=--help",
		"-o--help",
	]);
});

test("a NUL and a text that is too long for an argument are refused", () => {
	for (const title of ["a\0b", "x".repeat(200_000)])
		assert.throws(
			() => fill(["--title={title}"], { title }),
			(error) => Problem.is(error) && error.code === "bad-parameter",
		);
});

test("the words say which files and parameters a call needs", () => {
	const words: Word[] = ["-r", "{dpi}", "{input.pdf}", { page: ["-f", "{page}", "{last}"] }];
	assert.equal(fileNamed("input", words), "input.pdf");
	assert.equal(fileNamed("output", words), undefined);
	assert.equal(fileNamed("output", ["{output}"]), "output");
	assert.deepEqual(parametersNamed(words).sort(), ["dpi", "last", "page"]);
});

test("an argument that is not a string is refused", () => {
	assert.equal(complainAboutWords(["a", new URL("file:///a"), { a: ["b"] }]), undefined);
	for (const word of [1, null, ["a"], { a: "b" }, new URL("https://example.org/"), "a\0"])
		assert.match(complainAboutWords([word]) ?? "", /^The argument .* is not a string/);
	assert.match(
		complainAboutWords(["{input.pdf}", "{input.txt}"]) ?? "",
		/^The input is named in several ways/,
	);
});
