import { redactUrl } from "../../core/http-words/redact-url.js";
import type { MillSource } from "../../runtime/loading/import-mill.js";
import type { SettingsByMill } from "../../settings/mill-limits.js";
import type { ServerValues } from "../../settings/table.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import type { AuthSettings } from "../auth/settings.js";
import type { TlsSettings } from "../tls/settings.js";

/** What a program can set. Everything has a default. The keys of `ServerValues` have the names and units of the flags. */
export interface Settings extends ServerValues {
	/** Who may call. Everyone by default. */
	readonly auth?: AuthSettings;
	/** Serves https with this certificate. The default is http. */
	readonly tls?: TlsSettings;
	/** Limits and deprecations of single mills, by name. */
	readonly mills?: SettingsByMill;
	/** More mills by version, served below the base: those of "v2" at `{base}/v2/NAME`. Their settings are at "v2/NAME". */
	readonly versions?: Readonly<Record<string, readonly MillSource[]>>;
	/** Receives what an operator should know. The default writes lines of JSON to standard error. */
	readonly log?: Log;
}

/** The same, and what only a command of ours sets. */
export interface HostSettings extends Settings {
	/**
	 * For the author of the mills: a mill that fails its examples can be called, the log has the messages of errors, and the page
	 * shows what is wrong with the mill files.
	 */
	readonly development?: { mistakes(): readonly string[] };
	/** The log has the messages of errors, which may quote an input: who reads it has made the calls. So it is in development. */
	readonly showMessages?: boolean;
}

/** Normalises a base: "/v1" for "v1", "/v1/" and "/v1"; "" for the root. Throws a RangeError if it is not a plain path. */
export function normalBase(base: string): string {
	const path = `/${base}`.replace(/^\/+/, "/").replace(/\/+$/, "");
	if (path !== "" && !/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path))
		throw new RangeError(`The base ${JSON.stringify(base)} is not a plain path such as /v1.`);
	if (path.split("/").some((segment) => segment === "." || segment === ".."))
		throw new RangeError(`The base ${JSON.stringify(base)} has a segment "." or "..". Remove it.`);
	return path;
}

/** Removes the trailing slash of a public URL. Throws a RangeError if it is not an http or https URL. */
export function normalPublicUrl(url: string): string {
	const parsed = URL.canParse(url) ? new URL(url) : undefined;
	if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash)
		throw new RangeError(
			`The public URL ${JSON.stringify(redactUrl(url))} is not of the form http(s)://host/path.`,
		);
	if (parsed.username !== "" || parsed.password !== "")
		throw new RangeError(
			"The public URL has a user name and a password, which every document would show. Remove them.",
		);
	return parsed.href.replace(/\/+$/, "");
}
