import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileTrouble } from "./file-trouble.js";

test("the trouble with a file is told in words, and by its code if there are none", () => {
	const trouble = (file: string) => {
		try {
			return readFileSync(file, "utf8");
		} catch (error) {
			return fileTrouble(file, error);
		}
	};
	assert.equal(trouble("/no/such"), "/no/such does not exist");
	assert.equal(trouble("/"), "/ is a folder");
	assert.equal(fileTrouble("a", { code: "EIO" }), "a (EIO)");
});
