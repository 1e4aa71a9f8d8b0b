import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { readTrouble, writeTrouble } from "./file-trouble.js";

test("an error of a file is described in words, or by its code if it is not known", () => {
	const thrown = (act: () => unknown) => {
		try {
			return act();
		} catch (error) {
			return error;
		}
	};
	const read = (file: string) => thrown(() => readFileSync(file));
	assert.equal(readTrouble("/no/such", read("/no/such")), "/no/such does not exist");
	assert.equal(readTrouble("/", read("/")), "/ is a folder");
	assert.equal(readTrouble("a", { code: "EIO" }), "a cannot be read (EIO)");
	const write = (file: string) => thrown(() => writeFileSync(file, ""));
	assert.equal(writeTrouble("/no/such", write("/no/such")), "/no/such is in a folder that does not exist");
	assert.equal(writeTrouble("/", write("/")), "/ is a folder");
});
