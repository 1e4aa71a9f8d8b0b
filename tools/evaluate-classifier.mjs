#!/usr/bin/env node
// Measures the classifier on labelled pictures.
//
//   node tools/evaluate-classifier.mjs FOLDER              pictures named as UTKFace names them: AGE_GENDER_*.jpg, 0 male, 1 female
//   node tools/evaluate-classifier.mjs FOLDER LABELS.csv   lines of FILE,AGE,GENDER,RACE; AGE is a number, a range ("20-29") or "more
//                                                          than 70"; AGE, GENDER and RACE may be empty. FairFace's files fit as they are.
//   node tools/evaluate-classifier.mjs FOLDER --no-faces   pictures without a face, in any folder below: how many are answered
//   --turn 90|180|270   turns every picture first, without saying so in its metadata
//   --first N           takes only N pictures, spread evenly
//   --workers N         processes; by default one for each core
//   --list              prints a line for each picture: file, age, gender, estimates
import { fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const TYPES = {
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".png": "image/png",
	".webp": "image/webp",
	".avif": "image/avif",
};
const USAGE =
	"Usage: node tools/evaluate-classifier.mjs FOLDER [LABELS.csv | --no-faces] [--turn DEGREES] [--first N] [--workers N] [--list]";

/** In a process of its own: one picture at a time, as a worker of the server does. */
async function serve() {
	const { classify, loadModel } = await import("../packages/mills/dist/classifier/classify.js");
	const model = await loadModel(new URL("../packages/mills/models/classifier/", import.meta.url));
	process.on("message", async ({ file, path, turn }) => {
		try {
			let bytes = readFileSync(path);
			let type = TYPES[extname(path).toLowerCase()];
			if (turn) {
				bytes = await model.sharp(bytes).autoOrient().rotate(turn).png({ compressionLevel: 1 }).toBuffer();
				type = "image/png";
			}
			process.send({ file, answer: await classify(model, bytes, type, true) });
		} catch (error) {
			process.send({ file, failure: error.code ?? String(error) });
		}
	});
	process.on("disconnect", () => process.exit(0));
	process.send({ ready: true });
}

async function main() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			workers: { type: "string" },
			list: { type: "boolean" },
			help: { type: "boolean" },
			"no-faces": { type: "boolean" },
			turn: { type: "string", default: "0" },
			first: { type: "string" },
		},
	});
	const [folder, csv] = positionals;
	if (values.help || folder === undefined) {
		console.error(USAGE);
		process.exit(values.help ? 0 : 2);
	}
	const turn = Number(values.turn);
	if (![0, 90, 180, 270].includes(turn)) fail(`Give --turn 90, 180 or 270: ${values.turn}.`);
	const all = values["no-faces"]
		? unlabelled(folder)
		: csv === undefined
			? fromNames(folder)
			: fromCsv(folder, csv);
	const labelled = values.first === undefined ? all : spread(all, Number(values.first));
	if (labelled.length === 0) fail(`Give a folder with pictures: none was found in ${folder}.`);
	const workers = Math.min(Number(values.workers ?? availableParallelism()), labelled.length);
	if (!Number.isInteger(workers) || workers < 1) fail(`Give --workers above 0: ${values.workers}.`);
	const { outcomes, seconds } = await runAll(labelled, workers, turn);
	if (values.list) list(labelled, outcomes);
	report(labelled, outcomes, seconds, workers, values["no-faces"]);
}

function fail(message) {
	console.error(message);
	process.exit(2);
}

function pictures(folder) {
	return readdirSync(folder, { recursive: true }).filter((file) => extname(file).toLowerCase() in TYPES);
}

const unlabelled = (folder) => pictures(folder).map((file) => ({ file, path: join(folder, file) }));

/** UTKFace: `26_1_0_2017….jpg` is a woman of 26. */
function fromNames(folder) {
	return pictures(folder).flatMap((file) => {
		const [, age, gender] = /(?:^|[/\\])(\d{1,3})_([01])_[^/\\]*$/.exec(file) ?? [];
		if (age === undefined) return [];
		return [{ file, path: join(folder, file), from: Number(age), to: Number(age), gender: "MF"[gender] }];
	});
}

function fromCsv(folder, csv) {
	return readFileSync(csv, "utf8")
		.split(/\r?\n/)
		.flatMap((line) => {
			const [file = "", age = "", gender = "", race = ""] = line.split(",").map((cell) => cell.trim());
			if (!(extname(file).toLowerCase() in TYPES)) return [];
			const [, from, to = from] = /^(\d+(?:\.\d+)?)(?:-(\d+))?$/.exec(age) ?? [
				undefined,
				/^more than (\d+)$/.exec(age)?.[1],
				100,
			];
			const initial = { 0: "M", 1: "F", m: "M", f: "F" }[gender.slice(0, 1).toLowerCase()];
			return [
				{
					file,
					path: join(folder, file),
					...(from !== undefined && {
						from: Number(from),
						to: Number(to),
						group: from === to ? undefined : age,
					}),
					gender: initial,
					race,
				},
			];
		});
}

const spread = (all, count) =>
	all.length <= count
		? all
		: Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]);

