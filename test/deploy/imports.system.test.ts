import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { build } from "esbuild";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

/** The modules of a folder. They are plain JavaScript, so the compiler does not see them. */
const modulesOf = (folder: string) =>
	readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".mjs") && !name.includes("node_modules"))
		.map((name) => `${ROOT}${folder}/${name}`);

for (const folder of ["bench", "tools", "scripts", "test/interop"])
	test(`every relative import in ${folder}/ finds its file and its names`, async () => {
		const entryPoints = modulesOf(folder);
		assert.ok(entryPoints.length > 0);
		const { errors, warnings } = await build({
			entryPoints,
			outdir: "unused",
			write: false,
			bundle: true,
			packages: "external",
			format: "esm",
			platform: "node",
			target: "node20",
			logLevel: "silent",
		});
		assert.deepEqual([...errors, ...warnings], []);
	});
