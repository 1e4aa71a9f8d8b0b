import { describeBytes } from "../core/describe-bytes.js";
import type { ProblemDocument } from "../core/problem-document.js";
import { prettyJson } from "../core/schema/pretty-json.js";
import { button, element, save } from "./elements/element.js";
import type { InputValue } from "./inputs/input.js";
import { copyable, copyButton } from "./lines/copy.js";
import { problemCard, refusedCard } from "./problem-card.js";
import { type Answer, answerOf, type State, statusOf } from "./state.js";
import { makeTabs } from "./tabs.js";
import { kindOf, type MillFacts } from "./views/facts.js";
import { base64Size, fileMembers } from "./views/files.js";
import { membersOf } from "./views/shape.js";
import { resultView } from "./views/view.js";
import { treeView } from "./views/view-tree.js";
import type { View } from "./views/viewer.js";

/** More than that would keep a screen reader busy. */
const LONGEST_SPOKEN = 600;
/** The milliseconds for which the footer still tells the last answer. */
const FLICKER = 150;
/** The tree of a schema starts as if it were this deep, so that only small parts are open. */
const DEEP = 2;

/** The half of the page where the result is, and the footer that says how it came. */
interface ResultPane {
	readonly element: HTMLElement;
	readonly footer: HTMLElement;
	/** Shows where the mill is. It is the only way to change what the pane says. */
	render(state: State): void;
	/** The chosen tab. */
	tab(): string;
	/** Returns whether there is such a tab. */
	choose(tab: string): boolean;
}

