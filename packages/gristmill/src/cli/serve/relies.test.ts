import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folderWith } from "../../testing/command.js";
import { relianceLine } from "./relies.js";

test("gristmill test names the functions that make the digest of a mill depend on the JavaScript engine", async (t) => {
	const folder = await folderWith(t, {
		"mill.js": 'import "./deep.js";\nexport const a = Math.exp(1) + Math.exp(2);\nnew Date(0);\n',
		"deep.js": "export const b = Math.sin(1) + Math.max(1, 2);\n",
		"plain.js": "export const c = Math.sqrt(2);\n",
	});
	const line = (file: string) => relianceLine({ url: pathToFileURL(join(folder, file)) });
	assert.equal(
		await line("mill.js"),
		"  relies   on the engine's class of maths (Math.exp, Math.sin); of locale (Date)\n",
	);
	assert.equal(await line("plain.js"), "");
});
