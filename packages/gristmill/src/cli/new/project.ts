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
You need Python 3.9 or newer. If the mill needs packages, install them in a \`.venv\` beside it.
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
	const python =
		language === "py"
			? "RUN apt-get update && apt-get install -y --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*\n"
			: "";
	return `FROM node:22-bookworm-slim
${python}WORKDIR /mill
COPY package*.json ./
RUN npm install --omit=dev
COPY . .
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/gristmill", "serve", "${mill}", "--host", "0.0.0.0"]
`;
}
