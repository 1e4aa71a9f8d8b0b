/** One input of the mill, and its origin. */
export interface ProbeInput {
	readonly body: Uint8Array;
	readonly mediaType: string;
	/** For the report: a file, a document, or "generated". */
	readonly origin: string;
}

/** What is known about the mill under check. */
export interface Subject {
	readonly mill: URL;
	/** The URL above the mill, with a trailing slash. */
	readonly base: URL;
	/** The first segment after the base. */
	readonly tool: string;
	readonly method: string;
	/** The media types that the mill declares. */
	readonly mediaTypes: readonly string[];
	/** Inputs that were answered with 200; the first is the canary. */
	readonly inputs: readonly ProbeInput[];
	/** The input that most rows use. If no input gets 200, it is the first candidate. */
	readonly canary: ProbeInput;
	/** Why the address may be wrong: OPTIONS and the call get 404, or it is the root of a server with a list. */
	readonly doubt?: "missing" | "root";
}

/** An address below the base. */
export function below({ base }: Pick<Subject, "base">, path: string): URL {
	return new URL(path, base);
}

/** An address below the mill: `$schema`, `last`. */
export function under({ mill }: Pick<Subject, "mill">, path: string): URL {
	const url = new URL(mill);
	url.pathname = `${mill.pathname.replace(/\/$/, "")}/${path}`;
	url.search = "";
	return url;
}

/** The document of the tool: `{base}/<tool>/$schema`. */
export function toolDocument({ base, tool }: Pick<Subject, "base" | "tool">, name: string): URL {
	// Without the dot, `text:analyze` would begin with a scheme. A mill at the base itself has no name.
	return new URL(tool === "" ? `./${name}` : `./${tool}/${name}`, base);
}
