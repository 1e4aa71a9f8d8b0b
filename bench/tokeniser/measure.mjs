// One measurement in a new process, so that no cache contains the text: node measure.mjs ENCODER ENCODING
import { mixedText, warmUpText } from "./corpus.mjs";
import { ENCODERS } from "./encoders.mjs";

const [, , name, encoding] = process.argv;
const encode = await ENCODERS[name](encoding);
encode(warmUpText());
const text = mixedText();
const cpu = process.cpuUsage();
const began = performance.now();
const tokens = encode(text);
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpu);
console.log(
	JSON.stringify({
		name,
		encoding,
		tokens,
		seconds,
		cpuSeconds: (user + system) / 1e6,
		bytes: Buffer.byteLength(text),
	}),
);