async function runAll(labelled, count, turn) {
	const outcomes = new Map();
	const left = [...labelled].reverse();
	const crew = Array.from({ length: count }, () => fork(fileURLToPath(import.meta.url)));
	await Promise.all(crew.map((worker) => new Promise((resolve) => worker.once("message", resolve))));
	const began = performance.now();
	await Promise.all(
		crew.map(
			(worker) =>
				new Promise((resolve, reject) => {
					const next = () => {
						const one = left.pop();
						if (one) worker.send({ file: one.file, path: one.path, turn });
						else resolve(worker.disconnect());
					};
					worker.on("message", ({ file, answer, failure }) => {
						outcomes.set(file, { answer, failure });
						progress(outcomes.size, labelled.length, began);
						next();
					});
					worker.on("exit", (code) => code && reject(new Error(`A process ended with code ${code}.`)));
					next();
				}),
		),
	);
	return { outcomes, seconds: (performance.now() - began) / 1000 };
}

function progress(done, all, began) {
	if (!process.stderr.isTTY) return;
	const filled = Math.round((30 * done) / all);
	const rate = (1000 * done) / (performance.now() - began);
	process.stderr.write(
		`\r[${"#".repeat(filled)}${"·".repeat(30 - filled)}] ${done}/${all}  ${rate.toFixed(1)}/s ${done === all ? "\n" : ""}`,
	);
}

function list(labelled, outcomes) {
	for (const { file, path, from, to, gender, race } of labelled) {
		const { answer, failure } = outcomes.get(file);
		const found = answer
			? [answer.age, answer.gender, answer.probabilities.M, answer.range.from, answer.range.to]
			: [failure];
		console.log([relative(".", path), from ?? "", to ?? "", gender ?? "", race ?? "", ...found].join(","));
	}
}

const share = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} % of ${whole}`);
const count = (rows, test) => rows.filter(test).length;

function report(labelled, outcomes, seconds, workers, withoutFaces) {
	const rows = labelled.map((one) => ({ ...one, ...outcomes.get(one.file) }));
	const answered = rows.filter(({ answer }) => answer);
	const failures = {};
	for (const { failure } of rows) if (failure) failures[failure] = (failures[failure] ?? 0) + 1;
	print(
		withoutFaces ? "answered, although without a face" : "faces found",
		share(answered.length, rows.length),
	);
	if (!withoutFaces) {
		for (const [name, value] of Object.entries(figures(answered))) print(name, value);
		for (const group of groupsOf(answered)) print(...group);
	}
	if (Object.keys(failures).length > 0) print("not answered", JSON.stringify(failures));
	print("speed", `${(rows.length / seconds).toFixed(1)} pictures/s with ${workers} processes`);
}

const print = (name, value) => console.log(`${name.padEnd(36)}${value}`);

function figures(answered) {
	const exact = answered.filter(({ from, to }) => from !== undefined && from === to);
	const errors = exact.map(({ from, answer }) => answer.age - from);
	const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
	const aged = answered.filter(({ from }) => from !== undefined);
	const told = answered.filter(({ gender }) => gender);
	const grouped = aged.filter(({ group }) => group);
	return {
		"gender right": share(count(told, isRight), told.length),
		...(grouped.length > 0 && { "age in the right group": share(count(grouped, isInGroup), grouped.length) }),
		...(exact.length > 0 && {
			"age, mean error": `${mean(errors.map(Math.abs)).toFixed(2)} years (bias ${mean(errors).toFixed(2)})`,
			"age within 5 years": share(
				count(errors, (error) => Math.abs(error) <= 5),
				errors.length,
			),
			"age within 10 years": share(
				count(errors, (error) => Math.abs(error) <= 10),
				errors.length,
			),
		}),
		...(aged.length > 0 && {
			"truth in the range": `${(100 * mean(aged.map(covered))).toFixed(1)} % of ${aged.length}`,
			"width of the range": `${mean(aged.map(({ answer }) => answer.range.to - answer.range.from + 1)).toFixed(1)} years`,
			"oldest answer": `${Math.max(...aged.map(({ answer }) => answer.age))}`,
		}),
	};
}

const isRight = ({ gender, answer }) => gender === answer.gender;
const isInGroup = ({ from, to, answer }) => answer.age >= from && answer.age <= to;

/** How much of the years that the truth may be lie in the range: all ages of a group are taken for equally likely. */
function covered({ from, to, answer: { range } }) {
	const last = to === 100 ? 89 : to;
	const both = Math.min(last, range.to) - Math.max(from, range.from) + 1;
	return Math.max(0, both) / (last - from + 1);
}

/** Gender and age group by race, gender and age, and by both of race and gender. */
function* groupsOf(answered) {
	const kinds = [
		({ race }) => race,
		({ gender }) => gender,
		({ group }) => group,
		({ race, gender }) => race && gender && `${race} ${gender}`,
	];
	for (const kind of kinds) {
		const names = [...new Set(answered.map(kind).filter(Boolean))].sort(
			(a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || a.localeCompare(b),
		);
		for (const name of names) {
			const rows = answered.filter((row) => kind(row) === name);
			const told = rows.filter(({ gender }) => gender);
			const grouped = rows.filter(({ group }) => group);
			const age = grouped.length > 0 ? `, age group ${share(count(grouped, isInGroup), grouped.length)}` : "";
			yield [`  ${name}`, `gender ${share(count(told, isRight), told.length)}${age}`];
		}
	}
}

if (process.send) serve();
else await main();
