// `npm run sbom`: writes what the package depends on at run time, as CycloneDX, to dist/sbom.cdx.json.
// The serial number and the time are taken out: the same lockfile gives the same bytes.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const words = ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"];
const { status, stdout, stderr } = spawnSync("npm", words, {
	cwd: root,
	encoding: "utf8",
	maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) {
	console.error(stderr);
	process.exit(1);
}
const { serialNumber, ...document } = JSON.parse(stdout);
delete document.metadata.timestamp;
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/sbom.cdx.json`, `${JSON.stringify(document, null, 2)}\n`);
console.log(`dist/sbom.cdx.json: ${document.components.length} components`);
