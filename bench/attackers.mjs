// What callers keep of their rate while others send calls that kill workers.
// Eight callers send small texts, to the mill that is attacked or to another one, alone and beside eight attackers whose calls end their
// worker or never end. Attackers send equal texts or ever new ones, as fast as they are answered. Every server is new. Goals, as shares of
// the rate without attackers: another mill 60 %; the same mill 50 % with equal texts and 20 % with new ones.
//
//   BENCH_ROUNDS=3    rounds
//   BENCH_SECONDS=7   for each attack in a round
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./measuring/connection.mjs";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, printGoal, save, settings } from "./measuring/rounds.mjs";
import { startGristmill } from "./measuring/start.mjs";

const CALLERS = 8;
const WARM_UP_MS = 4_000;
const MILLS = ["word-counter", "word-meter"].map(
	(name) => `${new URL(`attackers/crasher.mjs?name=${name}`, import.meta.url)}`,
);
const { rounds, seconds } = settings({ rounds: 3, seconds: 7 });

/** Everything that makes a text of an attacker new is in its number. */
const ATTACKS = {
	none: undefined,
	"equal crashes": () => "crash",
	"new crashes": (number) => `crash ${number}`,
	"equal loops": () => "loop",
	"new loops": (number) => `loop ${number}`,
};
const GOALS = { other: { equal: 0.6, new: 0.6 }, same: { equal: 0.5, new: 0.2 } };

let number = 0;

/** Sends texts on connections, one after the other on each, until the time is over. Counts the answers by status. */
async function send(port, mill, textOf) {
	let statuses = {};
	const connections = Array.from({ length: CALLERS }, () => {
		const next = () => {
			const text = textOf(number++);
			connection.send(
				Buffer.from(
					`POST /${mill} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
				),
			);
		};
		const connection = new Connection(
			port,
			(status) => {
				statuses[status] = (statuses[status] ?? 0) + 1;
				next();
			},
			() => {
				throw new Error("The server closed a connection.");
			},
		);
		connection.connected.then(next);
		return connection;
	});
	return {
		statuses: () => statuses,
		reset: () => {
			statuses = {};
		},
		stop: () => {
			for (const connection of connections) connection.destroy();
		},
	};
}

async function measure(mill, attack) {
	const server = await startGristmill(MILLS, { workers: 2, inline: "never" });
	try {
		const innocents = await send(
			server.port,
			mill === "same" ? "word-counter" : "word-meter",
			(n) => `text ${n}`,
		);
		// Until the spare runs.
		await sleep(WARM_UP_MS);
		innocents.reset();
		const attackers = ATTACKS[attack] && (await send(server.port, "word-counter", ATTACKS[attack]));
		await sleep(seconds * 1_000);
		innocents.stop();
		attackers?.stop();
		const { 200: answered = 0, ...refused } = innocents.statuses();
		return { answered: answered / seconds, refused, attackers: attackers?.statuses() };
	} finally {
		await server.stop();
	}
}

const kinds = ["other", "same"];
const names = Object.keys(ATTACKS);
const run = await alternate({ rounds, names, kinds, warmUps: 0 }, (attack, mill) => measure(mill, attack));
save("attackers", { rounds, seconds, ...run });
run.printHead(`${rounds} rounds of ${seconds} s`, `${CALLERS} callers and ${CALLERS} attackers`, "2 workers");
const lines = kinds.flatMap((kind) =>
	names.map((name) => {
		const rate = median(run.values({ kind, name }, "answered"));
		const share = median(run.ratios({ kind, name }, "none", "answered"));
		const refused = run.values({ kind, name }, "refused").flatMap(Object.entries);
		const sum = (status) =>
			refused.filter(([one]) => one === status).reduce((all, [, count]) => all + count, 0);
		return [
			`${kind} mill`,
			name,
			short(rate),
			`${(share * 100).toFixed(0)} %`,
			`${sum("500")}`,
			`${sum("503")}`,
			`${sum("504")}`,
		];
	}),
);
console.log(
	columns([["callers of", "attack", "200s per s", "of none", "500", "503", "504"], ...lines]),
	"\n",
);
for (const kind of kinds)
	for (const name of names.slice(1)) {
		const share = median(run.ratios({ kind, name }, "none", "answered"));
		const goal = GOALS[kind][name.split(" ")[0]];
		printGoal(
			share >= goal,
			`${kind} mill, ${name}: at least ${goal * 100} %`,
			`${(share * 100).toFixed(0)} %`,
		);
	}
