// The entry of a worker process. It loads mills, computes the calls that it was sent, and ends with the server.

import { Crash } from "../failures.js";
import { describeCrash } from "../loading/describe-crash.js";
import type { ToWorker } from "../pool/messages.js";
import { SHOW_MESSAGES } from "../pool/messages.js";
import { unpackToWorker } from "../pool/payload.js";
import { Wire } from "../pool/wire.js";
import { Answers } from "./answers.js";
import { claimOutput, Printed } from "./claim-output.js";
import { CpuTime } from "./cpu-time.js";
import { denyListening } from "./deny-listening.js";
import { allowEndingWorker } from "./end-worker.js";
import { LoadedMills } from "./loaded-mills.js";
import { openPipes } from "./pipes.js";
import { WorkQueue } from "./work-queue.js";

const IS_INSPECTED = process.execArgv.some((flag) => flag.startsWith("--inspect"));
/** Under a debugger and in tests, error messages are shown even if they quote input. */
const SHOWS_MESSAGES = IS_INSPECTED || process.argv.includes(SHOW_MESSAGES);

// Ctrl-C and some service managers signal every process. The server decides when its workers end.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});

/** The mill that runs or is loading. */
let active = "";
const answers: Answers = new Answers(() => server, SHOWS_MESSAGES);
const printed = new Printed((text) =>
	answers.send({ type: "printed", mill: active, id: queue.turn.only, text: text.replace(/\n$/, "") }),
);
const mills = new LoadedMills(
	(message) => answers.send(message),
	(mill) => {
		active = mill;
	},
);
const cpu = new CpuTime((mill, micros) => answers.send({ type: "cpu", mill, micros }));
const queue: WorkQueue = new WorkQueue(answers, cpu, (mill) => {
	active = mill;
	printed.renew();
	return mills.get(mill);
});

function receive(message: ToWorker): void {
	switch (message.type) {
		case "load":
			mills.add(message.mills);
			break;
		case "load-next":
			mills.loadNext(message.mill);
			break;
		case "prepare":
			void mills.prepare(message.mill, message.folder);
			break;
		case "recall":
			answers.flush();
			answers.send({ type: "returned", number: message.number, ids: queue.remove(message.ids) });
			break;
		case "taken":
			queue.turn.taken(message.id, message.bytes);
			break;
		case "input":
			queue.turn.input(message.id, message.content, message.isLast);
			break;
		case "abort":
			queue.abort(message.id);
			break;
		case "examine":
			queue.add([{ mill: message.mill, mode: "single", calls: [], examine: message }]);
			break;
		case "calls": {
			const { mill, mode, calls } = message;
			queue.add(
				mode === "batch" ? [{ mill, mode, calls }] : calls.map((call) => ({ mill, mode, calls: [call] })),
			);
		}
	}
}

/** Ends this process when the server is gone, with its process group if it leads one. */
function endWithServer(): void {
	try {
		process.kill(-process.pid, "SIGKILL");
	} catch {
		process.exit(0);
	}
}

/** The server logs the reason. It reads what is in the pipe after this process has ended, too. */
function endBecause(reason: string): void {
	answers.send({ type: "ending", reason });
	process.exit(1);
}

// What a mill throws outside of a call ends the worker. Node would print the message, which may quote an input.
for (const event of ["uncaughtException", "unhandledRejection"])
	process.on(event, (cause: unknown) =>
		endBecause(describeCrash(new Crash("outside of a call", { cause }), SHOWS_MESSAGES)),
	);
allowEndingWorker(endBecause);
claimOutput(printed);
if (!IS_INSPECTED) denyListening();
const { incoming, outgoing } = openPipes(endWithServer);
const server = new Wire(
	incoming,
	outgoing,
	(message, bytes) => receive(unpackToWorker(message, bytes)),
	endWithServer,
);
