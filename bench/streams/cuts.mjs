// Streams whose input arrives in random pieces. Each is cut at a random part and goes on at another server; of some, the worker is killed.
import { linesOf } from "./send.mjs";

const WORDS = [
	"grist",
	"é",
	"e\u0301",
	"中文",
	"👩‍👩‍👧",
	"हिन्दी",
	"\r\n",
	"\n",
	"\n",
	" ",
	"\u2028",
	"ٱلْعَرَبِيَّة",
	"한국어",
];
/** One stream in fifty loses its worker. */
const KILLED = 50;

/** Whole numbers below a limit, the same in each run. */
let state = 45;
function below(limit) {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
	return Math.floor((state / 2 ** 32) * limit);
}

function inPieces(body) {
	const pieces = [];
	for (let at = 0; at < body.length; ) {
		const end = at + 1 + below(body.length);
		pieces.push(body.subarray(at, end));
		at = end;
	}
	return pieces;
}

const isEnd = (line) => line?.startsWith('{"$end"') ?? false;
const isProblem = (line) => line.startsWith('{"$problem"') || line.startsWith('{"type"');

/** Counts the streams that are not, byte for byte, what they are in one piece. The servers have the mill `line-passer`. */
export async function cutStreams(servers, count) {
	let different = 0;
	let killed = 0;
	for (let i = 0; i < count; i++) {
		const body = Buffer.from(
			Array.from({ length: 1 + below(60) }, () => WORDS[below(WORDS.length)]).join(""),
		);
		const whole = await linesOf(servers[0], "/line-passer", inPieces(body));
		const cut = below(whole.length);
		let victim = i % KILLED === KILLED - 1 ? (await servers[0].ask()).workers : [];
		const lines = [];
		for (let attempt = 0; !isEnd(lines.at(-1)) && attempt < 20; attempt++) {
			const path = `/line-passer?$from=${lines.length}`;
			const leaves = (come) => {
				for (const pid of victim) process.kill(pid, "SIGKILL");
				if (victim.length > 0) killed++;
				victim = [];
				return attempt === 0 && come.length > cut;
			};
			if (attempt === 0 && cut === 0) leaves([]);
			else
				for (const line of await linesOf(servers[attempt % servers.length], path, inPieces(body), leaves))
					if (!isProblem(line)) lines.push(line);
		}
		if (JSON.stringify(lines) !== JSON.stringify(whole)) different++;
	}
	return { count, different, killed };
}
