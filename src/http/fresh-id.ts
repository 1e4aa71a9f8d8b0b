import { randomBytes } from "node:crypto";

/** Tells this process from all others; the count tells its requests apart. */
const PROCESS = randomBytes(9).toString("base64url");
let count = 0;

/** An id that no other request has: short, because it is sent with every answer. */
export function freshId(): string {
	return `${PROCESS}-${++count}`;
}
