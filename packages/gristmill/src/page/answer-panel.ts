import { describeBytes } from "../core/describe-bytes.js";
import { isJsonType } from "../core/http-words/media-type.js";
import type { ProblemDocument } from "../core/problem-document.js";
import { prettyJson } from "../core/schema/pretty-json.js";
import type { JsonSchema } from "../core/schema/schema-parts.js";
import { button, element } from "./elements/element.js";
import { type CallReply, describeTime } from "./exchange.js";
import type { InputValue, Refused } from "./inputs/input.js";
import type { Call } from "./lines/call.js";
import { codeTabs, LANGUAGES } from "./lines/code-tabs.js";
import { copyable, copyButton } from "./lines/copy.js";
import { problemCard, refusedCard } from "./problem-card.js";
import { makeTabs } from "./tabs.js";
import { base64Size, fileMembers } from "./views/files.js";
import { membersOf } from "./views/shape.js";
import { view } from "./views/view.js";
import { treeView } from "./views/view-tree.js";

/** More than that would keep a screen reader busy. */
const LONGEST_SPOKEN = 600;

/** The half of the page where the answer is. */
export interface AnswerPanel {
	readonly element: HTMLElement;
	/** A result of this call. `extra` has members that only the view needs. */
	answer(reply: CallReply, given: InputValue, extra?: object): void;
	/** A problem, as a sentence; `more` is what can be done about it here. */
	problem(reply: CallReply, ...more: readonly Node[]): void;
	/** An input that is not sent. */
	refuse(refused: Refused): void;
	/** Something to say in the place of the answer. */
	say(sentence: string): void;
	/** What the lines are that make this call. */
	lines(call: Call, content: string | Blob): void;
	/** That a call goes on, with a way to end it; undefined where none does. */
	running(cancel: (() => void) | undefined): void;
	/** What is said below the answer. */
	status(...parts: readonly string[]): void;
}

/** `warning` stands below every answer. */
export function makeAnswerPanel(schema: JsonSchema | undefined, warning: string): AnswerPanel {
	const tabs = makeTabs("The answer, and code to get it", [
		"Result",
		"JSON",
		...LANGUAGES,
		...(schema ? ["Schema"] : []),
	]);
	const spoken = element("p", { class: "unseen", role: "status" });
	const status = element("p", { class: "status" });
	const busy = element("div", { class: "busy" });
	const box = element(
		"section",
		{ class: "answer", "aria-label": "Answer" },
		tabs.list,
		tabs.stage,
		element("div", { class: "below" }, status, busy),
		spoken,
	);
	if (schema)
		tabs.fill("Schema", () => {
			const tree = treeView(schema, undefined, undefined, DEEP);
			const note = element("p", { class: "note" }, "What the mill takes and answers, as a JSON Schema.");
			return [copyButton(() => JSON.stringify(schema, null, 2), tree), note, tree];
		});
	let isEmpty = true;
	let end: (() => void) | undefined;

	function show(content: HTMLElement, words: string, language = "en"): void {
		end?.();
		end = undefined;
		isEmpty = false;
		box.classList.remove("stale");
		tabs.fill("Result", () => [content]);
		spoken.lang = language;
		spoken.textContent = words.length > LONGEST_SPOKEN ? `${words.slice(0, LONGEST_SPOKEN)}…` : words;
	}

	return {
		element: box,
		answer: (reply, given, extra = {}) => {
			const output = reply.json as Readonly<Record<string, unknown>>;
			const text = typeof given.content === "string" ? textOf(given) : undefined;
			const file =
				typeof given.content === "string" ? undefined : { name: given.name ?? "", size: given.content.size };
			const shown = view({
				output: { ...output, ...extra },
				schema,
				text,
				file,
				source: given.source,
				picture: given.picture,
			});
			show(
				element(
					"div",
					{ class: "result" },
					...(reply.whole ? [partNote(reply.whole)] : []),
					shown.element,
					warning === "" ? undefined : element("p", { class: "warning" }, warning),
				),
				shown.spoken ?? shown.summary ?? "Answered.",
				shown.language,
			);
			end = shown.end;
			const files = fileMembers(membersOf(schema, output));
			tabs.fill("JSON", () => jsonOf(reply, output, files));
			told(shown.summary ?? "", reply);
			void shown.later?.then((summary) => end === shown.end && told(summary, reply));
		},
		problem: (reply, ...more) => {
			const { title = "", detail = "", code } = (reply.json ?? {}) as Partial<ProblemDocument>;
			show(problemCard(reply, ...more), `${title}. ${detail}`);
			tabs.fill("JSON", () =>
				copyable("JSON", reply.json === undefined ? reply.text : prettyJson(reply.text)),
			);
			told(code ?? "", reply);
		},
		refuse: (refused) => {
			show(refusedCard(refused), `${refused.title}. ${refused.detail}`);
			tabs.fill("JSON", () => [element("p", { class: "note" }, "Nothing was sent, so there is no answer.")]);
			write(["Not sent"]);
		},
		say: (sentence) => {
			show(element("div", { class: "said" }, element("p", { class: "sentence" }, sentence)), sentence);
			tabs.fill("JSON", () => [element("p", { class: "note" }, "There is no answer yet.")]);
			write([]);
		},
		lines: (call, content) => {
			for (const [name, build] of codeTabs(call, content)) tabs.fill(name, build);
		},
		running: (cancel) => {
			box.classList.toggle("stale", cancel !== undefined && !isEmpty);
			if (cancel && isEmpty)
				tabs.fill("Result", () => [
					element("div", { class: "skeleton", "aria-hidden": "true" }, ...[0, 1, 2].map(() => element("i"))),
				]);
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

/** The tree of a schema starts as if it were this deep, so that only small parts are open. */
const DEEP = 2;

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

/** The answer as it came, but for files: their Base64 says nothing to people. */
function jsonOf(
	reply: CallReply,
	output: Readonly<Record<string, unknown>>,
	files: Readonly<Record<string, string>>,
): readonly (Node | string)[] {
	let { text } = reply;
	for (const [name, mediaType] of Object.entries(files)) {
		const base64 = output[name];
		if (typeof base64 === "string" && base64 !== "")
			text = text.replace(`"${base64}"`, () => `"… ${describeBytes(base64Size(base64))} of ${mediaType}"`);
	}
	return copyable("JSON", prettyJson(text), ...(reply.whole ? [partNote(reply.whole)] : []));
}

/** Says that only the start of a long answer is shown, and gives the whole. */
function partNote(whole: Blob): HTMLElement {
	const link = element("a", { href: "#", download: "answer.json" }, "Download all of it");
	// Made when it is needed: a URL keeps the whole answer in memory.
	link.addEventListener("click", () => {
		link.href = URL.createObjectURL(whole);
		setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
	});
	return element(
		"span",
		{ class: "part-note" },
		`The answer has ${describeBytes(whole.size)}. This is its first part. `,
		link,
	);
}
