/** The URL of a mill on this server. A list may name another host, and the user's token is for this server alone. */
export function withinServer(url: string, server: URL, name: string): string {
	if (new URL(url).origin === server.origin) return url;
	const at = url.lastIndexOf(`/${name}`);
	return `${server}${at < 0 ? name : url.slice(at + 1)}`;
}