/** `cancel` ends a call, and `chosen` is told another tab. */
export function makeResultPane(
	{ schema, warning }: Pick<MillFacts, "schema" | "warning">,
	{ cancel, chosen }: { cancel(): void; chosen(): void },
): ResultPane {
	const tabs = makeTabs("Result", ["Result", "JSON", ...(schema ? ["Schema"] : [])], chosen);
	const spoken = element("p.unseen", { role: "status" });
	const place = element("div.copy-place");
	const headline = element("strong.headline");
	const box = element(
		"div.pane.answer",
		{ role: "group", "aria-label": "Result" },
		element("div.bar", headline, tabs.list, place),
		tabs.stage,
		spoken,
	);
	const light = element("span.light", { "aria-hidden": "true" });
	const words = element("span.status");
	const bar = element("progress", { max: 1, hidden: true, "aria-label": "Progress" });
	const stop = button("Stop", cancel, { class: "small", hidden: true });
	const digest = element("span.digest");
	const footer = element("div.footer", light, words, bar, stop, digest);
	let shown: Answer | undefined;
	let due: ReturnType<typeof setTimeout> | undefined;
	let view: View | undefined;
	let state: State = { kind: "stale", old: undefined };

	if (schema)
		tabs.fill("Schema", () => {
			const tree = treeView(schema, undefined, undefined, DEEP);
			return [element("p.note", "What the mill takes and returns, as a JSON Schema."), tree];
		});

	/** Shows something in the place of the result. `json` is what the tab JSON has. */
	function show(
		content: HTMLElement,
		said: string,
		copy: string | undefined,
		json: () => readonly (Node | string)[],
	): void {
		view?.end?.();
		view = undefined;
		tabs.fill("Result", () => [content]);
		tabs.fill("JSON", json);
		spoken.textContent = said.length > LONGEST_SPOKEN ? `${said.slice(0, LONGEST_SPOKEN)}…` : said;
		place.replaceChildren(
			...(copy === undefined || copy === "" ? [] : [copyButton(() => copy, content, "the result")]),
		);
	}

	function showAnswer(answer: Answer): void {
		const { reply, order } = answer;
		if (!answer.isResult) {
			const card = problemCard(reply, ...answer.remedies);
			const json = () => copyable("JSON", reply.json === undefined ? reply.text : prettyJson(reply.text));
			const { title = "", detail = "" } = (reply.json ?? {}) as Partial<ProblemDocument>;
			show(card, `${title}. ${detail}`, undefined, json);
			return;
		}
		const output = reply.json as Readonly<Record<string, unknown>>;
		const { given } = order;
		const file =
			typeof given.content === "string" ? undefined : { name: given.name ?? "", size: given.content.size };
		const made = resultView({
			output,
			schema,
			text: textOf(given),
			file,
			source: given.source,
			picture: given.picture,
		});
		const content = element(
			"div.result",
			reply.whole ? partNote(reply.whole) : undefined,
			made.element,
			warning === "" ? undefined : element("p.warning", warning),
		);
		show(content, made.spoken ?? made.summary ?? "Answered.", made.copy, () =>
			jsonOf(answer, fileMembers(membersOf(schema))),
		);
		view = made;
		void made.later?.then((summary) => {
			if (view !== made) return;
			view = { ...made, summary };
			tell();
		});
	}

	function say(sentence: string): void {
		show(element("p.sentence.soft", sentence), sentence, undefined, () => [
			element("p.note", "There is no answer yet."),
		]);
	}

	function tell(): void {
		const { tone, words: all } = statusOf(state, view?.summary);
		headline.textContent = (state.kind === "answered" && view?.summary) || "";
		light.className = `light ${tone}`;
		words.textContent = all.filter(Boolean).join(" · ");
		const isRunning = state.kind === "running";
		stop.hidden = !isRunning;
		const share = state.kind === "running" ? state.share : undefined;
		bar.hidden = share === undefined;
		if (share !== undefined) bar.value = share;
		const sum = state.kind === "answered" ? state.answer.reply.digest : undefined;
		digest.replaceChildren(
			...(sum
				? ["digest ", element("code", `${sum.slice(0, 4)}…`), copyButton(() => sum, digest, "the digest")]
				: []),
		);
	}

	function render(next: State): void {
		state = next;
		const answer = answerOf(next);
		box.dataset.state = next.kind;
		box.setAttribute("aria-busy", String(next.kind === "running"));
		if (answer) {
			if (answer !== shown) showAnswer(answer);
		} else if (next.kind === "refused") {
			const { title, detail } = next.refused;
			show(refusedCard(next.refused), `${title}. ${detail}`, undefined, () => [
				element("p.note", "Nothing was sent, so there is no answer."),
			]);
		} else if (next.kind === "cancelled")
			say("Stopped: there is no result for this input. Press Run to start again.");
		else if (next.kind === "offline")
			say("The server does not answer. The page keeps trying. Your input is kept.");
		else if (next.kind === "empty") say(next.sentence);
		else
			tabs.fill("Result", () => [
				element("div.skeleton", { "aria-hidden": "true" }, ...[0, 1, 2].map(() => element("i"))),
			]);
		const isSame = next.kind === "stale" && answer !== undefined && answer === shown;
		shown = answer;
		clearTimeout(due);
		// While somebody types, most answers come so soon that another footer in between would only flicker.
		if (isSame) due = setTimeout(tell, FLICKER);
		else tell();
	}

	return { element: box, footer, render, tab: tabs.current, choose: tabs.select };
}

/** What a viewer may compare the answer with: of JSON the string that it stands for. */
function textOf({ mediaType, content }: InputValue): string | undefined {
	if (typeof content !== "string" || kindOf(mediaType) !== "json")
		return typeof content === "string" ? content : undefined;
	try {
		const value: unknown = JSON.parse(content);
		return typeof value === "string" ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The answer as it came, but for files: their Base64 says nothing to people. */
function jsonOf({ reply }: Answer, files: Readonly<Record<string, string>>): readonly (Node | string)[] {
	const output = reply.json as Readonly<Record<string, unknown>>;
	let text = reply.text || JSON.stringify(output);
	for (const [name, mediaType] of Object.entries(files)) {
		const base64 = output[name];
		if (typeof base64 === "string" && base64 !== "")
			text = text.replace(`"${base64}"`, () => `"… ${describeBytes(base64Size(base64))} of ${mediaType}"`);
	}
	return copyable("JSON", prettyJson(text), ...(reply.whole ? [partNote(reply.whole)] : []));
}

/** Says that only the start of a long answer is shown, and gives the whole. */
function partNote(whole: Blob): HTMLElement {
	return element(
		"p.note",
		`The answer has ${describeBytes(whole.size)}. This is its first part. `,
		button("Download all of it", () => save("answer.json", whole), { class: "quiet" }),
	);
}
