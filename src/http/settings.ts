import type { MillSource } from "../runtime/import-mill.js";
import type { AccessLog } from "../telemetry/access-log.js";
import type { AuthSettings } from "./auth/settings.js";
import type { Log } from "./log.js";
import type { SettingsByMill } from "./mill-settings.js";
import type { TlsSettings } from "./tls/settings.js";

/** What an operator or an embedding program can choose. Everything has a default. */
export interface Settings {
	/** The path under which the mills lie, such as "/v1"; the root where it is left out. */
	readonly base?: string;
	/** Where the world reaches the base, such as "https://api.example.org/v1": makes documents absolute. */
	readonly publicUrl?: string;
	/** The origins whose pages may call: "*", or a list. None where it is left out. */
	readonly cors?: "*" | readonly string[];
	/** Who may call; everybody where it is left out. */
	readonly auth?: AuthSettings;
	/** Serve https with this certificate; http where it is left out. */
	readonly tls?: TlsSettings;
	/** What not to offer: `negotiation`, `links`, `urls`, `schema`, `xml-schema`, `description`, `list`, `metrics`, `mcp`, `page`, or `mill:…`. */
	readonly hide?: readonly string[];
	/** "always" puts `_links` into plain JSON results too; "hal" (the default) only into application/hal+json. */
	readonly links?: "hal" | "always";
	/** The name of the server in its documents. */
	readonly title?: string;
	/** How many calls run at a time; as many as there are cores where it is left out. */
	readonly workers?: number;
	/** "never" keeps every mill off the HTTP loop. */
	readonly inline?: "auto" | "never";
	/** Bounds every mill's own deadline, in milliseconds. */
	readonly deadline?: number;
	/** The most resident memory of one worker, in MiB. */
	readonly workerMemory?: number;
	/** How many calls of one mill may wait. */
	readonly maxWaiting?: number;
	/** Bounds the size of every mill's input, in bytes. */
	readonly maxBody?: number;
	/** Limits and deprecations of single mills, by name. */
	readonly mills?: SettingsByMill;
	/** Further mills by version, served below the base: those of "v2" at `{base}/v2/NAME`; their settings are at "v2/NAME". */
	readonly versions?: Readonly<Record<string, readonly MillSource[]>>;
	/** How often one caller may call: "100/s", "600/min" or "5000/h". */
	readonly rate?: string;
	/** How many calls of one caller may come at once; as many as `rate` names where it is left out. */
	readonly burst?: number;
	/** Whether answers carry RateLimit and RateLimit-Policy. */
	readonly rateFields?: boolean;
	/** The proxies whose X-Forwarded-For is believed: addresses, or networks such as "10.0.0.0/8". */
	readonly trustProxy?: readonly string[];
	/** How often the mills run their own examples again, in milliseconds. */
	readonly examineEvery?: number;
	/** One worker with a debugger's port, without deadline and permission limits. */
	readonly inspect?: boolean;
	/** How many connections may be open at a time; 10,000 where it is left out. */
	readonly maxConnections?: number;
	/** How many bytes of input all calls may hold together; a quarter of the memory where it is left out. */
	readonly maxIntake?: number;
	/** How long running calls may take to finish when the server ends, in milliseconds. */
	readonly drain?: number;
	readonly log?: Log;
	/** Which requests have a line in the log: "all", "failures" (from 500 on), or "none", the default. */
	readonly accessLog?: AccessLog;
	/** Metrics on a port of their own, at `/metrics`; under the base where it is left out. 0 picks a free one. */
	readonly metricsPort?: number;
	/** Where traces are sent to, an OTLP endpoint such as "http://127.0.0.1:4318"; else as the OTEL_ variables say. */
	readonly otlp?: string;
	/** Lets results say in `Server-Timing` how long they waited and ran. */
	readonly serverTiming?: boolean;
}

/** "/v1" for "v1", "/v1/" and "/v1"; "" for the root. A RangeError where it is no path. */
export function normalBase(base: string): string {
	const path = `/${base}`.replace(/^\/+/, "/").replace(/\/+$/, "");
	if (path !== "" && !/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path))
		throw new RangeError(`Give the base as a plain path, such as /v1: ${JSON.stringify(base)}.`);
	if (path.split("/").some((segment) => segment === "." || segment === ".."))
		throw new RangeError(`Give the base without dot segments: ${JSON.stringify(base)}.`);
	return path;
}

/** The public URL without the slash at its end. A RangeError where it is no http address. */
export function normalPublicUrl(url: string): string {
	const parsed = URL.canParse(url) ? new URL(url) : undefined;
	if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash)
		throw new RangeError(`Give the public URL as http(s)://host/path: ${JSON.stringify(url)}.`);
	return parsed.href.replace(/\/+$/, "");
}
