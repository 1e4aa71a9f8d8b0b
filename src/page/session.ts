import type { SecurityScheme } from "./facts.js";

/** The field that carries a credential. */
export interface Credential {
	readonly field: string;
	/** The value with `$TOKEN` in the place of the secret. */
	readonly form: string;
}

/** What the visit knows: where the server is, and a token, in memory alone and gone with the page. */
export class Session {
	readonly base: URL;
	#token = "";
	#credential: Credential = { field: "Authorization", form: "Bearer $TOKEN" };

	constructor(base: URL) {
		this.base = base;
	}

	/** The field as it may be shown; undefined where there is no token. */
	get credential(): Credential | undefined {
		return this.#token === "" ? undefined : this.#credential;
	}

	authorise(token: string, schemes: readonly SecurityScheme[]): void {
		this.#token = token.trim();
		this.#credential = credentialOf(schemes);
	}

	/** Asks this server, and no other. */
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

/** An API key where the server asks for one in a header, a bearer token everywhere else. */
export function credentialOf(schemes: readonly SecurityScheme[]): Credential {
	const key = schemes.find(({ type, in: place, name }) => type === "apiKey" && place === "header" && name);
	const isBearer = schemes.some(({ type, scheme }) => type === "http" && scheme?.toLowerCase() === "bearer");
	return key?.name && !isBearer
		? { field: key.name, form: "$TOKEN" }
		: { field: "Authorization", form: "Bearer $TOKEN" };
}
