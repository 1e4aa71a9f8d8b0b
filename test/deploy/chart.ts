// Renders the templates of our Helm chart without Helm. It knows only what they use, and throws for everything else; a test compares
// it with Helm where Helm is installed.

type Value = unknown;
type Node =
	| { readonly text: string }
	| { readonly expression: string }
	| { readonly word: "if" | "range"; readonly expression: string; readonly body: readonly Node[] };

const isTrue = (value: Value) =>
	Array.isArray(value) ? value.length > 0 : Boolean(value) && JSON.stringify(value) !== "{}";

const FUNCTIONS: Readonly<Record<string, (...values: Value[]) => Value>> = {
	quote: (value) => JSON.stringify(String(value)),
	toJson: (value) => JSON.stringify(value),
	default: (fallback, value) => (isTrue(value) ? value : fallback),
	join: (separator, list) => (list as string[]).join(separator as string),
	not: (value) => !isTrue(value),
	eq: (a, b) => a === b,
	ne: (a, b) => a !== b,
	add: (a, b) => Number(a) + Number(b),
	div: (a, b) => Math.trunc(Number(a) / Number(b)),
};

/** The words of an expression: strings, names, numbers, "|" and parentheses. */
const wordsOf = (expression: string) => expression.match(/"[^"]*"|[()|]|[^\s()|"]+/g) ?? [];

function evaluate(expression: string, dot: Value): Value {
	const words = wordsOf(expression);
	const pipeline = (): Value => {
		let value = command([]);
		while (words[0] === "|") {
			words.shift();
			value = command([value]);
		}
		return value;
	};
	const term = (): Value => {
		const word = words.shift() ?? "";
		if (word === "(") {
			const value = pipeline();
			words.shift();
			return value;
		}
		if (word.startsWith('"')) return JSON.parse(word);
		if (/^\d+$/.test(word)) return Number(word);
		if (word === ".") return dot;
		if (!word.startsWith(".")) throw new Error(`unknown word ${word} in {{ ${expression} }}`);
		return word
			.slice(1)
			.split(".")
			.reduce((value: Value, name) => {
				const found = (value as Record<string, Value>)[name];
				if (found === undefined) throw new Error(`no value for ${word}`);
				return found;
			}, dot);
	};
	const command = (piped: readonly Value[]): Value => {
		const call = FUNCTIONS[words[0] ?? ""];
		if (call) words.shift();
		const values: Value[] = [];
		while (words.length > 0 && words[0] !== "|" && words[0] !== ")") values.push(term());
		return call ? call(...values, ...piped) : values[0];
	};
	return pipeline();
}

function nodesOf(template: string): readonly Node[] {
	const parts = template.replace(/\s*\{\{-/g, "{{").split(/\{\{(.*?)\}\}/s);
	let at = 0;
	const block = (): Node[] => {
		const nodes: Node[] = [];
		for (; at < parts.length; at++) {
			const part = parts[at] ?? "";
			if (at % 2 === 0) {
				nodes.push({ text: part });
				continue;
			}
			const expression = part.trim();
			const [, word, rest = ""] = /^(if|range) (.*)$/.exec(expression) ?? [];
			if (expression === "end") return nodes;
			if (word !== undefined) {
				at++;
				nodes.push({ word: word as "if" | "range", expression: rest, body: block() });
			} else nodes.push({ expression });
		}
		return nodes;
	};
	return block();
}

const textOf = (nodes: readonly Node[], dot: Value): string =>
	nodes
		.map((node) => {
			if ("text" in node) return node.text;
			const value = evaluate(node.expression, dot);
			if (!("word" in node)) return String(value);
			if (node.word === "range") return (value as Value[]).map((one) => textOf(node.body, one)).join("");
			return isTrue(value) ? textOf(node.body, dot) : "";
		})
		.join("");

/** The text that a template makes of `.Values`, `.Chart` and `.Release`. */
export function render(template: string, dot: Readonly<Record<string, Value>>): string {
	return textOf(nodesOf(template), dot);
}
