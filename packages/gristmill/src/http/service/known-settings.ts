import { didYouMean } from "../../core/closest.js";
import { isObject } from "../../core/schema/is-object.js";
import { MILL_LIMITS, type MillSettings } from "../../settings/mill-limits.js";
import { SERVER_KEYS } from "../../settings/table.js";
import type { AuthSettings, JwtSettings } from "../auth/settings.js";
import type { TlsSettings } from "../tls/settings.js";
import type { Settings } from "./settings.js";

/** The functions that take settings. */
type Mount = "createServer" | "createListener" | "createFetchHandler" | "attach";

type KeysOf<T> = Readonly<Record<keyof T, true>>;

const ALL: Readonly<Record<string, true>> = {
	...(Object.fromEntries(SERVER_KEYS.map((key) => [key, true])) as Record<
		(typeof SERVER_KEYS)[number],
		true
	>),
	auth: true,
	tls: true,
	mills: true,
	versions: true,
	log: true,
} satisfies KeysOf<Settings>;

const MILL: KeysOf<MillSettings> = {
	...(Object.fromEntries(Object.keys(MILL_LIMITS).map((key) => [key, true])) as KeysOf<typeof MILL_LIMITS>),
	method: true,
	deprecated: true,
	settings: true,
};

const TLS: KeysOf<TlsSettings> = { cert: true, key: true, passphrase: true, hsts: true };

const AUTH: KeysOf<AuthSettings> = {
	tokens: true,
	tokenFile: true,
	apiKeyHeader: true,
	jwt: true,
	open: true,
	closedDiscovery: true,
};

const JWT: KeysOf<JwtSettings> = {
	keys: true,
	issuer: true,
	audience: true,
	skew: true,
	algorithms: true,
	scopePrefix: true,
};

/** What the server of the application does, and what to do instead of the setting. */
const OF_THE_APPLICATION: { readonly [K in keyof Settings]?: string } = {
	tls: "your own server accepts the connections. Give the certificate to it.",
	maxConnections: "your own server accepts the connections. Set its maxConnections.",
	metricsPort: "it listens on no port. Remove it: /metrics is under the base.",
};

const UNUSABLE: Readonly<Record<Mount, { readonly [K in keyof Settings]?: string }>> = {
	createServer: {},
	createListener: OF_THE_APPLICATION,
	createFetchHandler: OF_THE_APPLICATION,
	attach: {
		...OF_THE_APPLICATION,
		drain: "your own server decides when it closes, and the workers end then. Remove it.",
	},
};

/** Throws a TypeError for a key that nothing reads: a setting that is ignored in silence may be a limit. */
export function mustBeUsable(settings: Settings, mount: Mount): void {
	const unusable = Object.entries(UNUSABLE[mount]).find(
		([key]) => settings[key as keyof Settings] !== undefined,
	);
	if (unusable) throw new TypeError(`${mount} cannot use the setting "${unusable[0]}": ${unusable[1]}`);
	mustBeKnown(settings, ALL, "", mount === "createServer");
	mustBeKnown(settings.tls, TLS, "tls.");
	mustBeKnown(settings.auth, AUTH, "auth.");
	mustBeKnown(settings.auth?.jwt, JWT, "auth.jwt.");
	for (const [name, own] of Object.entries(settings.mills ?? {})) mustBeKnown(own, MILL, `mills.${name}.`);
}

function mustBeKnown(
	given: unknown,
	known: Readonly<Record<string, true>>,
	where: string,
	listens = false,
): void {
	if (!isObject(given)) return;
	const stray = Object.keys(given).find((key) => given[key] !== undefined && !Object.hasOwn(known, key));
	if (stray === undefined) return;
	const isForListen = listens && (stray === "port" || stray === "host");
	const names = Object.keys(known);
	const advice = isForListen
		? " Give it to listen(port, host)."
		: didYouMean(stray, names, ` Known settings: ${names.join(", ")}.`);
	throw new TypeError(`Unknown setting "${where}${stray}".${advice}`);
}
