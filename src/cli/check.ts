import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { Unreachable } from "../checker/look.js";
import { jsonReport } from "../checker/report-json.js";
import { textReport } from "../checker/report-text.js";
import { ROWS } from "../checker/rows/all.js";
import { check as checkMill, type Report } from "../checker/run.js";
import { type CheckSettings, DEFAULTS, type GivenInput } from "../checker/settings.js";
import { failures, verdictOf } from "../checker/verdict.js";
import { VERSION } from "../http/version.js";
import { UsageError } from "./command-error.js";

export const CHECK_HELP = `gristmill check URL: ask whether a URL is a mill

Runs the checklist against any server: methods, results, errors, discovery, and probes of purity. Inputs are the
examples in the mill's own documents, unless you give some. It asks some 420 questions, 60 a second at most.

  --input FILE      An input for the mill; several times for several. Without it, the mill's own examples.
  --type MEDIA      The media type of these files; by their names otherwise.
  --method METHOD   The mill's one method; from its documents otherwise.
  --base URL        The address above the mill; found by itself otherwise.
  --header FIELD    A field for every question, such as 'Authorization: Bearer …'; several times for several.
  --only ROWS       Only these rows or groups, such as M,P1; several times for several.
  --skip ROWS       Not these.
  --seed N          The chances of another run again; it is printed.
  --budget S        Seconds for the whole check. [40]
  --rate N          Questions a second, 200 at most. [60]
  --all             Show every row, not only what is amiss.
  --strict          Exit with 1 for SHOULD rows too.
  --json            A report for programs.

Examples
  gristmill check http://127.0.0.1:8080/word-counter
  gristmill check https://mills.example/classifier --input face.jpg --input other.jpg
  gristmill check https://mills.example/tokeniser --only P --seed 7 --json
  gristmill check https://mills.example/private --header 'Authorization: Bearer …'

Exit codes: 0 no MUST row failed, 1 one did, 2 the command was called wrongly,
3 undecided: nobody answers at the URL, no good input is known, or the time was too short.
`;

const OPTIONS = {
	input: { type: "string", multiple: true },
	type: { type: "string" },
	method: { type: "string" },
	base: { type: "string" },
	header: { type: "string", multiple: true },
	only: { type: "string", multiple: true },
	skip: { type: "string", multiple: true },
	seed: { type: "string" },
	budget: { type: "string" },
	rate: { type: "string" },
	all: { type: "boolean" },
	strict: { type: "boolean" },
	json: { type: "boolean" },
} as const;

/** `gristmill check`: prints a report and says by its exit code how it came out. */
export async function check(words: readonly string[]): Promise<void> {
	const { values, positionals } = parsed(words);
	const [address, ...more] = positionals;
	if (address === undefined || more.length > 0)
		throw new UsageError("Name one mill to check: gristmill check http://127.0.0.1:8080/word-counter");
	const settings = await settingsOf(address, values);
	let report: Report;
	try {
		report = await checkMill(settings);
	} catch (error) {
		if (!(error instanceof Unreachable)) throw error;
		process.stderr.write(`gristmill: ${error.message}\n`);
		process.exitCode = 3;
		return;
	}
	const text = values.json
		? `${JSON.stringify(jsonReport(report), null, 2)}\n`
		: textReport(report, { all: values.all });
	process.stdout.write(text);
	process.exitCode = exitCode(report, values.strict === true);
}

function exitCode(report: Report, strict: boolean): number {
	const verdict = verdictOf(report);
	if (verdict === "failed" || (strict && failures(report.findings, "SHOULD").length > 0)) return 1;
	return verdict === "undecided" ? 3 : 0;
}

type Values = ReturnType<typeof parsed>["values"];

function parsed(words: readonly string[]) {
	try {
		return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
	} catch (error) {
		throw new UsageError(`${(error as Error).message.split(". ")[0]}. See gristmill check --help.`);
	}
}

async function settingsOf(address: string, values: Values): Promise<CheckSettings> {
	const { method, base, type } = values;
	if (method !== undefined && !/^[A-Za-z]{1,20}$/.test(method))
		throw new UsageError(`Give --method as a word such as POST: "${method}".`);
	if (type !== undefined && !/^[\w.+-]+\/[\w.+-]+/.test(type))
		throw new UsageError(`Give --type as a media type such as text/plain: "${type}".`);
	const url = httpUrl(address, "the mill");
	return {
		...DEFAULTS,
		url,
		inputs: await Promise.all((values.input ?? []).map((file) => inputFile(file, type))),
		headers: Object.fromEntries((values.header ?? []).map(headerField)),
		only: rowNames(values.only, "--only"),
		skip: rowNames(values.skip, "--skip"),
		budget: number(values.budget, "--budget", 40, 1, 3600) * 1000,
		rate: number(values.rate, "--rate", DEFAULTS.rate, 1, 200),
		seed: number(values.seed, "--seed", randomInt(1_000_000), 0, 0xffff_ffff),
		userAgent: `gristmill-check/${VERSION}`,
		...(method !== undefined && { method: method.toUpperCase() }),
		...(base !== undefined && { base: baseUrl(base, url) }),
	};
}

function httpUrl(text: string, what: string): URL {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== "http:" && url?.protocol !== "https:")
		throw new UsageError(`Give ${what} as a whole address with http:// or https://: "${text}".`);
	url.hash = "";
	return url;
}

function baseUrl(text: string, mill: URL): URL {
	const url = httpUrl(text.endsWith("/") ? text : `${text}/`, "--base");
	if (url.origin === mill.origin && mill.pathname.startsWith(url.pathname)) return url;
	throw new UsageError(`Give --base as an address above the mill: "${text}".`);
}

function number(
	text: string | undefined,
	flag: string,
	fallback: number,
	least: number,
	most: number,
): number {
	if (text === undefined) return fallback;
	if (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
	throw new UsageError(`Give ${flag} as a whole number from ${least} to ${most}: "${text}".`);
}

function headerField(text: string): [string, string] {
	const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? [];
	if (name === undefined || value === undefined)
		throw new UsageError(`Give --header as NAME: VALUE, in one line.`);
	return [name, value];
}

function rowNames(lists: readonly string[] | undefined, flag: string): string[] {
	const names = (lists ?? []).flatMap((list) => list.split(",")).map((name) => name.trim().toUpperCase());
	const known = new Set(ROWS.flatMap(({ id }) => [id, id.replace(/\d+$/, "")]));
	const stray = names.find((name) => !known.has(name));
	if (stray === undefined) return names;
	throw new UsageError(`Give ${flag} as rows or groups, such as M or P1: there is no "${stray}".`);
}

/** What the end of a file's name says about what is in it. */
const TYPES: Readonly<Record<string, string>> = {
	".txt": "text/plain",
	".md": "text/markdown",
	".csv": "text/csv",
	".html": "text/html",
	".json": "application/json",
	".xml": "application/xml",
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".png": "image/png",
	".gif": "image/gif",
	".webp": "image/webp",
	".pdf": "application/pdf",
	".bin": "application/octet-stream",
};

async function inputFile(file: string, type: string | undefined): Promise<GivenInput> {
	const body = await readFile(file).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(`Give --input a file that can be read: ${file} (${error.code}).`);
	});
	const mediaType = type ?? TYPES[extname(file).toLowerCase()];
	return { body, origin: file, ...(mediaType !== undefined && { mediaType }) };
}
