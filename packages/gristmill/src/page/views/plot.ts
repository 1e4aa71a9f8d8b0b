import { element } from "../elements/element.js";
import { number } from "../elements/number.js";

const [WIDTH, HEIGHT] = [480, 96];

/** A line through numbers, with the smallest and the largest. */
export function plot(values: readonly number[]): HTMLElement {
	let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const value of values) {
		least = Math.min(least, value);
		most = Math.max(most, value);
	}
	const range = most - least || 1;
	// More points than pixels are not visible.
	const step = Math.max(1, values.length / WIDTH);
	const points: string[] = [];
	for (let i = 0; i < values.length; i += step) {
		const value = values[Math.floor(i)] ?? 0;
		const x = (i / Math.max(1, values.length - 1)) * WIDTH;
		points.push(`${x.toFixed(1)},${(HEIGHT - ((value - least) / range) * HEIGHT).toFixed(1)}`);
	}
	const text = `${number(values.length)} numbers from ${number(least)} to ${number(most)}`;
	const picture = shape("svg", {
		viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`,
		class: "plot",
		role: "img",
		"aria-label": text,
		preserveAspectRatio: "none",
	});
	picture.append(shape("polyline", { points: points.join(" ") }));
	return element("figure", picture, element("figcaption.size", text));
}

function shape(tag: string, given: Readonly<Record<string, string>>): SVGElement {
	const made = document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
	for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
	return made;
}
