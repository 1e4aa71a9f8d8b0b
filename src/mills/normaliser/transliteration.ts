import anyAscii from "any-ascii";
import { boundUnits } from "./bound.js";

/** In runs of bounded length, so that the bound is noticed before the memory is used. */
const FOREIGN = /\P{ASCII}{1,4096}/gu;

/** Every character in ASCII, by its sound or its look. */
export function toAscii(text: string): string {
	let units = text.length;
	return text.replace(FOREIGN, (run) => {
		const spelt = anyAscii(run);
		units += spelt.length - run.length;
		boundUnits(units);
		return spelt;
	});
}
