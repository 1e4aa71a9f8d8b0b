// `npm run bench -- NAME`: runs a benchmark, which is a file in bench/. `npm run bench` lists them.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const folder = new URL("../bench/", import.meta.url);
const [, , name] = process.argv;

/** The first line of a benchmark says what it measures. */
const summaryOf = (file) => readFileSync(new URL(file, folder), "utf8").split("\n", 1)[0].replace("// ", "");

if (name !== undefined && existsSync(new URL(`${name}.mjs`, folder))) {
	await import("./build.mjs");
	// The arguments of the benchmark are where they would be if it had been started itself.
	process.argv.splice(2, 1);
	await import(new URL(`${name}.mjs`, folder));
} else {
	const files = readdirSync(folder).filter((file) => file.endsWith(".mjs"));
	if (name !== undefined) console.error(`There is no benchmark "${name}".\n`);
	console.log(
		"npm run bench -- NAME, and what it measures. Its file, bench/NAME.mjs, lists its variables.\n",
	);
	for (const file of files) console.log(`  ${file.slice(0, -4).padEnd(12)} ${summaryOf(file)}`);
	process.exitCode = name === undefined ? 0 : 1;
}
