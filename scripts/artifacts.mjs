// `npm run artifacts [FOLDER]`: writes what belongs to a release to a folder, by default dist-release/: the tarball and the SBOM of
// each package, the notes of the version, and checksums. Check them with `sha256sum --check SHA256SUMS`, and the models with
// `sha256sum --check models.sha256` in the folder of @gristmill/mills.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { notesOf } from "./versions.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const destination = resolve(process.argv[2] ?? join(root, "dist-release"));

/** Lines as sha256sum writes them, with paths relative to a folder. */
function checksums(folder, files) {
	const digest = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
	return files.map((file) => `${digest(file)}  ${relative(folder, file)}\n`).join("");
}

const filesBelow = (folder) =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();

// Nothing of an earlier release may be published with this one.
rmSync(destination, { recursive: true, force: true });
mkdirSync(destination, { recursive: true });
for (const script of ["pack", "sbom"]) {
	const { status } = spawnSync(process.execPath, [`${root}scripts/${script}.mjs`, destination], {
		stdio: ["ignore", "ignore", "inherit"],
	});
	if (status !== 0) process.exit(1);
}
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const notes = notesOf(readFileSync(`${root}CHANGELOG.md`, "utf8"), version);
if (notes !== undefined) writeFileSync(join(destination, "notes.md"), `${notes}\n`);
const mills = `${root}packages/mills`;
writeFileSync(join(destination, "models.sha256"), checksums(mills, filesBelow(`${mills}/models`)));
writeFileSync(join(destination, "SHA256SUMS"), checksums(destination, filesBelow(destination)));
for (const file of filesBelow(destination)) console.log(file);
