import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Unreachable } from "../checker/look.js";
import { jsonReport } from "../checker/report-json.js";
import { textReport } from "../checker/report-text.js";
import { ROWS } from "../checker/rows/all.js";
import { check, type Report } from "../checker/run.js";
import { type CheckSettings, DEFAULTS, type GivenInput } from "../checker/settings.js";
import { failures, verdictOf } from "../checker/verdict.js";
import { typeOfName } from "../client/index.js";
import { VERSION } from "../http/version.js";
import { authorization, CLIENT_FLAGS, readField } from "./client-flags.js";
import type { Command } from "./command.js";
import { UsageError } from "./command-error.js";
import { type Chosen, describeFlags, type Flags, readFlags } from "./flags.js";

const FLAGS = {
	input: {
		kind: "texts",
		value: "FILE",
		help: "An input for the mill; may be repeated. Without it, the mill's own examples.",
	},
	type: { kind: "text", value: "MEDIA", help: "The media type of these files; by their names otherwise." },
	method: { kind: "text", value: "METHOD", help: "The mill's one method; from its documents otherwise." },
	base: { kind: "text", value: "URL", help: "The address above the mill; found by itself otherwise." },
	header: {
		kind: "texts",
		value: "'A: B'",
		help: "A field for every question, such as Authorization; may be repeated.",
	},
	token: CLIENT_FLAGS.token,
	only: { kind: "list", value: "ROWS", help: "Only these rows or groups, such as M,P1; may be repeated." },
	skip: { kind: "list", value: "ROWS", help: "Not these." },
	seed: {
		kind: "number",
		value: "N",
		most: 0xffff_ffff,
		help: "The chances of another run again; it is printed.",
	},
	budget: {
		kind: "number",
		value: "S",
		least: 1,
		most: 3_600,
		fallback: 40,
		help: "Seconds for the whole check.",
	},
	rate: {
		kind: "number",
		value: "N",
		least: 1,
		most: 200,
		fallback: DEFAULTS.rate,
		help: "Questions a second, 200 at most.",
	},
	all: { kind: "switch", help: "Show every row, not only what is amiss." },
	strict: { kind: "switch", help: "Exit with 1 for SHOULD rows too." },
	json: { kind: "switch", help: "A report for programs." },
} as const satisfies Flags;

/** `gristmill check`: prints a report and says by its exit code how it came out. */
export const CHECK: Command = {
	flags: FLAGS,
	help: () => `gristmill check URL: ask whether a URL is a mill

Runs the checklist against any server: methods, results, errors, discovery, and probes of purity. Inputs are the
examples in the mill's own documents, unless you give some. It asks some 420 questions, 60 a second at most.

${describeFlags(FLAGS)}

Examples
  gristmill check http://127.0.0.1:8080/tokeniser
  gristmill check https://mills.example/classifier --input face.jpg --input other.jpg
  gristmill check https://mills.example/tokeniser --only P --seed 7 --json
  GRISTMILL_TOKEN=… gristmill check https://mills.example/private

Exit codes: 0 no MUST row failed, 1 one did, 2 the command was called wrongly,
3 undecided: nobody answers at the URL, no good input is known, or the time was too short.
`,
	async run(words) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [address, ...more] = rest;
		if (address === undefined || more.length > 0)
			throw new UsageError("Name one mill to check: gristmill check http://127.0.0.1:8080/tokeniser");
		const settings = await settingsOf(address, chosen);
		const report = await reportOn(settings);
		if (!report) return;
		const text = chosen.json
			? `${JSON.stringify(jsonReport(report), null, 2)}\n`
			: textReport(report, { all: chosen.all });
		process.stdout.write(text);
		process.exitCode = exitCode(report, chosen.strict === true);
	},
};

async function reportOn(settings: CheckSettings): Promise<Report | undefined> {
	try {
		return await check(settings);
	} catch (error) {
		if (!(error instanceof Unreachable)) throw error;
		process.stderr.write(`gristmill: ${error.message}\n`);
		process.exitCode = 3;
		return undefined;
	}
}

function exitCode(report: Report, strict: boolean): number {
	const verdict = verdictOf(report);
	if (verdict === "failed" || (strict && failures(report.findings, "SHOULD").length > 0)) return 1;
	return verdict === "undecided" ? 3 : 0;
}

async function settingsOf(address: string, values: Chosen<typeof FLAGS>): Promise<CheckSettings> {
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
		headers: {
			...authorization(values.token, values.header),
			...Object.fromEntries((values.header ?? []).map(readField)),
		},
		only: rowNames(values.only, "--only"),
		skip: rowNames(values.skip, "--skip"),
		budget: (values.budget ?? 40) * 1000,
		rate: values.rate ?? DEFAULTS.rate,
		seed: values.seed ?? randomInt(1_000_000),
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

function rowNames(given: readonly string[] | undefined, flag: string): string[] {
	const names = (given ?? []).map((name) => name.toUpperCase());
	const known = new Set(ROWS.flatMap(({ id }) => [id, id.replace(/\d+$/, "")]));
	const stray = names.find((name) => !known.has(name));
	if (stray === undefined) return names;
	throw new UsageError(`Give ${flag} as rows or groups, such as M or P1: there is no "${stray}".`);
}

async function inputFile(file: string, type: string | undefined): Promise<GivenInput> {
	const body = await readFile(file).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(`Give --input a file that can be read: ${file} (${error.code}).`);
	});
	const mediaType = type ?? typeOfName(file);
	return { body, origin: file, ...(mediaType !== undefined && { mediaType }) };
}
