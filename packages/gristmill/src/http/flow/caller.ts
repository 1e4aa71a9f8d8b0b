import { BlockList, isIP } from "node:net";
import type { HttpRequest } from "../wire/message.js";

/** The proxies whose X-Forwarded-For is trusted. */
type Trusted = BlockList;

/** Reads addresses and networks such as "10.0.0.0/8"; throws a RangeError for anything else. */
export function trustedProxies(words: readonly string[]): Trusted {
	const list = new BlockList();
	for (const word of words) {
		const [address = "", bits, more] = word.split("/");
		const version = isIP(address);
		const most = version === 4 ? 32 : 128;
		const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
		if (version === 0 || more !== undefined || !(length <= most))
			throw new RangeError(
				`The trusted proxy "${word}" is not an address or a network, such as ::1 or 10.0.0.0/8.`,
			);
		list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
	}
	return list;
}

/** Real proxy chains are shorter; further entries are forged. */
const MOST_HOPS = 16;

/**
 * The client address of a request. X-Forwarded-For is read from its right end, where our own proxies write, as long as
 * the writer is trusted; the caller controls the left end. `Forwarded` (RFC 7239) is not read: a proxy that writes one of
 * the two fields passes the other one on unchanged.
 */
export function callerAddress({ peer, headers }: HttpRequest, trusted: Trusted): string | undefined {
	let address = peer === undefined ? undefined : plainAddress(peer);
	if (address === undefined || !isTrusted(address, trusted)) return address;
	const field = headers["x-forwarded-for"];
	const hops = (Array.isArray(field) ? field.join() : (field ?? "")).split(",").slice(-MOST_HOPS).reverse();
	for (const hop of hops) {
		const next = plainAddress(hop.trim());
		// A trusted proxy would not write an invalid address, so the last valid one counts.
		if (next === undefined) return address;
		address = next;
		if (!isTrusted(address, trusted)) return address;
	}
	return address;
}

/** Rate-limit key: the authenticated name, else the client address (the /64 for IPv6, which is what one customer has). */
export function callerKey(principal: string | undefined, address: string | undefined): string {
	if (principal !== undefined) return `name ${principal}`;
	if (address === undefined) return "unknown";
	return address.includes(":") ? network(address) : address;
}

/** An address without port, brackets and zone. An IPv4-mapped IPv6 address becomes an IPv4 address. */
function plainAddress(text: string): string | undefined {
	const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
	const address = (bare.split("%", 1)[0] ?? "").toLowerCase();
	if (isIP(address) === 0) return undefined;
	return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

function isTrusted(address: string, trusted: Trusted): boolean {
	return trusted.check(address, address.includes(":") ? "ipv6" : "ipv4");
}

/** The first 64 bits of an IPv6 address. */
function network(address: string): string {
	const [head = "", tail] = address.split("::");
	const groups = (part: string) => (part === "" ? [] : part.split(":"));
	// An IPv4 address at the end stands for two groups.
	const count = (part: string) => groups(part).length + (part.includes(".") ? 1 : 0);
	const zeros = tail === undefined ? 0 : Math.max(0, 8 - count(head) - count(tail));
	const all = [...groups(head), ...Array<string>(zeros).fill("0"), ...groups(tail ?? "")];
	const first = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
	return `${first.join(":")}::/64`;
}
