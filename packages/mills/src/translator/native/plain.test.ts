import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "./plain.js";

test("typographic marks become plain ones", () => {
	assert.equal(plain("“a” „b” «c» ‘d’ ‚e´ `f"), `"a" "b" "c" 'd' 'e' 'f`);
	assert.equal(plain("wait… non\u2011stop\u2010now – no—yes"), "wait... non-stop-now – no—yes");
});

test("white space becomes one space and is removed at the ends", () => {
	assert.equal(plain(" \t a\r\n\v\fb \u00a0\u202f c\u3000\n"), "a b c");
	assert.equal(plain("\x1ca\x1d\x1eb\x1f\x85c\u1680\u2000d\u200ae\u2028f\u2029g\u205fh"), "a b c d e f g h");
	for (const blank of ["", " ", "\n\n\t"]) assert.equal(plain(blank), "");
});

test("a drawn-out letter is written three times, capitals and digits stay", () => {
	assert.equal(plain("soooooo gooood, zzzzzzz"), "sooo goood, zzz");
	for (const text of ["sooo", "XXXXXXXX", "100000000", "......"]) assert.equal(plain(text), text);
});

test("characters that are not white space in Python stay", () => {
	assert.equal(plain("\ufeffa\u200bb\u200dc\u180ed\0"), "\ufeffa\u200bb\u200dc\u180ed\0");
});

test("plain text stays as it is", () => {
	for (const text of ['He said: "no".', "¿Qué?", "漢字 👍", "a_b*c"]) assert.equal(plain(text), text);
});
