import type { ProblemKind } from "../core/problem-table.js";

/** Returns the page at a problem's `type`, as Markdown. */
export function problemPage(code: string, { status, title, todo }: ProblemKind): string {
	return `# ${title}\n\nCode \`${code}\`, status ${status}.\n\n${todo}\n`;
}

/** Returns the page that lists all problems. */
export function problemsPage(problems: Readonly<Record<string, ProblemKind>>): string {
	const rows = Object.entries(problems).map(
		([code, { status, title, todo }]) =>
			`| ${status} | [\`${code}\`]($problems/${code}) | ${title} | ${todo} |`,
	);
	return `# Problems\n\n| status | code | title | what to do |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n`;
}
