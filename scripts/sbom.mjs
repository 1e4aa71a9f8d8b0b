// `npm run sbom [FOLDER]`: writes the run-time dependencies of each package, as CycloneDX, to NAME.cdx.json in a folder, by
// default dist/.
// It reads only the lockfile. `npm sbom --omit=dev` leaves out packages that development dependencies also need (jose, zod).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { packages: LOCKED } = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8"));
const PACKAGES = { gristmill: "packages/gristmill", "gristmill-mills": "packages/mills" };

/** The path in the lockfile of what Node would load for a name: the nearest node_modules folder above the importer. */
function locate(name, importer) {
	for (let folder = importer; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
		const path = `${folder}${folder && "/"}node_modules/${name}`;
		if (LOCKED[path]) return LOCKED[path].link ? LOCKED[path].resolved : path;
		if (folder === "")
			throw new Error(`Run "npm install": package-lock.json has no ${name} for ${importer}.`);
	}
}

/** The paths of what a package needs at run time. Optional peers are left out: npm does not install them. */
function needsOf(path) {
	const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = LOCKED[path];
	const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
	const required = [...Object.keys(dependencies ?? {}), ...peers].map((name) => locate(name, path));
	const optional = Object.keys(optionalDependencies ?? {}).map((name) => locate(name, path));
	return { required, optional, all: [...new Set([...required, ...optional])].sort() };
}

/** Everything below a package that `next` leads to, without the package itself. */
function reachable(start, next) {
	const found = new Set([start]);
	for (const path of found) for (const other of next(path)) found.add(other);
	found.delete(start);
	return found;
}

/** The lockfile holds a name only if the folder has another one. */
const nameOf = (path) => LOCKED[path].name ?? path.replace(/^.*(?:node_modules|packages)\//, "");
const purl = (path) => `pkg:npm/${nameOf(path).replace("@", "%40")}@${LOCKED[path].version}`;

function component(path, scope) {
	const { version, license, integrity } = LOCKED[path];
	const [algorithm, digest] = integrity?.split("-") ?? [];
	return {
		"bom-ref": purl(path),
		type: "library",
		name: nameOf(path),
		version,
		scope,
		purl: purl(path),
		...(license && {
			licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }],
		}),
		...(digest && {
			hashes: [
				{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") },
			],
		}),
	};
}

function sbomOf(folder) {
	const required = reachable(folder, (path) => needsOf(path).required);
	const paths = [...reachable(folder, (path) => needsOf(path).all)];
	// Two folders may hold the same version.
	const unique = new Map(paths.map((path) => [purl(path), path]).sort(([a], [b]) => (a < b ? -1 : 1)));
	return {
		bomFormat: "CycloneDX",
		specVersion: "1.5",
		version: 1,
		metadata: { component: component(folder, "required") },
		components: [...unique.values()].map((path) =>
			component(path, required.has(path) ? "required" : "optional"),
		),
		dependencies: [folder, ...unique.values()].map((path) => ({
			ref: purl(path),
			dependsOn: needsOf(path).all.map(purl),
		})),
	};
}

const destination = resolve(process.argv[2] ?? join(root, "dist"));
mkdirSync(destination, { recursive: true });
for (const [name, folder] of Object.entries(PACKAGES)) {
	const document = sbomOf(folder);
	const file = join(destination, `${name}.cdx.json`);
	writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
	console.log(`${file}: ${document.components.length} components`);
}
