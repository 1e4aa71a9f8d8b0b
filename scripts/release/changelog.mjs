// The changelog: "Unreleased" becomes a version.
const HEADING = "## Unreleased\n";
const EMPTY = "Nothing yet.";

/** The text below a heading of the second level, up to the next one; undefined if there is no such heading. */
function sectionOf(changelog, heading) {
	const start = changelog.indexOf(heading);
	if (start < 0) return undefined;
	const rest = changelog.slice(start + heading.length);
	const end = rest.search(/^## /m);
	return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** Whether the changelog has a section for a version. */
export const hasReleased = (changelog, version) => sectionOf(changelog, `## ${version} - `) !== undefined;

/** The changelog after a release: its changes stand under the version and its date. Throws an Error that says what to do. */
export function released(changelog, version, date) {
	const changes = sectionOf(changelog, HEADING);
	if (changes === undefined) throw new Error(`Add the heading "${HEADING.trim()}" to CHANGELOG.md.`);
	if (changes === "" || changes === EMPTY)
		throw new Error('Write into CHANGELOG.md what has changed: the section "Unreleased" is empty.');
	if (hasReleased(changelog, version))
		throw new Error(`Choose another version: CHANGELOG.md already has a section for ${version}.`);
	return changelog.replace(HEADING, `${HEADING}\n${EMPTY}\n\n## ${version} - ${date}\n`);
}

/** The changes of a version, for the notes of its release. */
export const notesOf = (changelog, version) =>
	sectionOf(changelog, `## ${version} - `)?.replace(/^[\d-]+\n+/, "");
