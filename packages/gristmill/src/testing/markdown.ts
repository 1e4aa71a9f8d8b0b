/** A fenced block of a Markdown document. */
export interface Block {
	readonly language: string;
	readonly text: string;
	/** The line on which its code begins. */
	readonly line: number;
}

/** Returns the fenced blocks of a document, in order. */
export function blocksOf(markdown: string): Block[] {
	const blocks: Block[] = [];
	const lines = markdown.split("\n");
	for (let i = 0; i < lines.length; i++) {
		const open = /^(`{3,})(\S*)$/.exec(lines[i] ?? "");
		if (!open) continue;
		const start = i + 1;
		while (++i < lines.length && lines[i] !== open[1]) {}
		blocks.push({ language: open[2] ?? "", text: lines.slice(start, i).join("\n"), line: start + 1 });
	}
	return blocks;
}

/** A command of a `console` block and its documented output. */
interface Step {
	readonly command: string;
	readonly expected: string;
}

/** Parses a `console` block. Lines after `$ ` are commands (`\` continues a command); other lines are output. */
export function stepsOf({ text }: Block): Step[] {
	const steps: { command: string; expected: string[] }[] = [];
	let goesOn = false;
	for (const line of text.split("\n")) {
		const step = steps.at(-1);
		if (line.startsWith("$ ")) steps.push({ command: line.slice(2), expected: [] });
		else if (goesOn && step) step.command += `\n${line}`;
		else step?.expected.push(line);
		goesOn = line.endsWith("\\") && (goesOn || line.startsWith("$ "));
	}
	return steps.map(({ command, expected }) => ({ command, expected: expected.join("\n").trim() }));
}

/** Returns whether a text matches what a document shows. `…` in the document matches anything. */
export function looksLike(actual: string, expected: string): boolean {
	const pieces = expected.split("…");
	let at = 0;
	for (const [i, piece] of pieces.entries()) {
		const found = actual.indexOf(piece, at);
		if (found < 0 || (i === 0 && found > 0)) return false;
		at = found + piece.length;
	}
	return pieces.at(-1) === "" || actual.endsWith(pieces.at(-1) ?? "");
}
