import assert from "node:assert/strict";
import { test } from "node:test";
import { pythonLiteral, scriptLiteral } from "./literal.js";
import { placesInScript } from "./script-places.js";

/** What the places of a text hold. */
function found(code: string) {
	const places = placesInScript(code);
	const textOf = (span?: { start: number; end: number }) => span && code.slice(span.start, span.end);
	return (
		places && { list: textOf(places.list), examples: places.examples?.map(({ output }) => textOf(output)) }
	);
}

test("examples are found behind strings, comments, templates and regular expressions that look like code", () => {
	const code = `// defineMill({ examples: [1] })
const re = /["'\`{[]\\/examples: \\[/g, half = 4 / 2 / 1, text = "defineMill({";
const make = () => \`\${defineMillion({})} \${"}"}\`;
export default defineMill({
	run: (input) => ({ n: input.match(/[}\\]]/)?.length ?? 0, examples: [] }),
	'examples': [ // the first
		{ input: "a, {", output: { n: 1 } },
		/* the second */ { output: {
			n: [2, 3],
		}, input: \`]\` },
	] as const,
});`;
	assert.deepEqual(found(code), {
		list: code.slice(code.indexOf("[ // the first"), code.indexOf("] as const") + 1),
		examples: ["{ n: 1 }", "{\n\t\t\tn: [2, 3],\n\t\t}"],
	});
});

test("a definition without examples, with computed ones or none at all is told apart", () => {
	assert.deepEqual(found("export default defineMill({ name: 'x' });"), {
		list: undefined,
		examples: undefined,
	});
	assert.deepEqual(found("defineMill({ examples: all.map(f) })")?.list, undefined);
	assert.equal(found("defineMill({ examples: [...all, { output: {} }] })")?.examples, undefined);
	assert.equal(found("const mill = {}; defineMill(mill);"), undefined);
	assert.equal(found("/* defineMill({"), undefined);
});

test("a value written as a literal of JavaScript or Python is read back unchanged", () => {
	const value = {
		words: 1,
		"a-b": ['\u2028"', null, true, -0.5],
		bytes: Uint8Array.of(1, 255),
		["__proto__"]: 1,
	};
	const evaluated = new Function(`return ${scriptLiteral(value)}`)();
	assert.deepEqual(evaluated, value);
	assert.equal(
		pythonLiteral({ a: [true, false, null, 1.5], b: Uint8Array.of(7) }),
		'{"a": [True, False, None, 1.5], "b": b"\\x07"}',
	);
});
