import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { folderWith, ROOT } from "./command.js";
import { freePort } from "./replica.js";

/** Debian has it in /usr/sbin, which is on root's PATH alone. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Why tests with nginx are skipped; false where it is there. */
export const noNginx = spawnSync("nginx", ["-v"], { env: { PATH } }).status !== 0 && "nginx is not installed";

/** A proxy that runs. */
export interface Proxy {
	readonly url: string;
	/** One line a request: status, then the servers that were asked, then their statuses. */
	log(): Promise<string[]>;
	errors(): Promise<string>;
}

/** Runs the very files of deploy/nginx over these ports, with its temporary files in a folder of its own. */
export async function nginx(t: TestContext, ports: readonly number[]): Promise<Proxy> {
	const folder = await folderWith(t, {});
	await mkdir(join(folder, "logs"));
	const port = await freePort();
	const source = await readFile(`${ROOT}deploy/nginx/gristmill.conf`, "utf8");
	await writeFile(join(folder, "gristmill.conf"), withPorts(source, port, ports));
	await writeFile(
		join(folder, "gristmill-proxy.inc"),
		await readFile(`${ROOT}deploy/nginx/gristmill-proxy.inc`),
	);
	const path = await mainFile(folder, "gristmill.conf");
	const child = spawn("nginx", ["-p", folder, "-c", path, "-e", "logs/error.log"], {
		env: { PATH },
		stdio: ["ignore", "inherit", "inherit"],
	});
	const ended = once(child, "close");
	t.after(async () => {
		child.kill("SIGTERM");
		await ended;
	});
	const url = `http://127.0.0.1:${port}`;
	while (!(await fetch(url).catch(() => undefined))) {
		if (child.exitCode !== null) throw new Error(await readFile(join(folder, "logs/error.log"), "utf8"));
		await setTimeout(20);
	}
	const read = (name: string) => readFile(join(folder, "logs", name), "utf8").catch(() => "");
	return {
		url,
		log: async () => (await read("access.log")).split("\n").filter(Boolean),
		errors: () => read("error.log"),
	};
}

/** The main file around a file of ours: what a distribution brings, but for places that only root may write. */
export async function mainFile(folder: string, included: string): Promise<string> {
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
		.map((what) => `${what}_temp_path ${what};`)
		.join(" ");
	const text = `daemon off; master_process off; pid nginx.pid; error_log logs/error.log;
events { worker_connections 1024; }
http { ${temporary}
	log_format replicas '$status $upstream_addr|$upstream_status|$request_time';
	access_log logs/access.log replicas;
	include "${join(folder, included)}";
}
`;
	const path = join(folder, "nginx.conf");
	await writeFile(path, text);
	return path;
}

function withPorts(source: string, port: number, ports: readonly number[]): string {
	const [first = "", ...others] = source.match(/^\tserver 127.*$/gm) ?? [];
	const servers = ports.map((one) => first.replace(/:\d+/, `:${one}`)).join("\n");
	const bare = others.reduce((text, line) => text.replace(`${line}\n`, ""), source);
	return bare.replace(first, servers).replace("listen 8080", `listen 127.0.0.1:${port}`);
}

/** Runs nginx once to have a configuration judged; gives what it says and its exit code. */
export function judged(folder: string, path: string): { code: number | null; said: string } {
	const { status, stderr } = spawnSync("nginx", ["-t", "-p", folder, "-c", path, "-e", "stderr"], {
		env: { PATH },
		encoding: "utf8",
	});
	return { code: status, said: stderr };
}
