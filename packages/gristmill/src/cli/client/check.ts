import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { ROWS } from "../../checker/all-rows.js";
import { Unreachable } from "../../checker/find-subject.js";
import { type CheckSettings, DEFAULTS, type GivenInput } from "../../checker/probe/settings.js";
import { jsonReport } from "../../checker/report/report-json.js";
import { textReport } from "../../checker/report/report-text.js";
import { failures, verdictOf } from "../../checker/report/verdict.js";
import { check, type Report } from "../../checker/run.js";
import { typeOfName } from "../../client/index.js";
import { readTrouble } from "../../core/file-trouble.js";
import { VERSION } from "../../http/service/package-version.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import type { Command } from "../command-line/command.js";
import { NoAnswerError, notBegun, UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";
import { asCommandError } from "./client-failure.js";
import {
	authorization,
	CLIENT_FLAGS,
	clientFor,
	LOCAL_FLAGS,
	readField,
	WORKERS_FLAG,
} from "./client-flags.js";
import { MILL_HELP } from "./mill-address.js";
import { type FoundMill, readMill } from "./read-mill.js";

const FLAGS = {
	input: {
		kind: "texts",
		value: "FILE",
		help: "Input file for the mill; may be repeated. Default: the examples of the mill.",
	},
	type: {
		kind: "text",
		value: "MEDIA",
		help: "Media type of these files. Default: detected from their names.",
	},
	method: { kind: "text", value: "METHOD", help: "HTTP method of the mill. Default: from its documents." },
	base: {
		kind: "text",
		value: "URL",
		help: "URL above the mill, where its server has its list. Default: detected.",
	},
	header: {
		kind: "texts",
		value: "'A: B'",
		help: "Header field for every request, such as Authorization; may be repeated.",
	},
	token: CLIENT_FLAGS.token,
	only: {
		kind: "list",
		value: "ROWS",
		help: "Run only these rows or groups, such as M,P1; may be repeated.",
	},
	skip: { kind: "list", value: "ROWS", help: "Skip these rows or groups; may be repeated." },
	seed: {
		kind: "number",
		value: "N",
		most: 0xffff_ffff,
		help: "Random seed, to repeat a run. Each report prints its seed.",
	},
	budget: {
		kind: "number",
		value: "S",
		least: 1,
		most: 3_600,
		fallback: 40,
		help: "Time limit of the whole check, in seconds.",
	},
	rate: {
		kind: "number",
		value: "N",
		least: 1,
		most: 200,
		fallback: DEFAULTS.rate,
		help: "Maximum requests per second, at most 200.",
	},
	all: { kind: "switch", help: "Show every row, not only failures and notes." },
	strict: { kind: "switch", help: "Exit with 1 if a SHOULD row fails, too." },
	json: { kind: "switch", help: "Print the report as JSON." },
	workers: WORKERS_FLAG,
	...LOCAL_FLAGS,
} as const satisfies SettingTable;

/** `gristmill check`: prints a report and sets the exit code. */
export const CHECK: Command = {
	flags: FLAGS,
	help: () => `gristmill check MILL: check whether a URL or a file behaves like a mill

${MILL_HELP}

Runs a checklist against any server: methods, results, errors, discovery and purity. Inputs are the examples in the
documents of the mill, unless you give --input. A check sends a few hundred requests (about 450 for a mill of this
package), at most ${DEFAULTS.rate} a second by default.

${describeFlags(FLAGS)}

Examples
  gristmill check tokeniser
  gristmill check ./tokeniser.ts
  gristmill check http://127.0.0.1:8080/tokeniser
  gristmill check https://mills.example/classifier --input face.jpg --input other.jpg
  gristmill check https://mills.example/tokeniser --only P --seed 7 --json
  GRISTMILL_TOKEN=… gristmill check https://mills.example/private

Exit codes: 0 no MUST row failed, 1 a MUST row failed or the mill file is broken, 2 wrong usage, 3 undecided: no response
from the URL, no valid input is known, a result is longer than 1 MiB, or the time limit was too short.
`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [address, ...more] = rest;
		if (address === undefined || more.length > 0)
			throw new UsageError(
				"check takes one mill, by its URL, its file or its name: gristmill check tokeniser",
			);
		const { header, token } = chosen;
		const withMill = readMill(address, chosen, host);
		const client = clientFor({ ...(header && { header }), ...(token !== undefined && { token }) }, host.env);
		return withMill(client, (mill) => examine(address, mill, chosen, host)).catch((error: unknown) => {
			throw notBegun(asCommandError(error));
		});
	},
};

async function examine(
	named: string,
	{ url, shown }: FoundMill,
	chosen: Values<typeof FLAGS>,
	host: Host,
): Promise<number> {
	const settings = await settingsOf(url, chosen, host);
	const report = await check(settings).catch((error: unknown) => {
		throw error instanceof Unreachable ? new NoAnswerError(error.message) : error;
	});
	const text = chosen.json
		? `${JSON.stringify(jsonReport(report), null, 2)}\n`
		: textReport(report, { all: chosen.all, named: shown(url) === url ? url : named });
	host.stdout.write(shown(text));
	return exitCode(report, chosen.strict === true);
}

function exitCode(report: Report, strict: boolean): number {
	const verdict = verdictOf(report);
	if (verdict === "failed" || (strict && failures(report.findings, "SHOULD").length > 0)) return 1;
	return verdict === "undecided" ? 3 : 0;
}

async function settingsOf(address: string, values: Values<typeof FLAGS>, host: Host): Promise<CheckSettings> {
	const { method, base, type } = values;
	if (method !== undefined && !/^[A-Za-z]{1,20}$/.test(method))
		throw new UsageError(`--method "${method}" is not a word such as POST.`);
	if (type !== undefined && !/^[\w.+-]+\/[\w.+-]+/.test(type))
		throw new UsageError(`--type "${type}" is not a media type such as text/plain.`);
	const url = httpUrl(address, "the mill");
	return {
		...DEFAULTS,
		url,
		inputs: await Promise.all((values.input ?? []).map((file) => inputFile(file, type, host))),
		headers: {
			...authorization(host.env, values.token, values.header),
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
		throw new UsageError(`"${text}" is not a URL with http:// or https://. Give ${what} as one.`);
	url.hash = "";
	return url;
}

function baseUrl(text: string, mill: URL): URL {
	const url = httpUrl(text.endsWith("/") ? text : `${text}/`, "--base");
	if (url.origin === mill.origin && mill.pathname.startsWith(url.pathname)) return url;
	throw new UsageError(`--base "${text}" is not a URL above the mill.`);
}

function rowNames(given: readonly string[] | undefined, flag: string): string[] {
	const names = (given ?? []).map((name) => name.toUpperCase());
	const known = new Set(ROWS.flatMap(({ id }) => [id, id.replace(/\d+$/, "")]));
	const stray = names.find((name) => !known.has(name));
	if (stray === undefined) return names;
	throw new UsageError(`There is no row or group "${stray}". Give ${flag} one such as M or P1.`);
}

async function inputFile(file: string, type: string | undefined, host: Host): Promise<GivenInput> {
	const body = await readFile(pathOn(host, file)).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(`${readTrouble(file, error)}. Give --input a readable file.`);
	});
	const mediaType = type ?? typeOfName(file);
	return { body, origin: file, ...(mediaType !== undefined && { mediaType }) };
}
