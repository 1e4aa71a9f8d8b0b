// The cost of an answer besides the encoding: the whole call from bytes to bytes, in each lean format.
import { Buffer } from "node:buffer";
import { perform } from "../../packages/gristmill/dist/runtime/perform.js";
import { makeReady } from "../../packages/gristmill/dist/runtime/ready-mill.js";
import mill from "../../packages/mills/dist/tokeniser/tokeniser.js";
import { mixedText, warmUpText } from "./corpus.mjs";

const ready = await makeReady(mill);
const defaults = { offsets: "utf16", special: "text", truncate: "end", invalid: "reject" };
const signal = new AbortController().signal;

async function cpuOf(task) {
	const before = process.cpuUsage();
	await task();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}

async function call(text, format) {
	const parameters = { ...defaults, scheme: "o200k_base", format };
	const body = Buffer.from(text);
	return perform(
		ready,
		{ mediaType: "text/plain", parameters, resultType: "application/json", body },
		() => signal,
	);
}

const text = mixedText();
const encoding = ready.model.get("o200k_base");
for (const format of ["count", "ids", "columns"]) await call(warmUpText(), format);
const samples = [];
for (let round = 0; round < 7; round++) {
	const encode = await cpuOf(() => encoding.encode(text, false));
	for (const format of round % 2 ? ["columns", "ids", "count"] : ["count", "ids", "columns"])
		samples.push({ format, ratio: (await cpuOf(() => call(text, format))) / encode });
}
console.log(JSON.stringify(samples));
