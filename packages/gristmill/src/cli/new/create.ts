import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { UsageError, WorkError } from "../command-line/command-error.js";
import { describeFlags, readFlags, readWords } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";
import { CHOICES, type Chosen, filesOf, nameIn } from "./choices.js";
import { projectFiles } from "./project.js";
import { writeNew } from "./write-new.js";

const HELP = `npm create gristmill@latest NOUN: write a folder with a mill, its test, package.json, README and Dockerfile

On a terminal it asks what no flag says. Elsewhere it asks nothing.

${describeFlags(CHOICES)}

Examples
  npm create gristmill@latest vowel-counter
  npm create gristmill@latest vowel-counter -- --language py
`;

/** What is asked, in this order, and what the choices mean. */
const QUESTIONS: Readonly<Record<keyof Chosen, readonly [string, Readonly<Record<string, string>>]>> = {
	input: ["What goes in?", { text: "a text", image: "a picture", form: "several inputs, as a form" }],
	language: ["Which language?", { ts: "TypeScript", js: "JavaScript", py: "Python" }],
	output: ["What comes out?", { json: "JSON", picture: "a picture", parts: "parts, one after the other" }],
};

/** `npm create gristmill`: writes a folder with a mill. `version` is that of the toolkit. */
export async function create(words: readonly string[], version: string, host: Host): Promise<number> {
	if (words.includes("--help") || words.includes("-h")) {
		host.stdout.write(HELP);
		return 0;
	}
	const { chosen, rest } = readFlags(CHOICES, words);
	const name = nameIn(rest, "npm create gristmill@latest");
	// A name or a flag that is refused is told before a question is asked.
	const { given } = readWords(CHOICES, words);
	filesOf(name, chosen);
	const folder = pathOn(host, name);
	if (existsSync(folder) && readdirSync(folder).length > 0)
		throw new WorkError(`The folder ${name} is not empty. Choose another name.`);
	const isAsked = host.stdin.isTTY === true && host.stdout.isTTY === true;
	const answers = isAsked ? await asked(chosen, new Set(given.keys()), host) : chosen;
	const made = filesOf(name, answers);
	const files = projectFiles(name, answers.language ?? "ts", version, made);
	await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
		throw new WorkError(`The folder ${name} cannot be made (${error.code}). Choose a writable folder.`);
	});
	await writeNew(files, folder);
	host.stdout.write(`Written to ${name}: ${Object.keys(files).join(", ")}

  cd ${name} && npm install
  npm run dev
`);
	return 0;
}

/** Asks for what no flag has said. Only choices that go with the answers before are offered. */
async function asked(chosen: Chosen, given: ReadonlySet<string>, host: Host): Promise<Chosen> {
	const lines = createInterface({ input: host.stdin, output: host.stdout });
	const next = lines[Symbol.asyncIterator]();
	let answers = chosen;
	try {
		for (const [key, [question, choices]] of Object.entries(QUESTIONS)) {
			const possible = Object.entries(choices).filter(([word]) => isPossible({ ...answers, [key]: word }));
			if (given.has(key) || possible.length < 2) continue;
			const list = possible.map(([word, meaning], i) => `  ${i + 1} ${word.padEnd(8)} ${meaning}\n`).join("");
			host.stdout.write(`${question}\n${list}`);
			let word: string | undefined;
			while (word === undefined) {
				host.stdout.write("Number or word [1]: ");
				const line = await next.next();
				// Ctrl+D, or Ctrl+C.
				if (line.done) throw new WorkError("Nothing was written: the questions were not answered.");
				const text = line.value.trim();
				word =
					text === "" ? possible[0]?.[0] : possible.find(([one], i) => [one, `${i + 1}`].includes(text))?.[0];
			}
			answers = { ...answers, [key]: word };
		}
		return answers;
	} finally {
		lines.close();
	}
}

function isPossible(chosen: Chosen): boolean {
	try {
		filesOf("vowel-counter", chosen);
		return true;
	} catch (error) {
		if (error instanceof UsageError) return false;
		throw error;
	}
}
