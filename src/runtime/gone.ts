/** Nobody waits for the answer any more. */
export class Gone extends Error {
	override name = "Gone";
}
