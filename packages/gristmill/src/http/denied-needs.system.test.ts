import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { awaitedLog } from "../testing/awaited-log.js";
import { folderWith } from "../testing/command.js";
import { ask, refused, start } from "../testing/server.js";

const NAMES = { load: "early-tester", run: "late-tester" };

/** A mill that starts a process without the need for it, when it loads or when it runs. */
function spawner(name: string, when: "load" | "run"): string {
	const spawns = "spawnSync('true')";
	return `import { spawnSync } from "node:child_process";
import { defineMill, Type, text } from ${JSON.stringify(new URL("../index.js", import.meta.url).href)};
export default defineMill({
	name: "${name}", version: "1.0.0", summary: "Starts a process.",
	input: { "text/plain": text() }, output: Type.Object({ n: Type.Integer() }),
	load: () => { ${when === "load" ? spawns : ""} },
	run: (input) => { ${when === "run" ? spawns : ""}; return { n: input.length }; },
});
`;
}

test("the log names the need that a mill lacks, when it loads and when it runs", async (t) => {
	const names = ["load", "run"] as const;
	const folder = await folderWith(
		t,
		Object.fromEntries(names.map((when) => [`${when}.mjs`, spawner(NAMES[when], when)])),
	);
	const { log, logged, lines } = awaitedLog();
	const mills = names.map((when) => pathToFileURL(join(folder, `${when}.mjs`)));
	const { server, url } = await start({ workers: 1, log }, { mills });
	t.after(() => server.close());
	assert.deepEqual(await server.examined(), { unready: [NAMES.load] });
	const advice = 'Add needs: ["spawn"] to it';
	const entries = lines.map((line): Record<string, string> => JSON.parse(line));
	for (const message of ["a mill cannot be loaded", "a mill is not ready"]) {
		const entry = entries.find((one) => one.message === message);
		assert.ok((entry?.error ?? entry?.reason)?.includes(advice), JSON.stringify(entries));
	}
	const headers = { "Content-Type": "text/plain" };
	refused(
		await ask(`${url}/${NAMES.run}`, { method: "POST", headers, body: Buffer.from("s3cret") }),
		500,
		"crashed",
	);
	const failed = JSON.parse(await logged("a call failed"));
	assert.ok(failed.error.includes(advice), failed.error);
	assert.doesNotMatch(failed.error, /s3cret/);
});
