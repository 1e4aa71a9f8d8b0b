import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenComplaint } from "./session.js";

test("a token that no header field can carry is refused", () => {
	const sentence = "The token has a space or a character that is not ASCII. Enter the token alone.";
	for (const token of ["s3cret…", "schlüssel", "Bearer s3cret", "a\tb", "a\u0000b"])
		assert.equal(tokenComplaint(token), sentence, token);
	assert.equal(tokenComplaint(" eyJhbGciOi.J9_-~+/= \n"), undefined);
});
