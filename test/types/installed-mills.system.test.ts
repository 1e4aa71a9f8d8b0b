import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";

/** Each line compiles only if the name gives the types of its mill. */
const PROGRAM = `import { open } from "gristmill";
import { open as alone } from "gristmill/library";
const tokeniser = await open("@gristmill/mills/tokeniser");
const result: { readonly count: number } = await tokeniser("text", { scheme: "o200k_base" });
// @ts-expect-error: no such scheme.
await tokeniser("text", { scheme: "o200k" });
// @ts-expect-error: it takes text.
await tokeniser(4, { scheme: "word" });
const isolated = await alone("@gristmill/mills/normaliser", { workers: 2 });
// @ts-expect-error: it takes text.
await isolated(4);
console.log(result);
`;

const OWN = `import { open } from "gristmill";
const summarise = await open("@me/summariser");
// @ts-expect-error: it takes text.
await summarise(4);
const { summary } = await summarise("A long text.");
console.log(summary.trim());
`;

/** A mill of an author, as npm publishes it. */
const PACKAGE = {
	"package.json": JSON.stringify({
		name: "@me/summariser",
		version: "1.0.0",
		type: "module",
		exports: { types: "./summariser.d.ts", default: "./summariser.js" },
		gristmill: { mills: { summariser: "./summariser.js" } },
	}),
	"summariser.d.ts": `import type { TypedMill } from "gristmill";
declare const mill: TypedMill<string, {}, { readonly summary: string }>;
export default mill;
declare module "gristmill" {
	interface InstalledMills {
		"@me/summariser": typeof mill;
	}
}
`,
};

const OPTIONS = "--ignoreConfig --strict --noEmit --skipLibCheck --module nodenext --target es2023".split(
	" ",
);

test("the name of an installed mill has its types, in files that import its package or under types of tsconfig.json", async (t) => {
	const folder = await realpath(
		await folderWith(t, {
			"named.mts": PROGRAM,
			"imported.mts": `import type {} from "@gristmill/mills";\n${PROGRAM}`,
			"own.mts": `import type {} from "@me/summariser";\n${OWN}`,
			"given.mts": OWN,
			// It compiles if names are not known, too.
			"unseen.mts":
				'import { open } from "gristmill";\nconst call = await open("@gristmill/mills/tokeniser");\nconst { count } = await call(4, { scheme: 4 });\n// @ts-expect-error: nothing is known of the count.\ncount.toFixed();\n',
		}),
	);
	await mkdir(join(folder, "node_modules/@gristmill"), { recursive: true });
	await mkdir(join(folder, "node_modules/@me/summariser"), { recursive: true });
	await symlink(`${ROOT}node_modules/@types`, join(folder, "node_modules/@types"));
	await symlink(`${ROOT}packages/gristmill`, join(folder, "node_modules/gristmill"));
	await symlink(`${ROOT}packages/mills`, join(folder, "node_modules/@gristmill/mills"));
	for (const [name, text] of Object.entries(PACKAGE))
		await writeFile(join(folder, "node_modules/@me/summariser", name), text);

	/** What the compiler says of a file, after its exit code. */
	function compiled(file: string, types: string): string {
		const { stdout, status } = spawnSync(
			process.execPath,
			[`${ROOT}node_modules/typescript/bin/tsc`, ...OPTIONS, "--types", types, file],
			{ cwd: folder, encoding: "utf8" },
		);
		return `${status} ${stdout}`;
	}
	assert.equal(compiled("named.mts", "node,@gristmill/mills"), "0 ");
	assert.equal(compiled("imported.mts", "node"), "0 ");
	assert.equal(compiled("own.mts", "node"), "0 ");
	assert.equal(compiled("given.mts", "node,@me/summariser"), "0 ");
	assert.equal(compiled("unseen.mts", "node"), "0 ", "a name that the program does not know is any mill");
});
