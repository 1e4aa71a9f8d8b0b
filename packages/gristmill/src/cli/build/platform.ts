import { UsageError } from "../command-line/command-error.js";

/** Where the built folder will run, in the words of npm. */
export interface Platform {
	readonly os: string;
	readonly cpu: string;
	/** The C library of Linux. */
	readonly libc: "glibc" | "musl" | undefined;
}

const SYSTEMS = ["linux", "darwin", "win32"];
const PROCESSORS = ["x64", "arm64"];
const FORM = /^([a-z0-9]+)-([a-z0-9]+)(-musl)?$/;

/** This machine. */
export const HERE: Platform = {
	os: process.platform,
	cpu: process.arch,
	libc: process.platform === "linux" ? libcHere() : undefined,
};

function libcHere(): "glibc" | "musl" {
	const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
	return header.glibcVersionRuntime ? "glibc" : "musl";
}

/** Reads `linux-arm64` or `linux-x64-musl`. */
export function platformOf(text: string): Platform {
	const [, os = "", cpu = "", musl] = FORM.exec(text) ?? [];
	if (!SYSTEMS.includes(os) || !PROCESSORS.includes(cpu) || (musl !== undefined && os !== "linux"))
		throw new UsageError(
			`"${text}" is no platform. Give --platform as linux-x64, linux-arm64, darwin-arm64, darwin-x64, win32-x64, win32-arm64, or with -musl for Alpine Linux.`,
		);
	return { os, cpu, libc: os === "linux" ? (musl ? "musl" : "glibc") : undefined };
}

/** The platform in the words of `--platform`. */
export function platformText({ os, cpu, libc }: Platform): string {
	return `${os}-${cpu}${libc === "musl" ? "-musl" : ""}`;
}

/** Whether a package.json with the members `os`, `cpu` and `libc` is for a platform. */
export function isFor(manifest: Readonly<Record<string, unknown>>, { os, cpu, libc }: Platform): boolean {
	const allows = (names: unknown, one: string | undefined) => {
		if (!Array.isArray(names) || names.length === 0 || one === undefined) return true;
		return names.some((name) => !String(name).startsWith("!"))
			? names.includes(one)
			: !names.includes(`!${one}`);
	};
	return allows(manifest.os, os) && allows(manifest.cpu, cpu) && allows(manifest.libc, libc);
}

/**
 * The platform that the path of a native file or the name of a package says, such as `bin/napi-v6/linux/x64` or
 * `@img/sharp-linuxmusl-arm64`: undefined if it says none.
 */
export function platformIn(path: string): Platform | undefined {
	const [, os = "", musl, cpu = ""] =
		/(?:^|[/_.@-])(linux|darwin|win32)(musl)?[/_.-](x64|arm64|arm|ia32|ppc64|s390x|riscv64)(?![a-z0-9])/.exec(
			path,
		) ?? [];
	if (os === "") return undefined;
	return { os, cpu, libc: os === "linux" ? (musl || /musl/.test(path) ? "musl" : "glibc") : undefined };
}

export function samePlatform(one: Platform, other: Platform): boolean {
	return one.os === other.os && one.cpu === other.cpu && one.libc === other.libc;
}
