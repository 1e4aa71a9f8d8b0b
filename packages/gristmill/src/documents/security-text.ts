import type { Mill } from "../core/definition/mill.js";
import type { Requirements, ServerInfo } from "./server-info.js";

export function demandsCredentials(mill: Mill, info: ServerInfo): boolean {
	return info.security.calls(mill.name).length > 0;
}

/** Describes for people which credentials a call of this mill requires. */
export function callSecurity(mill: Mill, info: ServerInfo): string {
	const demanded = info.security.calls(mill.name);
	return demanded.length === 0
		? "No credentials are required."
		: `Send one of these:\n\n${ways(demanded, info)}`;
}

/** Describes the same for the whole server: which mills are open, and whether documents are open. */
export function serverSecurity(mills: readonly Mill[], info: ServerInfo): string {
	const closed = mills.filter((mill) => demandsCredentials(mill, info));
	const [first] = closed;
	if (!first) return "No credentials are required.";
	const open = mills.filter((mill) => !closed.includes(mill)).map(({ name }) => name);
	const but = open.length > 0 ? `, except for ${open.join(", ")}` : "";
	const documents =
		info.security.documents().length > 0 ? "Documents require them too." : "Documents are open.";
	// The requirements of mills differ only in the scope. Each mill's own description states its scope.
	const all = info.security
		.calls(first.name)
		.map((one) => Object.fromEntries(Object.keys(one).map((name) => [name, []])));
	return `Calls require credentials${but}. ${documents} Send one of these:\n\n${ways(all, info)}`;
}

function ways(demanded: Requirements, info: ServerInfo): string {
	const lines = demanded.flatMap((requirement) =>
		Object.entries(requirement).map(([name, scopes]) => {
			const { description = name } = (info.security.schemes[name] ?? {}) as { description?: string };
			return `- ${description}${scopes.length > 0 ? ` Its scope must include \`${scopes.join("`, `")}\`.` : ""}`;
		}),
	);
	return lines.join("\n");
}
