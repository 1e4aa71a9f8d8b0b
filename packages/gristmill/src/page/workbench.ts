import { isObject } from "../core/schema/is-object.js";
import { callAddress, type Texts } from "./address.js";
import { makeAnswerPanel } from "./answer-panel.js";
import { Caller, type PlannedCall } from "./caller.js";
import { button, element } from "./element.js";
import { makeControls } from "./inputs/controls.js";
import { makeInputs } from "./inputs/inputs.js";
import { complaint, given, textsOf } from "./inputs/parameter.js";
import { tokenField } from "./inputs/token-field.js";
import { credentialOf, type PageSession } from "./session.js";
import type { FormExample, MillFacts } from "./views/facts.js";
import { prose } from "./views/prose.js";

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
	const panel = makeAnswerPanel(facts.schema);
	const controls = makeControls(facts.parameters, () => {
		changed();
		run(PAUSE);
	});
	const inputs = makeInputs(facts.forms, (soon) => run(soon ? PAUSE : 0));
	const caller = new Caller(session, {
		running: panel.running,
		came: (reply, { given }) => {
			if (reply.status === 200 && isResult(reply.json)) panel.answer(reply, given);
			else panel.problem(reply, reply.status === 401 ? askForToken() : undefined);
		},
		cancelled: () => panel.status("Cancelled. Press Run to start again."),
		gone: () => {
			panel.say("The server does not answer. The page keeps trying. Your input is kept.");
			panel.status("Trying again…");
		},
	});

	function order(): PlannedCall | undefined {
		const input = inputs.read();
		const wrong = controls.complaint() ?? inputs.complaint();
		if (wrong !== undefined) {
			panel.status(wrong);
			return undefined;
		}
		if (!input) {
			panel.say(inputs.invitation());
			return undefined;
		}
		const address = callAddress(facts.path, given(facts.parameters, controls.read()));
		const { credential } = session;
		panel.lines({
			method: facts.method,
			url: new URL(address, session.base).href,
			mediaType: input.mediaType,
			body: input.body,
			credential: credential && { field: credential.field, value: credential.form },
		});
		if (facts.method === "GET") {
			panel.say(
				"Call this mill from a terminal with one of the commands below. Browsers send no body with GET.",
			);
			return undefined;
		}
		return { method: facts.method, address, given: input };
	}

	const run = (delay: number) => caller.order(delay, order);

	function askForToken(): HTMLElement {
		const { field } = credentialOf(facts.securitySchemes);
		return tokenField(field, (token) => {
			session.authorise(token, facts.securitySchemes);
			run(0);
		});
	}

	async function tryExample(example: FormExample, texts: Texts = {}): Promise<void> {
		controls.write(settingsOf(facts, example, texts));
		changed();
		try {
			await inputs.write(example, (address) => session.fetch(address));
			run(0);
		} catch {
			panel.say("The example could not be loaded: the server does not answer. Choose it again.");
		}
	}

	let hasBegun = false;
	return {
		element: element(
			"div",
			{ class: "workbench" },
			element(
				"section",
				{ class: "form", "aria-label": "Input", onkeydown: runByKey },
				...heading(facts),
				inputs.element,
				...exampleRow(facts.examples, (example) => void tryExample(example)),
				controls.element,
				element(
					"div",
					{ class: "row go" },
					button("Run", runAndLook, { class: "primary" }),
					element(
						"span",
						{ class: "key-hint" },
						element("kbd", {}, "Ctrl"),
						" + ",
						element("kbd", {}, "Enter"),
					),
				),
				...about(facts),
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
			const known = isFirst && Object.keys(texts).length === 0 ? preferred(facts) : texts;
			controls.write(known);
			run(0);
		},
		rest: () => {
			caller.stop();
			inputs.rest();
		},
	};

	/** On a phone the answer is below the form. */
	function runAndLook(): void {
		run(0);
		panel.element.scrollIntoView({ block: "nearest" });
	}

	function runByKey(event: KeyboardEvent): void {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		run(0);
	}
}

/** A result is always an object. Anything else is not from a mill. */
function isResult(json: unknown): boolean {
	return isObject(json);
}

/** The settings of an example. If the URL has settings, only those and the required ones. */
function settingsOf(facts: MillFacts, { parameters }: FormExample, texts: Texts): Texts {
	const own = textsOf(parameters);
	if (Object.keys(texts).length === 0) return { ...preferred(facts), ...own };
	const demanded = facts.parameters.filter(({ inPath, required }) => inPath || required);
	const needed = demanded.map(({ name }) => [name, own[name] ?? []] as const);
	return { ...Object.fromEntries(needed), ...texts };
}

/** Turns on `segments` if the mill has this parameter, because the viewer needs them. */
function preferred({ parameters }: MillFacts): Texts {
	const segments = parameters.find(({ name, schema }) => name === "segments" && schema.type === "boolean");
	return segments && complaint(segments, ["true"]) === undefined ? { segments: ["true"] } : {};
}

function heading({ name, summary }: MillFacts): HTMLElement[] {
	return [element("h1", {}, name), element("p", { class: "summary" }, summary)];
}

function about({ about: text, version, description }: MillFacts): HTMLElement[] {
	const link =
		description === undefined
			? undefined
			: element("a", { href: description, target: "_blank" }, "The whole description");
	const content = element(
		"div",
		{ class: "prose" },
		prose(text),
		element("p", {}, `Version ${version}. `, link),
	);
	return text === "" && !link
		? []
		: [element("details", { class: "about" }, element("summary", {}, "About this mill"), content)];
}

/** Maximum length of the label of an example's button. */
const LABEL = 28;

function exampleRow(examples: readonly FormExample[], use: (example: FormExample) => void): HTMLElement[] {
	if (examples.length === 0) return [];
	const buttons = examples.map((example) => {
		const words = (example.text ?? "").replace(/\s+/g, " ").trim();
		const start =
			example.text === undefined
				? "example"
				: words === ""
					? "nothing at all"
					: [...words].slice(0, LABEL).join("");
		const settings = Object.entries(example.parameters).map(([name, value]) => `${name} ${value}`);
		const label = element("span", {}, words.length > start.length ? `${start}…` : start);
		const unseen =
			settings.length > 0 ? element("span", { class: "unseen" }, `, with ${settings.join(", ")}`) : undefined;
		return element(
			"button",
			{
				type: "button",
				class: "example",
				title: settings.join(", ") || undefined,
				onclick: () => use(example),
			},
			label,
			unseen,
		);
	});
	return [element("div", { class: "examples", role: "group", "aria-label": "Examples" }, ...buttons)];
}
