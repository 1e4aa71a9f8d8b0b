import { describeError } from "../../core/describe-error.js";
import { isMillPath } from "../../mill-files/mill-path.js";
import { FailedTrial, type MillTrial, type TrialResult, tryMill } from "../../runtime/lanes/try-mill.js";
import { type Dependence, describeDependence } from "../../runtime/loading/examine-together.js";
import { importMill, type MillModule } from "../../runtime/loading/import-mill.js";
import type { SettingTable } from "../../settings/setting.js";
import { SETTINGS } from "../../settings/table.js";
import { changesOf, shown } from "../client/compare.js";
import { installed } from "../client/read-mill.js";
import type { Command } from "../command-line/command.js";
import { refuseFile, UsageError, WorkError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import type { Host } from "../command-line/host.js";
import { millsByName, settle, valuesOfEnvironment, valuesOfFlags } from "../config/mill-values.js";
import { MillFileImports } from "../mills/mill-file-imports.js";
import { millFile } from "../mills/mill-files.js";
import { isTestFile, passes, testsBeside } from "../mills/own-tests.js";
import { relianceLine } from "./relies.js";

const FLAGS = {
	python: SETTINGS.python,
	set: SETTINGS.set,
	update: {
		kind: "switch",
		help: "First write the outputs of wrong examples, and the files that they name, anew.",
		fallback: false,
	},
} as const satisfies SettingTable;

const help =
	() => `gristmill test MILLS…: run the examples and tests of mill files, or of installed mills by name

Runs each example ten times (twice if it takes long), in random orders, in a worker with all its limits (deadline, memory,
permissions). The examples of a mill with runBatch are also run in batches: each answer must be the one that the example gets
alone. Test files next to mill files are run too: my-mill.test.ts next to my-mill.ts with node:test, and test_my_mill.py next
to my_mill.py with unittest.

${describeFlags(FLAGS)}

Examples
  gristmill test ./my-mill.ts
  gristmill test mills/*.ts
  gristmill test tokeniser
  gristmill test ./my-mill.ts --update
  gristmill test ./my_mill.py --python .venv/bin/python

Exit codes: 0 success; 1 an example fails, its result differs from its output or between two runs or in a batch, a test
fails, or a mill has neither examples nor tests; 2 wrong usage.
`;

/** The maximum number of differences that are shown for an example. */
const MOST_PLACES = 5;

/** `gristmill test`: runs the examples of mill files and reports which fail. */
export const TEST: Command = { flags: FLAGS, help, run: test };

async function test(words: readonly string[], host: Host): Promise<number> {
	const { chosen, rest } = readFlags(FLAGS, words, host.env);
	const files = rest.filter((word) => !isTestFile(word));
	if (files.length === 0)
		throw new UsageError("No mill is named. Name the files to test: gristmill test ./my-mill.ts");
	const imports = new MillFileImports(host);
	const moduleOf = async (word: string): Promise<MillModule> =>
		isFile(word) ? millFile(word, imports, chosen.python) : { url: await installed(word) };
	const named = files.find((word) => chosen.update && !isFile(word));
	if (named !== undefined)
		throw new UsageError(
			`--update writes into mill files, and "${named}" is none. Name the file of the mill.`,
		);
	const modules = await Promise.all(files.map((file) => moduleOf(file)));
	const given = [...valuesOfEnvironment(host), ...valuesOfFlags(chosen.set ?? [], "--set", host)];
	const { values } = settle(given, await millsByName(modules));
	if (chosen.update)
		for (const [i, file] of files.entries()) modules[i] = await renewed(file, modules[i] as MillModule);
	const findings: TrialResult[] = [];
	const dependences: Dependence[] = [];
	const failed: string[] = [];
	const untested: string[] = [];
	async function renewed(file: string, module: MillModule): Promise<MillModule> {
		const { renewExamples } = await import("../examples/renew.js");
		const { name } = await importMill(module.url.href);
		const reload = () => millFile(file, imports, chosen.python);
		const told = await renewExamples(file, module, values.get(name), chosen.python, host, reload).catch(
			refuseFile,
		);
		if (told.length === 0) return module;
		host.stdout.write(`${file}\n${told.join("\n")}\n`);
		return reload();
	}

	for (const [i, file] of files.entries()) {
		const module = modules[i] as MillModule;
		const { name } = await importMill(module.url.href);
		const trial = await tryMill(module, values.get(name)).catch((error: unknown) => {
			const hasMessage = error instanceof RangeError || error instanceof FailedTrial;
			throw new WorkError(`${file}: ${hasMessage ? error.message : describeError(error)}`);
		});
		host.stdout.write(report(trial) + (await relianceLine(module)));
		findings.push(...trial.findings);
		dependences.push(...trial.dependences);
		const own = testsBeside(file, host);
		// A mill that fails its examples is out of service, so tests of its calls would fail at length.
		if (own !== undefined && trial.findings.some(isWrong))
			host.stdout.write(`  ${own} is not run until the examples are right.\n`);
		else if (own !== undefined) failed.push(...((await passes(own, host, chosen.python)) ? [] : [own]));
		else if (trial.findings.length === 0) untested.push(file);
	}
	const varied = findings.filter(({ second }) => second).length;
	const unmet = findings.filter(({ agrees, second }) => !agrees && !second).length;
	const complaints = [
		...(unmet > 0 ? [`${counted(unmet)} wrong.`] : []),
		...(varied > 0 ? [`${counted(varied)} not deterministic.`] : []),
		...(dependences.length > 0 ? ["Answers depend on the batch that they are computed in."] : []),
		...(failed.length > 0 ? [`Tests failed: ${failed.join(", ")}.`] : []),
		...(untested.length > 0
			? [`${untested.join(", ")} has neither examples nor tests. Add examples to the mill.`]
			: []),
	];
	if (complaints.length > 0) throw new WorkError(complaints.join(" "));
	return 0;
}

/** Else it is the name of an installed mill. */
function isFile(word: string): boolean {
	return isMillPath(word) || !/^[@a-z][\w./-]*$/i.test(word);
}

function isWrong({ agrees, second }: TrialResult): boolean {
	return !agrees || second !== undefined;
}

function counted(count: number): string {
	return count === 1 ? "1 example is" : `${count} examples are`;
}

function report({ mill, findings, dependences, runs, leftOut }: MillTrial): string {
	const title = `${mill.name} ${mill.version}`;
	if (findings.length === 0) return `${title}: no examples${leftOut > 0 ? " for these settings" : ""}\n`;
	const count = findings.length === 1 ? "1 example" : `${findings.length} examples`;
	const times = `each run ${runs === 2 ? "twice" : `${runs} times`}${mill.batch ? ", and in batches" : ""}`;
	const lines = [
		`${title}: ${count}, ${times}`,
		...findings.flatMap(lineOf),
		...dependences.flatMap(lineOfBatch),
	];
	return `${lines.join("\n")}\n`;
}

function lineOf(finding: TrialResult): string[] {
	const { example, agrees, expected, actual, failure, second } = finding;
	if (second)
		return [
			`  varies   example ${example}: two runs gave different results, so the mill is not deterministic`,
			...outcome("first: ", finding),
			...outcome("second:", second),
		];
	if (failure !== undefined) return [`  fails    example ${example}`, ...indented(failure)];
	if (agrees) return [`  ok       example ${example}`];
	const changes = changesOf(expected, actual).filter(({ path }) => path !== "");
	return [
		`  differs  example ${example}`,
		`    expected: ${JSON.stringify(expected)}`,
		`    got:      ${JSON.stringify(actual)}`,
		...changes
			.slice(0, MOST_PLACES)
			.map((change) => `    ${change.path}: expected ${shown(change.old)}, got ${shown(change.new)}`),
	];
}

function lineOfBatch(dependence: Dependence): string[] {
	const { alone, together, failure } = dependence;
	return [
		`  depends  ${describeDependence(dependence)}`,
		`    alone:    ${JSON.stringify(alone)}`,
		...(failure === undefined
			? [`    together: ${JSON.stringify(together)}`]
			: ["    together: failed", ...indented(failure)]),
	];
}

function outcome(label: string, { actual, failure }: TrialResult): string[] {
	if (failure === undefined) return [`    ${label}   ${JSON.stringify(actual)}`];
	return [`    ${label}   failed`, ...indented(failure)];
}

function indented(text: string): string[] {
	return text.split("\n").map((line) => `    ${line}`);
}
