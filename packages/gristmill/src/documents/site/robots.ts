import type { ServerInfo } from "../server-info.js";

/** Returns `robots.txt`. Documents may be read and indexed; answers about the state of the server are not for crawlers. */
export function robotsText(info: ServerInfo): string {
	const { base, security } = info;
	const isClosed = security.documents().length > 0;
	const closed = isClosed ? ["/"] : ["/health/", `${base}/metrics`, `${base}/mcp`];
	return ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), ""].join("\n");
}
