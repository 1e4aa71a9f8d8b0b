import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "../schema/type.js";
import { declaredView } from "../schema/views.js";
import { defineMill } from "./define-mill.js";
import { text } from "./input.js";

const withOutput = (output: object) =>
	defineMill({
		name: "face-finder",
		version: "1.0.0",
		summary: "Finds faces.",
		input: { "text/plain": text() },
		output,
		run: () => ({}),
	} as never);

test("a member says how it is shown, and the schema keeps it as an annotation", () => {
	const mill = withOutput(Type.Object({ scores: Type.Object({ cat: Type.Number() }, { view: "bars" }) }));
	const { scores } = mill.output.properties as Record<string, Record<string, unknown>>;
	assert.equal(scores?.view, "bars");
	assert.equal(declaredView(scores ?? {}), "bars");
	assert.equal(declaredView({ view: "constructor" }), undefined);
});

test("a view that does not exist, or cannot show the member, is refused at definition", () => {
	assert.throws(
		() => withOutput(Type.Object({ scores: Type.Array(Type.Number(), { view: "plott" }) })),
		/The member "scores" has an unknown view: "plott"\. Did you mean "plot"\?/,
	);
	assert.throws(
		() => withOutput(Type.Object({ scores: Type.Array(Type.Number(), { view: 3 }) })),
		/unknown view: 3\. Choose one of bars, boxes, diff, /,
	);
	assert.throws(
		() => withOutput(Type.Object({ note: Type.String({ view: "table" }) })),
		/The view "table" of the member "note" shows array, and the member is string\./,
	);
});
