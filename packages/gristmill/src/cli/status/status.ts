import { setTimeout } from "node:timers/promises";
import type { SettingTable } from "../../settings/setting.js";
import { authorization, CLIENT_FLAGS, readField } from "../client/client-flags.js";
import { namedServer, serverUrl } from "../client/mill-address.js";
import type { Command } from "../command-line/command.js";
import { CommandError, NoAnswerError, UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { jsonLine, paintFor } from "../command-line/terminal.js";
import { reportOf } from "./report.js";
import { Samples } from "./samples.js";
import { screenOf } from "./screen.js";

const FLAGS = {
	seconds: {
		kind: "number",
		value: "N",
		most: 3_600,
		help: "Time to measure rates, in seconds. 0 shows what was counted since the start.",
		fallback: 2,
	},
	json: { ...CLIENT_FLAGS.json, help: "Print one line of JSON." },
	header: CLIENT_FLAGS.header,
	token: CLIENT_FLAGS.token,
} as const satisfies SettingTable;

/** Milliseconds that a server has to send its metrics. */
const PATIENCE = 10_000;

/** `gristmill status`: what a server does now, on one screen. */
export const STATUS: Command = {
	flags: FLAGS,
	help: () => `gristmill status [URL]: show what a server does now: mills, calls, times, workers, memory and problems

Reads the metrics of the server at URL/metrics twice. Without a URL, the server is that of GRISTMILL_URL, by default
${namedServer({})}. With --metrics-port, give that port: http://127.0.0.1:9100

${describeFlags(FLAGS)}

Examples
  gristmill status
  gristmill status http://127.0.0.1:8080 --seconds 10
  gristmill status --json

Exit codes: 0 every mill is ready, 1 one is not, or the server shows no metrics, 2 wrong usage, 3 no response.
`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [word, second] = rest;
		if (second !== undefined) throw new UsageError(`"${second}" is a second URL. Give only one.`);
		const { seconds = 2, header = [], token } = chosen;
		const server = word === undefined ? namedServer(host.env) : new URL(serverUrl(word));
		if (!server.pathname.endsWith("/")) server.pathname += "/";
		const headers = {
			...authorization(host.env, token, header),
			...Object.fromEntries(header.map(readField)),
		};
		const scrape = () => samplesOf(new URL("metrics", server), headers);
		const before = seconds > 0 ? await scrape() : undefined;
		const began = performance.now();
		if (before) await setTimeout(seconds * 1_000);
		const after = await scrape();
		const report = reportOf(after, Date.now(), before, before ? (performance.now() - began) / 1_000 : 0);
		host.stdout.write(chosen.json ? jsonLine(report) : screenOf(report, paintFor(host.stdout, host.env)));
		return report.mills.every(({ ready }) => ready) ? 0 : 1;
	},
};

async function samplesOf(url: URL, headers: Readonly<Record<string, string>>): Promise<Samples> {
	let status: number;
	let text: string;
	try {
		const answer = await fetch(url, {
			headers: { ...headers, Accept: "text/plain" },
			signal: AbortSignal.timeout(PATIENCE),
		});
		status = answer.status;
		text = await answer.text();
	} catch {
		throw new NoAnswerError(`${url} does not answer. Check the URL, and that the server is running.`);
	}
	if (status === 200 && text.includes("# TYPE gristmill_")) return new Samples(text);
	throw new CommandError(
		`There are no metrics of gristmill at ${url} (status ${status}). If the server has --metrics-port, give that port; --hide metrics turns them off.`,
		1,
	);
}
