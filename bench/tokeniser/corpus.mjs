import { readdirSync, readFileSync } from "node:fs";

const MODULES = new URL("../node_modules/", import.meta.url);
const read = (path) => readFileSync(new URL(path, MODULES), "utf8");

/** The compiler's messages in its languages: real sentences in many scripts. */
function messages(language) {
	return Object.values(JSON.parse(read(`typescript/lib/${language}/diagnosticMessages.generated.json`))).join(
		"\n",
	);
}

function emoji() {
	return JSON.parse(read("emojibase-data/en/compact.json"))
		.map(({ unicode, label }) => `${unicode} ${label}`)
		.join(", ");
}

/** Prose, code, many scripts, emoji: a little more than five megabytes. */
export function mixedText() {
	const markdown = readdirSync(new URL("fastify/docs/Reference/", MODULES)).map((name) =>
		read(`fastify/docs/Reference/${name}`),
	);
	const languages = ["zh-cn", "zh-tw", "ja", "ko", "ru", "de", "es", "fr", "pl", "tr"];
	const dom = read("typescript/lib/lib.dom.d.ts");
	const code = read("typescript/lib/typescript.js");
	return [
		...languages.map(messages),
		...markdown,
		dom.slice(0, 1_700_000),
		code.slice(2e6, 3.2e6),
		emoji(),
	].join("\n\n");
}

/** Other text of the same kinds: compiles the code, and leaves caches without the words that are measured. */
export function warmUpText() {
	const code = read("typescript/lib/typescript.js");
	return [messages("it"), messages("pt-br"), messages("cs"), code.slice(5e6, 5.5e6)].join("\n");
}
