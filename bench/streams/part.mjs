/** What every rival sends again and again. */
export const PART = "A part of a result, as long as a short sentence of a translation usually is. ".repeat(2);
