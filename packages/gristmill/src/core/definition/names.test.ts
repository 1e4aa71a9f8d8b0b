import assert from "node:assert/strict";
import { test } from "node:test";
import { complainAboutForm, complainAboutVerb, RESERVED_NAMES } from "./names.js";
import { VERBS } from "./verbs.js";

const list = (words: string) => words.trim().split(/\s+/);

/** Verbs that no table holds, so that the endings alone must give them away. */
const HELD_OUT = list(`
	alphabetise alphabetize amplify analyse analyze anonymise anonymize authorise authorize beautify binarise
	binarize capitalise capitalize categorise categorize certify clarify classify codify colorize colourise
	customise customize deserialise deserialize detokenise detokenize digitise digitize emphasise emphasize
	equalise falsify finalise finalize generalise generalize harmonise harmonize identify initialise
	itemise itemize justify lemmatise lemmatize linearise localise localize magnify maximise maximize memoize
	minify minimise minimize modify nasalise normalise normalize notify optimise optimize organise organize
	parametrise personalise personalize pluralise pluralize posterise prettify prioritise prioritize pseudonymise
	purify quantify quantise quantize randomise randomize rasterise rasterize recognise recognize rectify
	romanise sanitise sanitize serialise serialize simplify skeletonise solidify specify stylise stylize summarise
	summarize synthesise synthesize tokenise tokenize unify uglify vectorise vectorize verify vilify visualise
	visualize vocalise
`);

/** Names of tools and things that people have, many with a word that is a verb elsewhere. */
const TOOLS = list(`
	score-card build-log route-plan similarity-search sum word-count price-forecast fourier-transform sql-format
	checksum text-embedding translate-tool count-words-machine parse-tree search-engine-v2 text-to-speech classifier
	word-counter spell-checker measuring-tape sunrise-clock recipe-filter noise-meter exercise-planner abacus
	sentence-merge diff extract-sample detector-of-change rate-limit
	score-cards build-logs search-results parse-trees test-cases test-images sample-texts scan-lines search-words
	filter-lists filter-words label-images merge-conflicts merge-requests sort-keys sort-orders count-tables
	split-times query-plans render-farms print-queues process-names map-tiles mask-images mark-sheets read-times
	edit-distances check-lists rank-lists plan-documents tag-names mix-tapes cut-lists list-pages format-names
	match-results compile-errors compose-files deploy-keys accept-headers write-locks search-results-v2
`);

/** Names that end with a verb, or are a verb and its object. */
const ORDERS = list(`
	classify tokenise tokenize translate compress detect summarise parse encode validate generate analyse remove
	text-translate image-classify face-detect file-convert auto-translate pdf-compress cache-clear text-summarize
	image-classify-v2 batch-resize find-and-replace text-decode tokenising text-parsing summarizing get decrypt
	count-words count-sentences sort-lines sort-numbers merge-documents split-paragraphs extract-faces find-faces
	make-pictures crop-images detect-faces translate-text describe-images convert-audio summarise-documents
	tokenise-texts remove-objects translate-languages analyse-data detect-faces-v2
`);

/** The tool that a complaint proposes. */
function proposed(name: string): string {
	const tool = /such as "(.+?)"/.exec(complainAboutVerb(name) ?? "")?.[1];
	assert.ok(tool, `${name} is not refused`);
	return tool;
}

function complaint(name: string): string | undefined {
	return complainAboutForm(name) ?? complainAboutVerb(name);
}

test("a name is refused if its last word is a verb, or if it is a verb and its object", () => {
	const names = [...TOOLS, ...ORDERS];
	assert.equal(new Set(names).size, names.length, "a name stands there twice");
	const refused = [...TOOLS, ...ORDERS].filter((name) => complaint(name) !== undefined);
	assert.deepEqual(refused, ORDERS);
});

test("a verb in front of its object is refused, and the tool is proposed", () => {
	const expected = {
		"count-words": "word-counter",
		"translate-text": "text-translator",
		"detect-faces": "face-detector",
		"sort-lines-v2": "line-sorter-v2",
		"tokenise-text": "text-tokeniser",
	};
	assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, proposed(name)])), expected);
});

test("verbs are recognised by their endings", () => {
	assert.deepEqual(
		HELD_OUT.filter((verb) => VERBS.has(verb)),
		[],
	);
	assert.deepEqual(
		HELD_OUT.filter((verb) => complainAboutVerb(verb) === undefined),
		[],
	);
});

test("a refusal proposes the tool", () => {
	const expected = {
		classify: "classifier",
		tokenize: "tokenizer",
		tokenising: "tokeniser",
		"text-translate": "text-translator",
		compress: "compressor",
		detect: "detector",
		trim: "trimmer",
		deny: "denier",
		decide: "decider",
		embed: "embedder",
		"text-to-speech-convert": "text-to-speech-converter",
		"classify-v2": "classifier-v2",
		// With the words before it, it would be too long.
		[`${"a".repeat(55)}-translate`]: "translator",
	};
	for (const [name, tool] of Object.entries(expected)) assert.equal(proposed(name), tool);
	assert.equal(
		complainAboutVerb("text-parsing"),
		'The name "text-parsing" ends with the verb "parse". Name the mill as a tool, such as "text-parser", or keep the name with allowName: true (in Python allow_name=True).',
	);
});

test("what a refusal proposes is accepted", () => {
	for (const verb of [...VERBS.keys(), ...HELD_OUT]) {
		const gerund = `${verb.endsWith("e") ? verb.slice(0, -1) : verb}ing`;
		const names = [verb, gerund, `text-${verb}`, `${verb}-v2`].filter((name) => complainAboutVerb(name));
		for (const tool of names.map(proposed)) assert.equal(complaint(tool), undefined, tool);
	}
});

test("a name is well formed", () => {
	for (const name of ["a", "classifier", "sha-256-hasher", "a".repeat(64), "health-checker", "constructor"]) {
		assert.equal(complainAboutForm(name), undefined);
	}
	assert.equal(
		complainAboutForm("Foo_Bar"),
		'The name "Foo_Bar" is not of the form [a-z][a-z0-9-]*, such as "word-counter".',
	);
	for (const name of ["", "-", "-a", "2d", "a b", "a/b", "a.b", "é", "a\n", "__proto__", "A"]) {
		assert.match(complainAboutForm(name) ?? "", /is not of the form \[a-z\]/, JSON.stringify(name));
	}
	for (const name of ["a-", "a--b", "a-b-"]) {
		assert.match(complainAboutForm(name) ?? "", /must have single hyphens/, name);
	}
	assert.equal(complainAboutForm("a".repeat(65)), "The name has 65 characters, and may have at most 64.");
	assert.equal(complainAboutForm("metrics"), 'The name "metrics" is reserved. Choose another.');
	assert.deepEqual(RESERVED_NAMES, ["health", "metrics", "mcp", "page", "docs"]);
});

test("the checks of a name end for any text, without an exception", () => {
	for (const part of ["a", "-", "y", "ing", "ise-", "translate-", "bcd", "\u0000", "v2-", "of-"]) {
		for (const name of [part, part.repeat(100_000)]) {
			complainAboutForm(name);
			complainAboutVerb(name);
		}
	}
});
