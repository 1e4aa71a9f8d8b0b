import { MiB } from "../../core/definition/limits.js";
import { redactUrl } from "../../core/http-words/redact-url.js";
import { bytesOf } from "../../settings/size.js";

/** Where answers are kept: in this many bytes of memory, or on a server. */
export type KeepPlace = { readonly room: number } | { readonly redis: RedisPlace };

/** A server that speaks the Redis protocol. */
export interface RedisPlace {
	readonly host: string;
	readonly port: number;
	/** "" if there is none. */
	readonly user: string;
	readonly password: string;
	readonly database: number;
	/** Without the password, for the log. */
	readonly address: string;
}

/** Reads the setting `keep`. Throws a RangeError that says what it can be. */
export function keepPlace(text: string): KeepPlace {
	const room = bytesOf(text);
	if (room !== undefined && room >= MiB) return { room };
	const redis = room === undefined ? redisPlace(text) : undefined;
	if (redis) return { redis };
	throw new RangeError(
		`keep is ${JSON.stringify(redactUrl(text))}, and must be a size from 1 MiB, such as 256MiB, or the address of a Redis server, such as redis://127.0.0.1:6379/0.${text.includes("@") ? " In a password, write / as %2F, # as %23, ? as %3F and @ as %40." : ""}`,
	);
}

function redisPlace(text: string): RedisPlace | undefined {
	if (!/^redis:\/\//i.test(text) || !URL.canParse(text)) return undefined;
	const { hostname, port, username, password, pathname, search, hash } = new URL(text);
	const database = /^\/?(\d{0,5})$/.exec(pathname)?.[1];
	if (hostname === "" || database === undefined || search !== "" || hash !== "") return undefined;
	try {
		return {
			host: hostname.replace(/^\[(.*)\]$/, "$1"),
			port: Number(port || 6379),
			user: decodeURIComponent(username),
			password: decodeURIComponent(password),
			database: Number(database),
			address: redactUrl(text),
		};
	} catch {
		// A percent sign that encodes nothing.
		return undefined;
	}
}
