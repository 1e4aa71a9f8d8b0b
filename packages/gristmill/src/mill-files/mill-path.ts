/** `./mill.ts`, `/mills/mill.js` and `mill.py` are files; `tokeniser` and `@me/summariser` are names. */
export function isMillPath(word: string): boolean {
	return /^(?:\.{0,2}[/\\]|[a-z]:[/\\])|\.(?:[cm]?[jt]sx?|py)$/i.test(word);
}
