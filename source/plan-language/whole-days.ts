import type {Reading, ReadStep} from './reading.ts';
import type {Token} from './tokens.ts';
import {monthOf} from './values.ts';

const isMonth = ({kind, text}: Token): boolean =>
	kind === 'word' && /^\p{Lu}/u.test(text) && monthOf(text.toLowerCase()) > 0;

/**
 * A sentence with `December 24, 2026` in it, whose comma joins no clauses: picked as a day, or the one text that it is. Null:
 * there is no such day in it.
 */
export function readDated(tokens: readonly Token[], read: (tokens: readonly Token[]) => ReadStep): ReadStep | null {
	const at = tokens.findIndex(
		(token, index) =>
			isMonth(token) &&
			/^\d{1,2}$/.test(tokens[index + 1]?.text ?? '') &&
			tokens[index + 2]?.text === ',' &&
			/^\d{4}$/.test(tokens[index + 3]?.text ?? ''),
	);
	if (at === -1) return null;
	const [month, day, , year] = tokens.slice(at, at + 4) as [Token, Token, Token, Token];
	const around = (...inside: Token[]) => [...tokens.slice(0, at), ...inside, ...tokens.slice(at + 4)];
	const written = read(around({...month, kind: 'quoted', text: `${month.text} ${day.text}, ${year.text}`, lower: ''}));
	const plain = read(around(month, day, year));
	const picked = 'readings' in plain ? plain.readings.filter(isPicked) : [];
	const [first, ...others] = [
		...picked,
		...('readings' in written ? written.readings.filter(one => !isPicked(one)) : []),
	];
	return first ? {readings: [first, ...others]} : written;
}

const isPicked = ({parts}: Reading): boolean => parts.some(({op}) => op === 'pick_date');
