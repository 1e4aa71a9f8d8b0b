import type { SecurityScheme } from "./views/facts.js";

/** The field that carries a credential. */
interface Credential {
	readonly field: string;
	/** The value, with `$TOKEN` instead of the secret. */
	readonly form: string;
}

/** The server's URL and the token. The token is only in memory, and gone when the page closes. */
export class PageSession {
	readonly base: URL;
	#token = "";
	#credential: Credential = { field: "Authorization", form: "Bearer $TOKEN" };

	constructor(base: URL) {
		this.base = base;
	}

	/** The field without the secret; undefined if there is no token. */
	get credential(): Credential | undefined {
		return this.#token === "" ? undefined : this.#credential;
	}

	authorise(token: string, schemes: readonly SecurityScheme[]): void {
		this.#token = token.trim();
		this.#credential = credentialOf(schemes);
	}

	/** Sends a request to this server only. */
	fetch(address: string, options: RequestInit = {}): Promise<Response> {
		const headers = new Headers(options.headers);
		if (this.#token !== "")
			headers.set(
				this.#credential.field,
				this.#credential.form.replace("$TOKEN", () => this.#token),
			);
		return fetch(new URL(address, this.base), {
			...options,
			headers,
			credentials: "same-origin",
			redirect: "error",
		});
	}
}

/** Why a header field cannot carry this token; undefined if it can. */
export function tokenComplaint(token: string): string | undefined {
	if (/^[\x21-\x7e]*$/.test(token.trim())) return undefined;
	return "The token has a space or a character that is not ASCII. Enter the token alone.";
}

/** An API key if the server requires one in a header, otherwise a bearer token. */
export function credentialOf(schemes: readonly SecurityScheme[]): Credential {
	const key = schemes.find(({ type, in: place, name }) => type === "apiKey" && place === "header" && name);
	const isBearer = schemes.some(({ type, scheme }) => type === "http" && scheme?.toLowerCase() === "bearer");
	return key?.name && !isBearer
		? { field: key.name, form: "$TOKEN" }
		: { field: "Authorization", form: "Bearer $TOKEN" };
}
