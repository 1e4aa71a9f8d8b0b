import { installing, SERVED } from "./image.js";
import type { NewFiles } from "./templates.js";

/** What a folder with a mill needs beside the mill and its test. */
interface Project {
	readonly name: string;
	readonly mill: string;
	readonly test: string;
	readonly language: string;
	/** The version of the toolkit. */
	readonly version: string;
	/** A command that calls the mill. */
	readonly line: string;
}

/** The files of a folder that holds one mill. */
export function projectFiles(
	name: string,
	language: string,
	version: string,
	{ files, line }: NewFiles,
): Record<string, string> {
	const [mill = "", test = ""] = Object.keys(files);
	const project = { name, mill, test, language, version, line };
	return {
		...files,
		"package.json": manifest(project),
		...(language === "ts" && { "tsconfig.json": TSCONFIG }),
		...(language === "py" && { "requirements.txt": REQUIREMENTS }),
		"README.md": readme(project),
		Dockerfile: dockerfile(project),
		".dockerignore": "node_modules\n.git\n.venv\n",
		".gitignore": "node_modules/\n.venv/\n__pycache__/\n",
	};
}

function manifest({ name, mill, language, version }: Project): string {
	const content = {
		name,
		version: "1.0.0",
		private: true,
		type: "module",
		scripts: {
			dev: `gristmill dev ${mill}`,
			test: `gristmill test ${mill}`,
			start: `gristmill serve ${mill}`,
			...(language === "ts" && { types: "tsc" }),
		},
		dependencies: { gristmill: `^${version}` },
		// For the editor, and for npm run types.
		...(language === "ts" && { devDependencies: { "@types/node": "^22.0.0", typescript: ">=5.9" } }),
	};
	return `${JSON.stringify(content, null, 2)}\n`;
}

const TSCONFIG = `{
	"compilerOptions": {
		"target": "es2023",
		"lib": ["es2023"],
		"module": "nodenext",
		"types": ["node"],
		"strict": true,
		"noEmit": true,
		"skipLibCheck": true
	}
}
`;

function readme({ name, mill, test, language, line }: Project): string {
	const types = language === "ts" ? "npm run types   # check the types\n" : "";
	const python =
		language === "py"
			? `
You need Python 3.9 or newer. If the mill needs packages, name them in \`requirements.txt\`, which the image installs, too:

\`\`\`sh
python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
\`\`\`
`
			: "";
	return `# ${name}

A mill: an algorithm that is called over HTTP, on the command line or in a program.

\`\`\`sh
npm install
npm run dev     # serve it, and load each change of ${mill} at once
npm test        # run its examples and ${test}
${types}npm start       # serve it
\`\`\`

While it is served, <http://127.0.0.1:8080/> shows its page, and this calls it:

\`\`\`sh
${line}
\`\`\`
${python}
\`docker build -t ${name} . && docker run --rm -p 8080:8080 ${name}\` serves it from an image.
`;
}

function dockerfile({ mill, language }: Project): string {
	const lines = [
		"FROM node:22-bookworm-slim",
		...(language === "py" ? [DEBIAN_PYTHON] : []),
		"WORKDIR /mill",
		"COPY package*.json ./",
		"RUN npm install --omit=dev",
		// Debian lets pip install into such a folder only, and the server finds it beside the mill.
		...(language === "py" ? ["RUN python3 -m venv .venv", ...installing(".venv/bin/pip")] : []),
		"COPY . .",
		...SERVED,
		`CMD ["node_modules/.bin/gristmill", "serve", "${mill}"]`,
	];
	return `${lines.join("\n")}\n`;
}

const DEBIAN_PYTHON =
	"RUN apt-get update && apt-get install -y --no-install-recommends python3 python3-venv && rm -rf /var/lib/apt/lists/*";

const REQUIREMENTS = "# The packages of the mill, one a line, with their versions: numpy==2.3.4\n";
