#!/usr/bin/env node
// How well the classifier does on labelled pictures.
//
//   node tools/evaluate-classifier.mjs FOLDER              pictures named as UTKFace names them: AGE_GENDER_*.jpg, 0 male, 1 female
//   node tools/evaluate-classifier.mjs FOLDER LABELS.csv   lines of FILE,AGE,GENDER; age or gender may be empty
//   --workers N                                            processes, as many as cores where it is left out
//   --list                                                 prints a line for each picture: file, age, gender, estimates
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
const USAGE = "Usage: node tools/evaluate-classifier.mjs FOLDER [LABELS.csv] [--workers N] [--list]";

if (process.send) serve();
else await main();

/** In a process of its own: one picture at a time, as a worker of the server does. */
async function serve() {
	const { classify, loadModel } = await import("../dist/src/mills/classifier/classify.js");
	const model = await loadModel(new URL("../models/classifier/", import.meta.url));
	process.on("message", async ({ file, path }) => {
		try {
			const answer = await classify(model, readFileSync(path), TYPES[extname(path).toLowerCase()]);
			process.send({ file, answer });
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
		options: { workers: { type: "string" }, list: { type: "boolean" }, help: { type: "boolean" } },
	});
	const [folder, csv] = positionals;
	if (values.help || folder === undefined) {
		console.error(USAGE);
		process.exit(values.help ? 0 : 2);
	}
	const labelled = csv === undefined ? fromNames(folder) : fromCsv(folder, csv);
	if (labelled.length === 0) {
		console.error(`Give a folder with labelled pictures: none was found in ${folder}.`);
		process.exit(2);
	}
	const workers = Math.min(Number(values.workers ?? availableParallelism()), labelled.length);
	if (!Number.isInteger(workers) || workers < 1) {
		console.error(`Give --workers above 0: ${values.workers}.`);
		process.exit(2);
	}
	const { outcomes, seconds } = await runAll(labelled, workers);
	if (values.list) list(labelled, outcomes);
	report(labelled, outcomes, seconds, workers);
}

/** UTKFace: `26_1_0_2017….jpg` is a woman of 26. */
function fromNames(folder) {
	return readdirSync(folder, { recursive: true })
		.filter((file) => extname(file).toLowerCase() in TYPES)
		.flatMap((file) => {
			const [, age, gender] = /(?:^|[/\\])(\d{1,3})_([01])_[^/\\]*$/.exec(file) ?? [];
			return age === undefined
				? []
				: [{ file, path: join(folder, file), age: Number(age), gender: "MF"[gender] }];
		});
}

function fromCsv(folder, csv) {
	return readFileSync(csv, "utf8")
		.split(/\r?\n/)
		.flatMap((line) => {
			const [file = "", age = "", gender = ""] = line.split(",").map((cell) => cell.trim());
			if (!(extname(file).toLowerCase() in TYPES)) return [];
			const initial = { 0: "M", 1: "F", m: "M", f: "F" }[gender.slice(0, 1).toLowerCase()];
			return [{ file, path: join(folder, file), age: age === "" ? undefined : Number(age), gender: initial }];
		});
}

async function runAll(labelled, count) {
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
						if (one) worker.send({ file: one.file, path: one.path });
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
	for (const { file, path, age, gender } of labelled) {
		const { answer, failure } = outcomes.get(file);
		const found = answer ? [answer.age, answer.gender] : [failure, ""];
		console.log([relative(".", path), age ?? "", gender ?? "", ...found].join(","));
	}
}

function report(labelled, outcomes, seconds, workers) {
	const answered = labelled
		.map((one) => ({ ...one, ...outcomes.get(one.file) }))
		.filter(({ answer }) => answer);
	const aged = answered.filter(({ age }) => age !== undefined);
	const errors = aged.map(({ age, answer }) => Math.abs(answer.age - age));
	const told = answered.filter(({ gender }) => gender);
	const right = told.filter(({ gender, answer }) => gender === answer.gender);
	const share = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} % of ${whole}`);
	const within = (years) => share(errors.filter((error) => error <= years).length, errors.length);
	const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
	const failures = {};
	for (const { failure } of outcomes.values()) if (failure) failures[failure] = (failures[failure] ?? 0) + 1;
	const rows = {
		"faces found": share(answered.length, labelled.length),
		"age, mean absolute error": errors.length === 0 ? "–" : `${mean.toFixed(2)} years`,
		"age within 5 years": within(5),
		"age within 10 years": within(10),
		"gender right": share(right.length, told.length),
		speed: `${(labelled.length / seconds).toFixed(1)} pictures/s with ${workers} processes`,
		...(Object.keys(failures).length > 0 && { "not answered": JSON.stringify(failures) }),
	};
	for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(26)}${value}`);
}
