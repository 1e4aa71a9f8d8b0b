import type { Log } from "../../runtime/log.js";
import { REQUEST } from "../../telemetry/log/access-log.js";
import type { Host } from "../command-line/host.js";
import { paintFor, printable } from "../command-line/terminal.js";

/** More failures than this are never between an error and the line of its request. */
const MOST_FAILURES = 100;

type Fields = Readonly<Record<string, unknown>>;

/** The log of `gristmill dev`: one line for each call, and below it what went wrong, with its message. */
export function devLog({ stderr, env }: Pick<Host, "stderr" | "env">): Log {
	const paint = paintFor(stderr, env);
	/** What was said of a request before its line. */
	const failures = new Map<unknown, string>();
	const write = (line: string) => void stderr.write(`${paint.dim(timeOfDay())} ${line}\n`);

	function note(id: unknown, text: string): void {
		if (failures.size >= MOST_FAILURES) failures.clear();
		failures.set(id, text);
	}

	function writeRequest({ id, method, route, status, mill, code, totalMs }: Fields): void {
		const failure = failures.get(id);
		failures.delete(id);
		// What the page loads is not worth a line.
		if (!mill && Number(status) < 400) return;
		const first = `${method} ${route || "(unknown address)"} ${status}`;
		if (Number(status) < 400) {
			write(`${first} in ${shortly(totalMs)}`);
			return;
		}
		const [what = "", ...below] = printable(failure ?? "").split("\n");
		const line = [`${first} ${code ?? ""}`.trimEnd(), ...(what ? [what] : [])].join(": ");
		write([Number(status) === 500 ? paint.error(line) : paint.warning(line), ...below].join("\n"));
	}

	return (level, message, { id, mill, ...fields } = {}) => {
		switch (message) {
			case "the server is shutting down":
			case "the server has ended":
				return undefined;
			case REQUEST:
				return writeRequest({ id, mill, ...fields });
			case "a call failed":
				return note(id, String(fields.error).replace(" ← ", ": "));
			case "a call was refused":
				return note(id, String(fields.detail));
			case "a mill printed":
				return write(`${mill} printed: ${printable(String(fields.text))}`);
			case "an example fails":
				return write(
					`${paint.error(`${mill} fails an example:`)} ${printable(String(fields.reason))}\n  It can be called all the same. gristmill test shows every example.`,
				);
			default: {
				const { reason, error } = fields;
				const why = [reason, error].filter((one) => one !== undefined).map((one) => printable(String(one)));
				const what = [message, ...(mill ? [`(${mill})`] : [])].join(" ");
				const line = why.length > 0 ? `${what}: ${why.join(", ")}` : what;
				write(level === "error" ? paint.error(line) : line);
			}
		}
	};
}

function timeOfDay(): string {
	return new Date().toTimeString().slice(0, 8);
}

function shortly(milliseconds: unknown): string {
	const ms = Number(milliseconds);
	return ms < 10
		? `${ms.toFixed(1)} ms`
		: ms < 10_000
			? `${Math.round(ms)} ms`
			: `${Math.round(ms / 1_000)} s`;
}
