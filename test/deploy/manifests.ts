import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";

/** Where each kind is declared in kubernetes-types. */
const DECLARED: Readonly<Record<string, string>> = {
	Deployment: "apps/v1",
	Service: "core/v1",
	PodSpec: "core/v1",
	PodDisruptionBudget: "policy/v1",
	HorizontalPodAutoscaler: "autoscaling/v2",
	NetworkPolicy: "networking/v1",
	Job: "batch/v1",
};
const OPTIONS =
	"--ignoreConfig --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --types";

/** What the compiler says of manifests as literals: names that nobody declared are errors, as wrong types are. */
export async function complaints(
	t: TestContext,
	manifests: readonly { readonly kind: string }[],
	kindOf = (manifest: { readonly kind: string }) => manifest.kind,
): Promise<string> {
	const source = manifests.map((manifest, i) => {
		const kind = kindOf(manifest);
		assert.ok(DECLARED[kind], `kubernetes-types declares no ${kind}`);
		return `import type { ${kind} as T${i} } from "kubernetes-types/${DECLARED[kind]}";
export const m${i}: T${i} = ${JSON.stringify(manifest)};`;
	});
	const folder = await folderWith(t, { "package.json": '{"type":"module"}' });
	await symlink(`${ROOT}node_modules`, join(folder, "node_modules"));
	await writeFile(join(folder, "manifests.ts"), source.join("\n"));
	const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
	const words = [tsc, ...OPTIONS.split(" "), "", "manifests.ts"];
	return spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" }).stdout;
}
