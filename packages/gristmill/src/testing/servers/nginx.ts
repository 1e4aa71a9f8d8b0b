import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { folderWith, ROOT } from "../command.js";
import { freePort } from "./replica.js";

/** Debian installs nginx in /usr/sbin, which is only on root's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** The reason to skip tests with nginx, or false if nginx is installed. */
export const noNginx = spawnSync("nginx", ["-v"], { env: { PATH } }).status !== 0 && "nginx is not installed";

const PROXY = "include gristmill-proxy.inc;";

/** A running proxy. */
interface Proxy {
	readonly url: string;
	/** The address with TLS, HTTP/2 and client certificates. */
	readonly secureUrl: string;
	/** One line per request: the status, then the upstream servers, then their statuses. */
	log(): Promise<string[]>;
}

/**
 * Runs the actual files of deploy/nginx with these ports. With a folder of certificates, it also runs the file for HTTPS. It may keep
 * answers.
 */
export async function nginx(
	t: Pick<TestContext, "after">,
	ports: readonly number[],
	certificates?: string,
	keeps = false,
): Promise<Proxy> {
	const folder = await folderWith(t, {});
	await mkdir(join(folder, "logs"));
	const [port, securePort] = [await freePort(), await freePort()];
	const source = (name: string) => readFile(`${ROOT}deploy/nginx/${name}`, "utf8");
	const put = (name: string, text: string) => writeFile(join(folder, name), text);
	await put("gristmill-proxy.inc", await source("gristmill-proxy.inc"));
	await put("gristmill-replicas.inc", withReplicas(await source("gristmill-replicas.inc"), ports));
	const plain = await source("gristmill.conf");
	const here = plain.replace("listen 8080", `listen 127.0.0.1:${port}`);
	await put("plain.conf", keeps ? here.replace(PROXY, `${PROXY}\n\tinclude gristmill-cache.inc;`) : here);
	if (keeps) {
		await put("gristmill-cache.inc", await source("gristmill-cache.inc"));
		const cache = await source("gristmill-cache.conf");
		await put("cache.conf.d", cache.replace("/var/cache/nginx/gristmill", "cache"));
	}
	if (certificates !== undefined) {
		// The folder's name contains a space.
		const secure = (await source("gristmill-tls.conf")).replaceAll(
			/\/etc\/nginx\/gristmill\/([\w.]+)/g,
			`"${certificates}/$1"`,
		);
		await put("secure.conf", secure.replace("listen 8443", `listen 127.0.0.1:${securePort}`));
	}
	await put("nginx.conf", MAIN);
	const child = spawn("nginx", ["-p", folder, "-c", "nginx.conf", "-e", "logs/error.log"], {
		env: { PATH },
		stdio: ["ignore", "inherit", "inherit"],
	});
	const ended = once(child, "close");
	t.after(async () => {
		child.kill("SIGTERM");
		await ended;
	});
	const url = `http://127.0.0.1:${port}`;
	const read = (name: string) => readFile(join(folder, "logs", name), "utf8").catch(() => "");
	while (!(await listens(port))) {
		if (child.exitCode !== null) throw new Error(await read("error.log"));
		await setTimeout(20);
	}
	return {
		url,
		secureUrl: `https://127.0.0.1:${securePort}`,
		log: async () => (await read("access.log")).split("\n").filter(Boolean),
	};
}

/** The configuration that a distribution adds around our files, without paths that only root can write. */
const MAIN = `daemon off; master_process off; pid nginx.pid;
error_log logs/error.log;
events { worker_connections 1024; }
http {
	keepalive_requests 10000000;
	client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
	scgi_temp_path scgi;
	log_format replicas '$status $upstream_addr|$upstream_status|$request_time';
	access_log logs/access.log replicas;
	include *.conf.d; include plain.conf; include secure*.conf;
}
`;

function listens(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});
}

function withReplicas(source: string, ports: readonly number[]): string {
	const [first = "", ...others] = source.match(/^server 127.*$/gm) ?? [];
	const servers = ports.map((one) => first.replace(/:\d+/, `:${one}`)).join("\n");
	const bare = others.reduce((text, line) => text.replace(`${line}\n`, ""), source);
	return bare.replace(first, servers);
}
