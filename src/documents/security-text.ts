import type { Mill } from "../core/mill.js";
import type { Requirements, Site } from "./site.js";

export function demandsCredentials(mill: Mill, site: Site): boolean {
	return site.security.calls(mill.name).length > 0;
}

/** What a call of this mill demands, for people. */
export function callSecurity(mill: Mill, site: Site): string {
	const demanded = site.security.calls(mill.name);
	return demanded.length === 0
		? "No credentials are demanded."
		: `Send one of these:\n\n${ways(demanded, site)}`;
}

/** The same for the whole server: which mills are open, and whether documents are. */
export function serverSecurity(mills: readonly Mill[], site: Site): string {
	const closed = mills.filter((mill) => demandsCredentials(mill, site));
	const [first] = closed;
	if (!first) return "No credentials are demanded.";
	const open = mills.filter((mill) => !closed.includes(mill)).map(({ name }) => name);
	const but = open.length > 0 ? `, but for ${open.join(", ")}` : "";
	const documents =
		site.security.documents().length > 0 ? "Documents demand them too." : "Documents are open.";
	// What is demanded differs between mills in the scope alone, and each mill's own description has it.
	const all = site.security
		.calls(first.name)
		.map((one) => Object.fromEntries(Object.keys(one).map((name) => [name, []])));
	return `Calls demand credentials${but}. ${documents} Send one of these:\n\n${ways(all, site)}`;
}

function ways(demanded: Requirements, site: Site): string {
	const lines = demanded.flatMap((requirement) =>
		Object.entries(requirement).map(([name, scopes]) => {
			const { description = name } = (site.security.schemes[name] ?? {}) as { description?: string };
			return `- ${description}${scopes.length > 0 ? ` Its scope must hold \`${scopes.join("`, `")}\`.` : ""}`;
		}),
	);
	return lines.join("\n");
}
