import { isObject } from "../core/schema/is-object.js";
import { makeBatch } from "./batch.js";
import { makeCodeBar } from "./code-bar.js";
import { countdown, pauseOf } from "./countdown.js";
import { button, element } from "./elements/element.js";
import { menu } from "./elements/menu.js";
import { exampleButtons } from "./examples.js";
import type { CallReply, ExchangeOrder } from "./exchange.js";
import { callAddress, type Link, type Texts } from "./inputs/address.js";
import { makeControls } from "./inputs/controls.js";
import type { InputValue, Refused } from "./inputs/input.js";
import { makeInputs } from "./inputs/inputs.js";
import { complaint, given, preferred, settingsOf } from "./inputs/parameter.js";
import { Live } from "./live.js";
import { makeResultPane } from "./result-pane.js";
import { credentialOf, type PageSession } from "./session.js";
import { type Answer, answerOf, type State } from "./state.js";
import { tokenField } from "./token-field.js";
import type { FormExample, MillFacts } from "./views/facts.js";
import { fileEnding, fileMembers } from "./views/files.js";
import { membersOf } from "./views/shape.js";

/** A mill on the page: its settings, its input and its result. */
export interface Bench {
	readonly element: HTMLElement;
	readonly name: string;
	run(): void;
	/** Shows what a link says, with the first example if the link has no text. */
	open(link: Link): Promise<void>;
	link(): Link;
	/** Remembers the input and the settings: what it returns brings them back. */
	keep(): () => void;
	/** The result that is shown; undefined if there is none. */
	result(): unknown;
	/** Stops what runs when the mill is no longer shown. */
	rest(): void;
}

/** Who is told what happens on a bench. */
interface BenchWatcher {
	/** The link to it is another. */
	changed(): void;
	/** The visitor chose something that can be undone; it is told before. */
	leaving(label: string): void;
	/** Another result is shown. */
	answered(): void;
}

