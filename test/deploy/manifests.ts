import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";

export interface Manifest {
	readonly kind: string;
	// biome-ignore lint/suspicious/noExplicitAny: the compiler checks the manifests against kubernetes-types.
	readonly [name: string]: any;
}

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
	manifests: readonly Manifest[],
	kindOf = ({ kind }: Manifest) => kind,
): Promise<string> {
	const source = manifests.map((manifest, i) => {
		const kind = kindOf(manifest);
		assert.ok(DECLARED[kind], `kubernetes-types declares no ${kind}`);
		return `import type { ${kind} as T${i} } from "kubernetes-types/${DECLARED[kind]}";
export const m${i}: T${i} = ${JSON.stringify(manifest)};`;
	});
	const files = { "package.json": '{"type":"module"}', "manifests.ts": source.join("\n") };
	const folder = await folderWith(t, files);
	await symlink(`${ROOT}node_modules`, join(folder, "node_modules"));
	const words = [`${ROOT}node_modules/typescript/bin/tsc`, ...OPTIONS.split(" "), "", "manifests.ts"];
	return spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" }).stdout;
}
