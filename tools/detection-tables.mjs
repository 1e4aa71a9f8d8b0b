// What the tools share that make the tables of the translator's language detection: these lie compressed in one file.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const FILE = new URL("../packages/mills/models/translator/languages.json.br", import.meta.url);

/** Puts one tool's table in the place of the one before. */
export function replaceTable(name, table) {
	const tables = JSON.parse(brotliDecompressSync(readFileSync(FILE)));
	const text = JSON.stringify({ ...tables, [name]: table });
	const bytes = brotliCompressSync(text, {
		params: {
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
			[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
			[constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
			[constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
		},
	});
	writeFileSync(FILE, bytes);
	console.log(`${JSON.stringify(table).length} characters; all tables take ${bytes.length} bytes`);
}
