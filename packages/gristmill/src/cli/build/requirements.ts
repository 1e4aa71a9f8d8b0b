import { spawnSync } from "node:child_process";
import { WorkError } from "../command-line/command-error.js";

/** The Python that mills were described with, and the packages that their files need: names and versions. */
export interface Requirements {
	/** Such as 3.12. */
	readonly python: string;
	readonly packages: Readonly<Record<string, string>>;
}

const MOST_MS = 120_000;
/**
 * Reads the imports of the files without running them, and the names in a requirements.txt beside them. Prints the installed
 * distributions of these, and of all that they require.
 */
const PROGRAM = `
import ast, importlib.metadata as metadata, json, os, re, sys
def plain(name): return re.sub(r"[-_.]+", "-", name).lower()
dists, owners = {}, {}
for dist in metadata.distributions():
    name = dist.metadata["Name"]
    if not name or plain(name) in dists: continue
    dists[plain(name)] = dist
    tops = (dist.read_text("top_level.txt") or "").split()
    tops += [str(file).split("/")[0].split(".")[0] for file in dist.files or [] if str(file).endswith((".py", ".so", ".pyd"))]
    for top in set(tops): owners.setdefault(top, plain(name))
wanted, named = set(), set()
for path in sys.argv[1:]:
    tree = ast.parse(open(path, "rb").read(), path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import): named.update(one.name.split(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module: named.add(node.module.split(".")[0])
    lock = os.path.join(os.path.dirname(path), "requirements.txt")
    if os.path.exists(lock):
        for line in open(lock, encoding="utf-8"):
            found = re.match(r"\\s*([A-Za-z0-9][A-Za-z0-9._-]*)", line)
            if found: wanted.add(plain(found.group(1)))
own = {os.path.splitext(os.path.basename(path))[0] for path in sys.argv[1:]} | {"gristmill"}
wanted.update(owners[name] for name in named - own if name in owners)
known, missing = {}, []
while wanted:
    name = wanted.pop()
    if name in known: continue
    dist = dists.get(name)
    if dist is None:
        missing.append(name)
        continue
    known[name] = dist.version
    for line in dist.requires or []:
        if "extra ==" in line: continue
        other = plain(re.match(r"[A-Za-z0-9._-]+", line).group(0))
        if other in dists: wanted.add(other)
print(json.dumps({"python": "%d.%d" % sys.version_info[:2], "packages": known, "missing": missing}))
`;

/** What files in Python need, as their interpreter has it. */
export function requirementsOf(interpreter: string, files: readonly string[]): Requirements {
	const { stdout, status, stderr, error } = spawnSync(interpreter, ["-I", "-c", PROGRAM, ...files], {
		encoding: "utf8",
		timeout: MOST_MS,
	});
	if (status !== 0) {
		const why = error?.message ?? stderr.trim().split("\n").at(-1);
		throw new WorkError(`${interpreter} could not tell which packages ${files[0]} needs: ${why}.`);
	}
	const { missing, ...found }: Requirements & { missing: readonly string[] } = JSON.parse(stdout);
	if (missing.length > 0)
		throw new WorkError(
			`The packages of requirements.txt are not all installed for ${interpreter}: ${[...missing].sort().join(", ")}. Install them, so that their versions are known.`,
		);
	return found;
}

/** One requirement a line, as pip reads them. */
export function requirementsText({ packages }: Requirements): string {
	const rows = Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1));
	return rows.map(([name, version]) => `${name}==${version}\n`).join("");
}

/** The requirements of several mills as those of one. */
export function joined(all: readonly Requirements[]): Requirements | undefined {
	const [first, ...rest] = all;
	if (first === undefined) return undefined;
	const packages: Record<string, string> = { ...first.packages };
	for (const { python, packages: more } of rest) {
		if (python !== first.python)
			throw new WorkError(
				`The mills need Python ${first.python} and ${python}. Build them into two folders.`,
			);
		for (const [name, version] of Object.entries(more)) {
			if ((packages[name] ?? version) !== version)
				throw new WorkError(
					`The mills need ${name} ${packages[name]} and ${version}. Build them into two folders.`,
				);
			packages[name] = version;
		}
	}
	return { python: first.python, packages };
}
