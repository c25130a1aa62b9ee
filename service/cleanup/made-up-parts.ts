/** Hexadecimal digits, or letters and digits, as somebody draws them who wants nobody else to have them. */
const hexadecimal = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{8,}$/i;
const mixed = /^(?=.*\d)(?=.*[a-z])[0-9a-z]{12,}$/i;
/** `20261123T093000Z`: a date and a time, however it is cut. */
const dated = /(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T?\d{0,6}/i;
/** Nanoseconds since 1970. */
const nanoseconds = /^\d{19}$/;
const dayMs = 86_400_000;

/**
 * Whether a text holds a part that its test must have drawn: nobody else who makes records at the same moment, in the
 * same way, would have come to it. Counters, dates and times down to the microsecond are no such part, also in
 * hexadecimal digits.
 *
 * @param at when it was sent, epoch milliseconds
 * @returns the parts that hold it, in lower case; empty: none
 */
export function madeUpParts(text: string, at: number): string[] {
	return text
		.split(/[^0-9A-Za-z]+/)
		.filter(part => nanoseconds.test(part) || (isDrawn(part) && !isTime(part, at)))
		.map(part => part.toLowerCase());
}

/** Letters and digits that take turns: `order1764000000` and `version12` do so once. */
const isDrawn = (part: string): boolean =>
	(hexadecimal.test(part) && turnsOf(part) >= 2) || (mixed.test(part) && turnsOf(part) >= 3);

const turnsOf = (part: string): number => (part.match(/\d(?=[a-z])|[a-z](?=\d)/gi) ?? []).length;

/** Whether a part is the time of the call in some spelling. */
function isTime(part: string, at: number): boolean {
	// What was drawn may hold the digits of a date by chance: the rest of it was drawn as well.
	if (dated.test(part)) return !isDrawn(part.replace(dated, ''));
	if (!/^[0-9a-f]{8,14}$/i.test(part)) return false;
	const value = Number.parseInt(part, 16);
	return [1000, 1, 1 / 1000].some(unit => Math.abs(value * unit - at) < 2 * dayMs);
}
