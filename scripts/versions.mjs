// Versions: which one comes next, every file that names it, and what the changelog says of it.
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([a-z]+)\.(\d+))?$/;

/** Compares two versions. A prerelease comes before its version. */
function compare(a, b) {
	const [, ...left] = VERSION.exec(a);
	const [, ...right] = VERSION.exec(b);
	for (let i = 0; i < 3; i++) if (left[i] !== right[i]) return left[i] - right[i];
	const [word, other] = [left[3] ?? "~", right[3] ?? "~"];
	if (word !== other) return word < other ? -1 : 1;
	return Number(left[4] ?? 0) - Number(right[4] ?? 0);
}

/** The version that a word of the command line asks for. Throws an Error that says what to write. */
export function nextVersion(current, word) {
	const [major, minor, patch] = current.split("-")[0].split(".").map(Number);
	const steps = {
		major: `${major + 1}.0.0`,
		minor: `${major}.${minor + 1}.0`,
		patch: `${major}.${minor}.${patch + 1}`,
	};
	const next = Object.hasOwn(steps, word) ? steps[word] : word;
	if (!VERSION.test(next))
		throw new Error(`Give a version such as 1.2.3 or 1.2.3-rc.1, or major, minor or patch: ${word}.`);
	if (compare(next, current) < 0)
		throw new Error(`Give a version that is not older than ${current}, which package.json has: ${next}.`);
	return next;
}

/** The dist-tag of npm for a version: who installs without a version gets no prerelease. */
export const distTag = (version) => (version.includes("-") ? "next" : "latest");

const manifest = (change) => (text, version) => {
	const content = JSON.parse(text);
	change(content, version);
	return `${JSON.stringify(content, null, 2)}\n`;
};
const own = (content, version) => {
	content.version = version;
	if (content.peerDependencies?.gristmill) content.peerDependencies.gristmill = version;
};
const line = (pattern) => (text, version) => {
	if (!pattern.test(text)) throw new Error(`the line ${pattern} is missing`);
	return text.replace(pattern, (_, before) => before + version);
};

/** Every file that names the version, and how it changes. */
export const FILES = {
	"package.json": manifest(own),
	"packages/gristmill/package.json": manifest(own),
	"packages/mills/package.json": manifest(own),
	"package-lock.json": manifest((lock, version) => {
		lock.version = version;
		for (const path of ["", "packages/gristmill", "packages/mills"]) own(lock.packages[path], version);
	}),
	"deploy/kubernetes/kustomization.yaml": line(/^(\s+newTag: )\S+$/m),
	"deploy/kubernetes/map-job.yaml": line(/^(\s+image: gristmill:)\S+$/m),
	"deploy/helm/gristmill/Chart.yaml": (text, version) =>
		text.replace(/^(version|appVersion): .*$/gm, (_, key) => `${key}: ${version}`),
	"deploy/knative/service.yaml": line(/^(\s+image: gristmill:)\S+$/m),
	"docs/deploy.md": line(/^(docker build --tag gristmill:)\S+(?= mills$)/m),
};

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
