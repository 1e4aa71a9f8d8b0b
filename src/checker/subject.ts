/** One input of the mill, and where it comes from. */
export interface Input {
	readonly body: Uint8Array;
	readonly mediaType: string;
	/** For the report: a file, a document, or "made up". */
	readonly origin: string;
}

/** The mill under check, as far as it is known. */
export interface Subject {
	readonly mill: URL;
	/** The address above the mill, with a slash at its end. */
	readonly base: URL;
	/** The first segment behind the base. */
	readonly tool: string;
	readonly method: string;
	/** The media types that the mill takes, as far as it says. */
	readonly mediaTypes: readonly string[];
	/** Inputs that were answered with 200; the first is the canary. */
	readonly inputs: readonly Input[];
	/** The input that most rows use; one that was not answered with 200 where there is no better. */
	readonly canary: Input;
}

/** An address below the base. */
export function below({ base }: Pick<Subject, "base">, path: string): URL {
	return new URL(path, base);
}

/** An address below the mill: `$schema`, `last`. */
export function under({ mill }: Pick<Subject, "mill">, path: string): URL {
	const url = new URL(mill);
	url.pathname = `${mill.pathname}/${path}`;
	url.search = "";
	return url;
}

/** The document of the tool: `{base}/<tool>/$schema`. */
export function toolDocument({ base, tool }: Pick<Subject, "base" | "tool">, name: string): URL {
	return new URL(`${tool}/${name}`, base);
}
