import {literalPattern} from '../domain/literal-pattern.ts';
import {remembered} from './word-form.ts';

/** A part of a segment: fixed text, or a parameter. `{id}.json` → a parameter and `.json`. */
type Part = {text: string} | {parameter: string};

const inBraces = /\{([^{}]+)\}/g;
const withColon = /^:([A-Za-z_]\w*)/;

/** Whether a segment holds no parameter. */
const isFixed = (segment: string): boolean => !segment.includes('{') && !segment.startsWith(':');

function partsOf(segment: string): Part[] {
	const colon = withColon.exec(segment);
	if (colon) return [{parameter: colon[1]!}, {text: segment.slice(colon[0].length)}].filter(part => !isEmpty(part));
	const parts: Part[] = [];
	let end = 0;
	for (const match of segment.matchAll(inBraces)) {
		parts.push({text: segment.slice(end, match.index)}, {parameter: match[1]!});
		end = match.index + match[0].length;
	}
	return [...parts, {text: segment.slice(end)}].filter(part => !isEmpty(part));
}

const isEmpty = (part: Part) => 'text' in part && part.text === '';

/** Names of the parameters of a segment, in their order: `{base}...{head}` → `base`, `head`. */
export const parametersIn = (segment: string): readonly string[] => (isFixed(segment) ? [] : namesIn(segment));

const namesIn = remembered(segment => partsOf(segment).flatMap(part => ('parameter' in part ? [part.parameter] : [])));

/** The values that a given segment has for the parameters of a pattern; null: it does not fit. */
export function fitSegment(pattern: string, given: string): ReadonlyArray<readonly [string, string]> | null {
	if (isFixed(pattern)) return pattern === given ? [] : null;
	const parts = partsOf(pattern);
	const [only] = parts;
	if (parts.length === 1 && only && 'parameter' in only) return [[only.parameter, given]];
	const expression = parts.map(part => ('text' in part ? literalPattern(part.text) : '(.+?)')).join('');
	const match = new RegExp(`^${expression}$`, 's').exec(given);
	if (!match) return null;
	return parametersIn(pattern).map((name, place) => [name, match[place + 1]!] as const);
}

/** The segment with its parameters replaced; null when a value is missing. */
export function fillSegment(pattern: string, value: (parameter: string) => string | undefined): string | null {
	let filled = '';
	for (const part of partsOf(pattern)) {
		const text = 'text' in part ? part.text : value(part.parameter);
		if (text === undefined || text === '') return null;
		filled += text;
	}
	return filled;
}
