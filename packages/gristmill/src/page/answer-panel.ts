import { isJsonType } from "../core/http-words/media-type.js";
import type { ProblemDocument } from "../core/problem-document.js";
import { prettyJson } from "../core/schema/pretty-json.js";
import type { JsonSchema } from "../core/schema/schema-parts.js";
import { copyable } from "./copy.js";
import { button, element } from "./element.js";
import { type CallReply, describeTime } from "./exchange.js";
import type { InputValue } from "./inputs/input.js";
import { type Call, callCurl, commandLine, fitsLine, scriptText, TEXT_FILE } from "./lines.js";
import { makeTabs } from "./tabs.js";
import { view } from "./views/view.js";

/** More text than that makes a browser slow; all of it is a copied line away. */
const LONGEST_SHOWN = 200_000;

/** The half of the page where the answer is. */
export interface AnswerPanel {
	readonly element: HTMLElement;
	/** A result of this call. */
	answer(reply: CallReply, given: InputValue): void;
	/** A problem, as a sentence; `more` is what can be done about it here. */
	problem(reply: CallReply, more?: Node): void;
	/** Something to say in the place of the answer. */
	say(sentence: string): void;
	/** What the lines are that make this call. */
	lines(call: Call): void;
	/** That a call goes on, with a way to end it; undefined where none does. */
	running(cancel: (() => void) | undefined): void;
	/** What is said below the answer. */
	status(...parts: readonly string[]): void;
}

const TABS = ["Result", "JSON", "curl", "JavaScript", "Command", "Schema"] as const;

export function makeAnswerPanel(schema: JsonSchema | undefined): AnswerPanel {
	const tabs = makeTabs("The answer, and code to get it", schema ? TABS : TABS.slice(0, -1));
	const status = element("p", { class: "status", role: "status" });
	const busy = element("div", { class: "busy" });
	const box = element(
		"section",
		{ class: "answer", "aria-label": "Answer" },
		tabs.stage,
		element("div", { class: "below" }, status, busy),
		tabs.list,
	);
	if (schema) tabs.fill("Schema", ...shown(JSON.stringify(schema, null, 2)));
	const say = (...content: readonly Node[]) =>
		tabs.fill("Result", element("div", { class: "said" }, ...content));

	return {
		element: box,
		answer: (reply, given) => {
			box.classList.remove("stale");
			const output = reply.json as Readonly<Record<string, unknown>>;
			const text = typeof given.content === "string" ? textOf(given) : undefined;
			const { element: result, summary = "" } = view({ output, schema, text, picture: given.picture });
			tabs.fill("Result", result);
			tabs.fill("JSON", ...shown(prettyJson(reply.text)));
			told(summary, reply);
		},
		problem: (reply, more) => {
			box.classList.remove("stale");
			const {
				title = `The server answered ${reply.status}`,
				detail = "",
				code,
			} = (reply.json ?? {}) as Partial<ProblemDocument>;
			// The same page that the problem's type names, seen from here: it holds behind any proxy.
			const about =
				code === undefined
					? undefined
					: element(
							"a",
							{ href: `$problems/${encodeURIComponent(code)}`, target: "_blank" },
							"About this problem",
						);
			say(
				element("h2", {}, title),
				element("p", { class: "sentence" }, detail),
				...(about ? [element("p", {}, about)] : []),
				...(more ? [more] : []),
			);
			tabs.fill("JSON", ...shown(reply.json === undefined ? reply.text : prettyJson(reply.text)));
			told(code ?? "", reply);
		},
		say: (sentence) => say(element("p", { class: "sentence" }, sentence)),
		lines: (call) => {
			const { body } = call;
			const note =
				body.kind === "text" && !fitsLine(body.text)
					? `Save the text as ${TEXT_FILE} first. It is too long for a command.`
					: body.kind === "file" && !/\//.test(body.name)
						? `Run it in the folder that contains ${body.name}.`
						: "";
			const secret = call.credential
				? "Set the variable TOKEN to your token first. The command does not contain it."
				: "";
			const notes = [secret, note].join(" ").trim();
			tabs.fill("curl", ...copyable(callCurl(call), notes));
			tabs.fill("JavaScript", ...copyable(scriptText(call), notes));
			tabs.fill("Command", ...copyable(commandLine(call), notes));
		},
		running: (cancel) => {
			box.classList.toggle("stale", cancel !== undefined);
			busy.replaceChildren(...(cancel ? [element("span", {}, "Running…"), button("Cancel", cancel)] : []));
		},
		status: (...parts) => write(parts),
	};

	function told(summary: string, { milliseconds, status, digest }: CallReply): void {
		write([
			summary,
			describeTime(milliseconds),
			String(status),
			digest ? `digest ${digest.slice(0, 8)}…` : "",
		]);
	}

	function write(parts: readonly string[]): void {
		const words = parts.filter((part) => part !== "");
		status.textContent = words.join(" · ");
	}
}

/** What a viewer may compare the answer with: of JSON the string that it stands for. */
function textOf({ mediaType, content }: InputValue): string | undefined {
	if (!isJsonType(mediaType)) return content as string;
	try {
		const value: unknown = JSON.parse(content as string);
		return typeof value === "string" ? value : undefined;
	} catch {
		return undefined;
	}
}

function shown(text: string): Node[] {
	if (text.length <= LONGEST_SHOWN) return copyable(text);
	return copyable(
		`${text.slice(0, LONGEST_SHOWN)}\n…`,
		`The first ${LONGEST_SHOWN} of ${text.length} characters.`,
	);
}
