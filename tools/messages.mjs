// Prints every message that says what is wrong, to be read in one sitting: node tools/messages.mjs [PART OF A PATH]
import { readdirSync, readFileSync } from "node:fs";

const PACKAGES = new URL("../packages/", import.meta.url);
const SOURCES = ["gristmill/src", "mills/src"];

/** A string, or a template that may hold templates. */
const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${"`"}(?:[^${"`"}$\\]|\\.|\$(?!\{)|\$\{(?:[^{}${"`"}]|${"`"}[^${"`"}]*${"`"}|\{[^{}]*\})*\})*${"`"}`;

/** What makes an error, the code of a problem, and the message; or a complaint that is returned, perhaps one of two. */
const MADE = new RegExp(
	String.raw`(?:(?:new \w+|\b(?:refuse|refusal|complain|fail|broken|Mistake))\(\s*(?:"([a-z-]+)",\s*)?|\breturn |(\? |(?<!\b[a-z]+): ))f?(${TEXT})`,
	"g",
);

/** All messages: `{ file, code, message, isPart }`, with "…" for what is filled in. A part may stand behind the fact. */
export function messages() {
	const found = new Map();
	for (const folder of SOURCES)
		for (const name of readdirSync(new URL(`${folder}/`, PACKAGES), { recursive: true }).sort()) {
			if (!/\.(?:ts|py)$/.test(name) || /\.test\.ts$|(?:^|\/)(?:testing|checker)\//.test(name)) continue;
			const text = readFileSync(new URL(`${folder}/${name}`, PACKAGES), "utf8");
			for (const [, code = "", choice, literal] of withoutComments(text).matchAll(MADE)) {
				const message = shown(literal, name.endsWith(".py"));
				if (isSentence(message))
					found.set(`${name} ${message}`, {
						file: `${folder}/${name}`,
						code,
						message,
						isPart: choice !== undefined,
					});
			}
		}
	return [...found.values()];
}

/** The first words of a message that says what to do before it says what is wrong. */
export const REMEDY =
	/^(?:Add|Call|Choose|Correct|Declare|Define|Do not|Free|Give|Hide|Install|Keep|Leave|Let|Name|Omit|Put|Raise|Remove|Rename|Restart|Restore|Resume|Return|Send|Set|Shorten|Use|Wait|Write) /;

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|#).*$/gm, "");
const isSentence = (message) => /^\S+ \S+ .*[.…]$/.test(message);

function shown(literal, isPython) {
	const text = literal.slice(1, -1);
	const filled = isPython
		? text.replace(/\{\{/g, "{").replace(/\{[^{}]*\}/g, "…")
		: text.replace(/\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/g, "…");
	return filled.replace(/\\(.)/g, "$1");
}

if (process.argv[1] === new URL(import.meta.url).pathname)
	for (const { file, code, message } of messages())
		if (file.includes(process.argv[2] ?? "")) console.log(`${file}${code && ` (${code})`}: ${message}`);
