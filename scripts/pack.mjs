// `npm run pack [FOLDER]`: builds the packages and writes a tarball of each to a folder, by default the root.
// GRISTMILL_REPOSITORY, if set, becomes the packages' repository: npm compares it with the workflow that signs the provenance.
// Each package is put together in a temporary folder, because the licence and the documents exist once, at the root.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	copyFileSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import "./build.mjs";

// After the build, which says so if the packages are not installed.
const { bundleToolkit } = await import("./bundle.mjs");

const root = fileURLToPath(new URL("..", import.meta.url));
/** The content of each package: `files` in its package.json selects from it. */
const PACKAGES = {
	gristmill: {
		// Its compiled code is bundled.
		own: ["package.json", "bin"],
		shared: ["README.md", "LICENSE", "CHANGELOG.md", "docs", "deploy"],
	},
	"create-gristmill": { own: ["package.json", "README.md", "dist"], shared: ["LICENSE"] },
	mills: { own: ["package.json", "README.md", "dist", "models"], shared: ["LICENSE"] },
};

const destination = resolve(process.argv[2] ?? root);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
const staging = mkdtempSync(join(tmpdir(), "gristmill-pack-"));
const tarballs = join(staging, "tarballs");
let npm;
process.on("exit", () => {
	npm?.kill("SIGKILL");
	// npm may write until the signal reaches it.
	rmSync(staging, { recursive: true, force: true, maxRetries: 5 });
});

mkdirSync(tarballs);
for (const [name, { own, shared }] of Object.entries(PACKAGES)) {
	const folder = join(staging, name);
	for (const part of own) cpSync(join(root, "packages", name, part), join(folder, part), { recursive: true });
	for (const part of shared) cpSync(join(root, part), join(folder, part), { recursive: true });
	if (name === "gristmill") await bundleToolkit(join(root, "packages", name, "dist"), join(folder, "dist"));
	if (process.env.GRISTMILL_REPOSITORY) {
		const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
		manifest.repository = {
			type: "git",
			url: `git+${process.env.GRISTMILL_REPOSITORY}.git`,
			directory: `packages/${name}`,
		};
		writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
	}
	npm = spawn("npm", ["pack", "--silent", `--pack-destination=${tarballs}`], {
		cwd: folder,
		stdio: ["ignore", "ignore", "inherit"],
	});
	const [status] = await once(npm, "close");
	if (status !== 0) {
		console.error(`npm pack failed for packages/${name}. No tarball was written.`);
		process.exit(1);
	}
}
// Only now: a run that fails or is interrupted leaves no tarball of one package beside an old one of the other.
mkdirSync(destination, { recursive: true });
for (const name of readdirSync(tarballs)) {
	copyFileSync(join(tarballs, name), join(destination, name));
	console.log(join(destination, name));
}
