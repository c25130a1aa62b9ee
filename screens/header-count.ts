import type {Span} from '../source/terminal/spans.ts';

/**
 * How much there is, for the right end of the header; nothing where there is nothing.
 * @param noun in the singular; its plural ends in `s`
 */
export function headerCount(
	count: number,
	noun: string,
	{isComplete = true, marked = 0}: {isComplete?: boolean; marked?: number} = {},
): Span[] {
	if (count === 0) return [];
	return [
		...(marked > 0 ? [{text: `${marked} selected   `, role: 'key' as const}] : []),
		{text: `${count} ${noun}${count === 1 ? '' : 's'}${isComplete ? '' : ' so far'}`, role: 'muted'},
	];
}
