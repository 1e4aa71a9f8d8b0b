// `node tools/type-cost.mjs [--json]`: what the compiler does for a mill of two lines, for a larger one, and for a typed call.
// An editor does the same after each key. Run `npm run build` before: the compiler reads what an author's project would read.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}test/types/`;
const tsc = fileURLToPath(import.meta.resolve("typescript/package.json")).replace(
	/package\.json$/,
	"bin/tsc",
);
const OPTIONS =
	"--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2022 --lib es2023 --types node --extendedDiagnostics --listFiles";

/** Packages that every project of an author has. */
const GIVEN = ["typescript", "@types/node", "undici-types", "@typescript/"];

function measure(file) {
	const words = [tsc, ...OPTIONS.split(" "), folder + file];
	const { status, stdout: printed } = spawnSync(process.execPath, words, {
		encoding: "utf8",
		maxBuffer: 2 ** 26,
	});
	if (status !== 0) {
		console.error(`${file} does not compile:\n${printed.slice(0, 2_000)}`);
		process.exit(1);
	}
	const figure = (name) => Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(printed)?.[1]);
	const loaded = printed.matchAll(/^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/gm);
	const packages = [...new Set([...loaded].map(([, name]) => name))];
	return {
		file,
		files: figure("Files"),
		types: figure("Types"),
		instantiations: figure("Instantiations"),
		kilobytes: figure("Memory used"),
		packages: packages.filter((name) => !GIVEN.some((given) => name.startsWith(given))),
	};
}

const rows = ["two-lines.ts", "many-keys.ts", "typed-call.ts"].map(measure);
if (process.argv[2] === "--json") console.log(JSON.stringify(rows));
else
	console.table(
		Object.fromEntries(rows.map(({ file, ...row }) => [file, { ...row, packages: row.packages.join(" ") }])),
	);
