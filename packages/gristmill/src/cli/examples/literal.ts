/** A file beside the mill file, by its relative path. */
export class FileBeside {
	readonly path: string;

	constructor(path: string) {
		this.path = path;
	}
}

/** A value as it is written in a mill file. */
export type Literal = (value: unknown) => string;

/** In TypeScript and JavaScript. */
export const scriptLiteral: Literal = (value) => {
	if (value instanceof FileBeside) return `new URL(${JSON.stringify(value.path)}, import.meta.url)`;
	if (value instanceof Uint8Array) return `Uint8Array.of(${value.join(", ")})`;
	if (Array.isArray(value)) return `[${value.map(scriptLiteral).join(", ")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const members = Object.entries(value).map(([name, own]) => `${keyOf(name)}: ${scriptLiteral(own)}`);
	return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
};

/** In Python. */
export const pythonLiteral: Literal = (value) => {
	if (value instanceof FileBeside) return `Path(${JSON.stringify(value.path.replace(/^\.\//, ""))})`;
	if (value instanceof Uint8Array)
		return `b"${[...value].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}"`;
	if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
	if (value === null) return "None";
	if (typeof value === "boolean") return value ? "True" : "False";
	if (typeof value !== "object") return JSON.stringify(value);
	return `{${Object.entries(value)
		.map(([name, own]) => `${JSON.stringify(name)}: ${pythonLiteral(own)}`)
		.join(", ")}}`;
};

/** `__proto__` would set the prototype. */
function keyOf(name: string): string {
	return name === "__proto__"
		? '["__proto__"]'
		: /^[A-Za-z_$][\w$]*$/.test(name)
			? name
			: JSON.stringify(name);
}
