import { BlockList, isIP } from "node:net";
import type { Request } from "./message.js";

/** The proxies whose word about a caller's address is believed. */
export type Trusted = BlockList;

/** Reads addresses and networks such as "10.0.0.0/8"; a RangeError where one is neither. */
export function trustedProxies(words: readonly string[]): Trusted {
	const list = new BlockList();
	for (const word of words) {
		const [address = "", bits, more] = word.split("/");
		const version = isIP(address);
		const most = version === 4 ? 32 : 128;
		const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
		if (version === 0 || more !== undefined || !(length <= most))
			throw new RangeError(
				`Give trusted proxies as addresses or networks, such as 10.0.0.0/8 or ::1: "${word}".`,
			);
		list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
	}
	return list;
}

/** No chain of proxies is longer: the rest is what somebody made up. */
const MOST_HOPS = 16;

/**
 * Where a request comes from. X-Forwarded-For is read from its right end, where our own proxies write, and as long as
 * the one who wrote is trusted; the left end is whatever the caller pleased. `Forwarded` (RFC 7239) is not read: a proxy
 * that writes one of the two fields passes the other one on as it came.
 */
export function callerAddress({ peer, headers }: Request, trusted: Trusted): string | undefined {
	let address = peer === undefined ? undefined : plainAddress(peer);
	if (address === undefined || !isTrusted(address, trusted)) return address;
	const field = headers["x-forwarded-for"];
	const hops = (Array.isArray(field) ? field.join() : (field ?? "")).split(",").slice(-MOST_HOPS).reverse();
	for (const hop of hops) {
		const next = plainAddress(hop.trim());
		// What cannot be read was not written by a proxy that is worth its trust: the last good one answers for it.
		if (next === undefined) return address;
		address = next;
		if (!isTrusted(address, trusted)) return address;
	}
	return address;
}

/** Who is counted as one: a name that was proved, else an address; of IPv6 the network, which is what one customer has. */
export function callerKey(principal: string | undefined, address: string | undefined): string {
	if (principal !== undefined) return `name ${principal}`;
	if (address === undefined) return "unknown";
	return address.includes(":") ? network(address) : address;
}

/** An address without port, brackets and zone; an IPv4 address that comes as an IPv6 one as what it is. */
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