export function makeBench(facts: MillFacts, session: PageSession, watcher: BenchWatcher): Bench {
	const controls = makeControls(facts.parameters, () => {
		watcher.changed();
		run("typed");
	});
	const { languages } = controls;
	const inputs = makeInputs(facts.forms, {
		changed: (soon) => run(soon ? "typed" : "now"),
		many: (files) => many(files),
	});
	const code = makeCodeBar();
	const notice = element("p.notice", { role: "status", hidden: true });
	const hasFile = Object.keys(fileMembers(membersOf(facts.schema))).length > 0;
	const live = new Live(session, {
		running: () => set({ kind: "running", old: answerOf(state) }),
		growing: (reply, share) =>
			set({ kind: "running", old: reply ? answer(reply, current) : answerOf(state), share }),
		came: (reply, order) => {
			set({ kind: "answered", answer: answer(reply, order) });
			const { from, to } = (isObject(reply.json) ? reply.json : {}) as { from?: unknown; to?: unknown };
			if (typeof from === "string" && typeof to === "string") languages?.detected(from, to);
		},
		gone: () => set({ kind: "offline" }),
	});
	const pane = makeResultPane(facts, {
		cancel: () => {
			live.stop();
			// The parts of this call that have come stay; the answer to another input does not.
			const old = answerOf(state);
			set({ kind: "cancelled", old: old?.order === current ? old : undefined });
		},
		chosen: watcher.changed,
	});
	let current: ExchangeOrder | undefined;
	let state: State = { kind: "stale", old: undefined };
	/** The tries since the visitor last did something. */
	let tries = 0;

	function set(next: State): void {
		state = next;
		pane.render(next);
		if (next.kind === "answered") watcher.answered();
	}
	set(state);

	languages?.onSwap(() => {
		const { text } = (result() ?? {}) as { text?: unknown };
		if (typeof text === "string") inputs.type(text);
	});

	function result(): unknown {
		return state.kind === "answered" && state.answer.isResult ? state.answer.reply.json : undefined;
	}

	function answer(reply: CallReply, order = current): Answer {
		// A result is always an object. Anything else is not from a mill.
		const isResult = reply.status === 200 && isObject(reply.json);
		return { reply, order: order as ExchangeOrder, isResult, remedies: isResult ? [] : remedies(reply) };
	}

	/** The call of an input with the present settings. */
	const orderOf = (input: InputValue): ExchangeOrder => ({
		method: facts.method,
		address: callAddress(facts.path, given(facts.parameters, controls.read())),
		given: input,
		hasFile,
		grows: facts.grows,
	});

	/** Calls the mill: as typing allows, now, or later by itself. */
	function run(when: "typed" | "now" | number): void {
		tries = typeof when === "number" ? tries + 1 : 0;
		live.stop();
		const wrong = controls.complaint();
		const refused: Refused | undefined =
			wrong === undefined ? inputs.refused() : { title: "A setting is not valid", detail: wrong };
		const input = refused ? undefined : inputs.read();
		if (refused) set({ kind: "refused", refused });
		else if (!input) set({ kind: "empty", sentence: inputs.invitation() });
		else send(orderOf(input), when);
	}

	function send(order: ExchangeOrder, when: "typed" | "now" | number): void {
		current = order;
		showCode(order);
		const terminal =
			"Browsers send no body with GET. Call this mill from a terminal, with one of the commands below.";
		set(
			facts.method === "GET"
				? { kind: "empty", sentence: terminal }
				: { kind: "stale", old: answerOf(state) },
		);
		if (facts.method === "GET") return;
		if (when === "typed") live.typed(order);
		else live.call(order, when === "now" ? 0 : when);
	}

	function showCode({ method, address, given: { mediaType, body, content } }: ExchangeOrder): void {
		const { credential } = session;
		const { raw } = facts;
		code.show(
			{
				method,
				url: new URL(address, session.base).href,
				mediaType,
				body,
				saves: raw === undefined ? undefined : { type: raw, file: `result.${fileEnding(raw)}` },
				credential: credential && { field: credential.field, value: credential.form },
			},
			content,
		);
	}

	/** What the page can do about a problem. */
	function remedies({ status, retryAfter }: CallReply): readonly Node[] {
		if (status === 401) {
			const { field } = credentialOf(facts.securitySchemes);
			const use = (token: string) => {
				session.authorise(token, facts.securitySchemes);
				run("now");
			};
			return [tokenField(field, use, session.credential !== undefined)];
		}
		if ([429, 502, 503].includes(status))
			return [countdown(pauseOf(retryAfter, tries), { now: () => run("now"), later: run })];
		const shrink = status === 413 ? inputs.shrink() : undefined;
		return shrink ? [button("Make the picture smaller", shrink, { class: "primary" })] : [];
	}

	async function tryExample(example: FormExample, texts: Texts = {}): Promise<void> {
		controls.write(settingsOf(facts.parameters, example.parameters, texts, preferred(facts)));
		watcher.changed();
		try {
			await inputs.write(example, (address) => session.fetch(address));
			run("now");
		} catch {
			set({
				kind: "empty",
				sentence: "The example could not be loaded, because the server does not answer. Choose it again.",
			});
		}
	}

	const panes = element("div.panes");
	/** Calls the mill with each of these, and shows a table in the place of the result. */
	function many(all: readonly (File | string)[]): void {
		live.stop();
		const jobs = all.map((one, i) => {
			const input = inputs.valueOf(one);
			const name = typeof one === "string" ? (one.length > 60 ? `${one.slice(0, 60)}…` : one) : one.name;
			return { name: name || String(i + 1), order: input && orderOf(input) };
		});
		const single = (isSingle: boolean) => {
			code.element.hidden = !isSingle;
			pane.footer.hidden = !isSingle;
		};
		const batch = makeBatch(jobs, session, () => {
			single(true);
			panes.replaceChildren(input, pane.element);
		});
		single(false);
		panes.replaceChildren(batch.element);
		batch.start();
	}
	const each = button(
		"Each line",
		() => many((inputs.text() ?? "").split(/\r?\n/).filter((line) => line.trim() !== "")),
		{ class: "quiet", title: "Call the mill with each line of the text, and show a table" },
	);
	const hasText = facts.forms.some(({ kind }) => kind === "text");
	const input = element(
		"div.pane.form",
		{ role: "group", "aria-label": "Input" },
		element(
			"div.bar",
			element("strong.headline", "Input"),
			inputs.ways,
			element(
				"span.end",
				hasText ? each : undefined,
				button("Run", () => run("now"), { class: "primary", title: "Ctrl + Enter" }),
			),
		),
		inputs.element,
	);
	panes.append(input, pane.element);
	const examples = exampleButtons(facts.examples, (example, label) => {
		watcher.leaving(label);
		void tryExample(example);
	});
	const about = facts.description && element("a", { href: facts.description }, "About this mill");
	const box = element(
		"div.bench",
		element(
			"div.title",
			element("h1", { tabindex: -1 }, facts.name),
			element("p.summary", facts.summary, " ", about),
		),
		element(
			"div.settings",
			controls.element,
			examples.length === 0 ? undefined : menu("Examples", "examples", ...examples),
		),
		notice,
		panes,
		code.element,
		pane.footer,
	);

	return {
		element: box,
		name: facts.name,
		run: () => run("now"),
		result,
		open: async ({ texts, text, type, tab }) => {
			const known = Object.entries(texts).filter(([name, list]) => {
				const parameter = facts.parameters.find((one) => one.name === name);
				return parameter && complaint(parameter, list) === undefined;
			});
			const ignored = Object.entries(texts).filter(([name]) => !known.some(([other]) => other === name));
			if (tab !== undefined && !pane.choose(tab)) ignored.push(["$tab", [tab]]);
			const told = ignored.map(
				([name, list]) =>
					`This link sets ${name}=${list.join(",")}, which this mill does not have. It was ignored.`,
			);
			if (text === null)
				told.unshift("The text of this link cannot be read: the link was cut or changed. Ask for it again.");
			notice.textContent = told.join(" ");
			notice.hidden = told.length === 0;
			const wanted = Object.fromEntries(known);
			const [first] = facts.examples;
			if (typeof text !== "string" && first) return tryExample(first, wanted);
			controls.write({ ...preferred(facts), ...wanted });
			if (typeof text === "string") {
				const mediaType =
					type ?? facts.forms.find(({ kind }) => kind === "text" || kind === "json")?.mediaType ?? "";
				await inputs.write({ mediaType, text, parameters: {}, href: undefined }, (address) =>
					session.fetch(address),
				);
			}
			run("now");
		},
		link: () => ({
			mill: facts.name,
			texts: given(facts.parameters, controls.read()),
			text: inputs.text(),
			type: inputs.read()?.mediaType,
			tab: pane.tab() === "Result" ? undefined : pane.tab(),
		}),
		keep: () => {
			const [texts, back] = [controls.read(), inputs.keep()];
			return () => {
				controls.write(texts);
				back();
				run("typed");
			};
		},
		rest: () => {
			live.stop();
			inputs.rest();
		},
	};
}
