import { isObject } from "../core/schema/is-object.js";
import { makeAnswerPanel } from "./answer-panel.js";
import { Caller } from "./caller.js";
import { fullTexts } from "./companion.js";
import { countdown, pauseOf } from "./countdown.js";
import { button, element, freshId } from "./elements/element.js";
import { keyHint } from "./elements/key-hint.js";
import { exampleRow } from "./examples.js";
import { type CallReply, type ExchangeOrder, exchange } from "./exchange.js";
import { callAddress, type Texts } from "./inputs/address.js";
import { makeControls } from "./inputs/controls.js";
import { makeInputs } from "./inputs/inputs.js";
import { given, preferred, settingsOf } from "./inputs/parameter.js";
import { credentialOf, type PageSession } from "./session.js";
import { tokenField } from "./token-field.js";
import type { FormExample, MillFacts } from "./views/facts.js";
import { fileMembers } from "./views/files.js";
import { membersOf } from "./views/shape.js";
import { about, heading, warningOf } from "./words.js";

/** A mill on the page: its form and its answer. */
export interface Workbench {
	readonly element: HTMLElement;
	/** The parameters for the URL. */
	texts(): Texts;
	/** Shows these parameters and runs. */
	show(texts: Texts): void;
	/** Stops what runs when the mill is no longer shown. */
	rest(): void;
}

/** Milliseconds between the last key and the call. */
const PAUSE = 250;

export function makeWorkbench(facts: MillFacts, session: PageSession, changed: () => void): Workbench {
	const panel = makeAnswerPanel(facts.schema, warningOf(facts.about));
	const controls = makeControls(facts.parameters, () => {
		changed();
		run(PAUSE);
	});
	const { languages } = controls;
	const inputs = makeInputs(facts.forms, (soon) => run(soon ? PAUSE : 0));
	const hasFile = Object.keys(fileMembers(membersOf(facts.schema, undefined))).length > 0;
	let last: CallReply | undefined;
	const caller = new Caller(session, {
		running: panel.running,
		came: (reply, order) => {
			last = reply;
			// A result is always an object. Anything else is not from a mill.
			if (reply.status === 200 && isObject(reply.json)) void answer(reply, order);
			else panel.problem(reply, ...remedies(reply));
		},
		cancelled: () => panel.say("Cancelled: there is no answer to this input. Press Run to start again."),
		gone: () => {
			panel.say("The server does not answer. The page keeps trying. Your input is kept.");
			panel.status("Trying again…");
		},
	});
	languages?.onSwap(() => {
		const text = isObject(last?.json) ? (last.json as { text?: unknown }).text : undefined;
		if (typeof text === "string") inputs.type(text);
	});

	async function answer(reply: CallReply, order: ExchangeOrder): Promise<void> {
		const output = reply.json as Readonly<Record<string, unknown>>;
		const texts = fullTexts(facts, controls.read(), output, order.given);
		const address = texts && callAddress(facts.path, given(facts.parameters, texts));
		const full =
			address === undefined
				? undefined
				: await exchange(session, { ...order, address }, AbortSignal.timeout(5_000)).catch(() => undefined);
		if (last !== reply) return;
		panel.answer(reply, order.given, full?.status === 200 && isObject(full.json) ? full.json : {});
		fold(true);
		const { from, to } = output;
		if (typeof from === "string" && typeof to === "string") languages?.detected(from, to);
	}

	function order(): ExchangeOrder | undefined {
		const input = inputs.read();
		const wrong = controls.complaint();
		const refused = wrong === undefined ? inputs.refused() : { title: "Check the settings", detail: wrong };
		if (refused) panel.refuse(refused);
		else if (!input) panel.say(inputs.invitation());
		if (refused || !input) {
			last = undefined;
			return undefined;
		}
		const address = callAddress(facts.path, given(facts.parameters, controls.read()));
		const { credential } = session;
		panel.lines(
			{
				method: facts.method,
				url: new URL(address, session.base).href,
				mediaType: input.mediaType,
				body: input.body,
				credential: credential && { field: credential.field, value: credential.form },
			},
			input.content,
		);
		if (facts.method === "GET") {
			panel.say(
				"Call this mill from a terminal with one of the commands above. Browsers send no body with GET.",
			);
			return undefined;
		}
		return { method: facts.method, address, given: input, hasFile };
	}

	/** The tries since the visitor last did something. */
	let tries = 0;
	const run = (delay: number) => {
		tries = 0;
		caller.order(delay, order);
	};
	const tryLater = (delay: number) => {
		tries += 1;
		caller.order(delay, order);
	};

	/** What the page can do about a problem. */
	function remedies({ status, retryAfter }: CallReply): readonly Node[] {
		if (status === 401) {
			const { field } = credentialOf(facts.securitySchemes);
			const use = (token: string) => {
				session.authorise(token, facts.securitySchemes);
				run(0);
			};
			return [tokenField(field, use)];
		}
		if (status === 429 || status === 503)
			return [countdown(pauseOf(retryAfter, tries), { now: () => run(0), later: tryLater })];
		const shrink = status === 413 ? inputs.shrink() : undefined;
		return shrink ? [button("Make the picture smaller", shrink, { class: "primary" })] : [];
	}

	async function tryExample(example: FormExample, texts: Texts = {}): Promise<void> {
		controls.write(settingsOf(facts.parameters, example.parameters, texts));
		changed();
		try {
			await inputs.write(example, (address) => session.fetch(address));
			run(0);
		} catch {
			panel.say("The example could not be loaded: the server does not answer. Choose it again.");
		}
	}

	const more = element(
		"div",
		{ class: "more-form", id: freshId() },
		...exampleRow(facts.examples, (example) => void tryExample(example)),
		controls.element,
		...about(facts),
	);
	const toggle = button("Examples and settings", () => fold(!more.classList.contains("folded")), {
		class: "fold",
		"aria-controls": more.id,
	});
	/** On a phone the rest of the form is folded after the first answer, so that the answer is on the first screen. */
	function fold(isFolded: boolean): void {
		more.classList.toggle("folded", isFolded);
		toggle.setAttribute("aria-expanded", String(!isFolded));
	}
	fold(facts.examples.length > 0);

	let hasBegun = false;
	return {
		element: element(
			"div",
			{ class: "workbench" },
			element(
				"section",
				{ class: "form", "aria-label": "Input", onkeydown: runByKey },
				...heading(facts),
				languages?.element,
				inputs.element,
				element(
					"div",
					{ class: "row go" },
					button("Run", () => run(0), { class: "primary" }),
					element("span", { class: "key-hint" }, ...keyHint()),
					toggle,
				),
				more,
			),
			panel.element,
		),
		texts: () => given(facts.parameters, controls.read()),
		show: (texts) => {
			const [first] = facts.examples;
			const isFirst = !hasBegun;
			hasBegun = true;
			// A visitor sees an answer first.
			if (isFirst && first) return void tryExample(first, texts);
			const isOpen = isFirst && Object.keys(texts).length === 0;
			controls.write(isOpen ? preferred(facts.parameters) : texts);
			run(0);
		},
		rest: () => {
			caller.stop();
			inputs.rest();
		},
	};

	function runByKey(event: KeyboardEvent): void {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		run(0);
	}
}
