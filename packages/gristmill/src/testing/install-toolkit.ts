import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DIST, ROOT } from "./command.js";

/**
 * Puts a copy of this package into a folder `node_modules`, as npm would, with links to what it depends on. `put` writes its compiled
 * code to a folder.
 */
export async function installToolkit(
	modules: string,
	put: (to: string) => Promise<unknown> = copyCode,
): Promise<void> {
	const manifest = await readFile(`${DIST}../package.json`, "utf8");
	await put(join(modules, "gristmill/dist"));
	await writeFile(join(modules, "gristmill/package.json"), manifest);
	for (const name of Object.keys(JSON.parse(manifest).dependencies)) {
		await mkdir(dirname(join(modules, name)), { recursive: true });
		await symlink(`${ROOT}node_modules/${name}`, join(modules, name));
	}
}

const copyCode = (to: string) =>
	cp(DIST, to, { recursive: true, filter: (path) => !/\.(?:test\.js|map|d\.ts)$/.test(path) });
