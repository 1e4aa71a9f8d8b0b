import type { Mill } from "../../core/definition/mill.js";

/** `word-counter` → `WordCounter`. */
function pascal(name: string): string {
	return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `word-counter` → `wordCounter`. */
export function camel(name: string): string {
	const word = pascal(name);
	return word.charAt(0).toLowerCase() + word.slice(1);
}

/** Returns the name of the component that describes a mill's result. */
export function outputName(mill: Mill): string {
	return `${pascal(mill.name)}Output`;
}

/** The same for a result with links. No mill can have an output of this name. */
export function linkedOutputName(mill: Mill): string {
	return `${outputName(mill)}Hal`;
}

export function schemaReference(name: string): { readonly $ref: string } {
	return { $ref: `#/components/schemas/${name}` };
}
