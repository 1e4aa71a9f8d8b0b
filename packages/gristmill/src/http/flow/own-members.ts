import { Problem } from "../../core/problem.js";

/**
 * Takes a member of the server's own out of a query, such as `$from`. The names of a mill's parameters never begin with `$`. Its value is
 * undefined if it is not there.
 */
export function takeMember(query: string, name: string): { value: string | undefined; others: string } {
	if (!query.includes("$") && !query.includes("%24")) return { value: undefined, others: query };
	const pairs = query.split("&");
	const isMember = (pair: string) => nameOf(pair) === name;
	const [first, second] = pairs.filter(isMember);
	if (first === undefined) return { value: undefined, others: query };
	if (second !== undefined)
		throw new Problem("bad-parameter", `The parameter ${name} is there more than once.`);
	const others = pairs.filter((pair) => !isMember(pair)).join("&");
	return { value: first.includes("=") ? first.slice(first.indexOf("=") + 1) : "", others };
}

function nameOf(pair: string): string {
	const [name = ""] = pair.split("=", 1);
	return name.replace(/^%24/, "$");
}
