import {fitsPattern} from './pattern.ts';

/**
 * What an example stands behind, or a choice, the first of which is as good as any; then the text in quotation marks of
 * one kind.
 */
const behindLead =
	/(?:\be\.?\s?g\.?|\bfor example|\bfor instance|\bsuch as|\bexamples?:|\bone of:?|\b(?:allowed|possible) values?(?: are)?:?|\beither|\bmust be:?|\bset to)[\s,:(]{0,3}(?:"([^"\s][^"\n]{0,119})"|“([^“”\s][^“”\n]{0,119})”|'([^'\s][^'\n]{0,119})'|‘([^‘’\s][^‘’\n]{0,119})’|`([^`\s][^`\n]{0,119})`)/i;
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
