/** What a text area was given: a text, or a file whose bytes are no UTF-8. */
interface ExactText {
	readonly content: string | File;
	/** The content as text. */
	readonly text: string;
	/** Whether a text area has this text as it is, so that places in one are places in the other. */
	readonly isShownExactly: boolean;
}

/** A text area turns all line breaks into LF. */
export function exactText(text: string): ExactText {
	return { content: text, text, isShownExactly: !text.includes("\r") };
}

/** Reads a file with its byte order mark. */
export async function exactFile(file: File): Promise<ExactText> {
	const bytes = await file.arrayBuffer();
	try {
		return exactText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
	} catch {
		return { content: file, text: new TextDecoder().decode(bytes), isShownExactly: false };
	}
}
