import {fitsPattern} from './pattern.ts';

const longest = 120;
/** Kinds of quotation marks, each with the one that ends it. */
const quotes = [
	['"', '"'],
	['“', '”'],
	["'", "'"],
	['‘', '’'],
	['`', '`'],
] as const;
const quoted = quotes
	.map(([open, end]) => `${open}([^${open}${end}\\s][^${open}${end}\\n]{0,${longest}})${end}`)
	.join('|');
/** Words that an example stands behind, and those that a choice stands behind: the first of it is as good as any. */
const leads =
	'\\be\\.?\\s?g\\.?|\\bfor example|\\bfor instance|\\bsuch as|\\bexamples?:|\\bone of:?|\\ballowed values?(?: are)?:?|\\bpossible values?(?: are)?:?|\\beither|\\bmust be:?|\\bset to';
const behindLead = new RegExp(`(?:${leads})[\\s,:(]{0,3}(?:${quoted})`, 'i');
/** Values that describe a place to be filled in, and no value. */
const isPlace = /[<>{}…]|\.\.\.|^(?:null|true|false|none|string|empty)$/i;

/**
 * The value that a description gives a text: `e.g. "example.com."`, ``one of `A`, `MX` ``. Null: it gives none, or one
 * that does not fit.
 */
export function exampleInProse(
	description: string,
	{min, max, pattern}: {min: number; max: number; pattern: string | undefined},
): string | null {
	const found = behindLead.exec(description.slice(0, 2000));
	const value = found
		?.slice(1)
		.find(one => one !== undefined)
		?.trim();
	if (value === undefined || isPlace.test(value) || value.length < min || value.length > max) return null;
	return pattern === undefined || fitsPattern(pattern, value) === true ? value : null;
}
