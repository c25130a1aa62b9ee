import {afterValue, type Family, one, type Form} from '../draft.ts';
import {byForms, type Match, pattern} from '../pattern.ts';
import type {Part} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import type {Token} from '../tokens.ts';
import {dataOf} from '../values.ts';
import {articles, countOf} from '../words.ts';

const more = '(increase|raise|increment|bump up|step up|turn up)';
const fewer = '(decrease|reduce|lower|decrement|step down|turn down)';

const forms: Form[] = (['up', 'down'] as const).flatMap((direction): Form[] => {
	const verb = direction === 'up' ? more : fewer;
	const form = (text: string, amount: (match: Match) => {to: number | null; by: number} | null): Form => [
		pattern(`${verb} ${text}`),
		match => {
			const found = amount(match);
			return found === null
				? []
				: fields(match['field']!).flatMap(target => {
						const old = match['old'] && dataOf(match['old']);
						if (match['old'] && !old) return [];
						const step: Part = {op: 'step', target, direction, ...found};
						return [old ? afterValue(target, old, step) : one(step)];
					});
		},
	];
	const to = ({number}: Match) => (numberOf(number!) === null ? null : {to: numberOf(number!)!, by: 1});
	return [
		form('{field} from {old} to {number}', to),
		form('{field} [up|down] to {number}', to),
		form('{field} by {number}', ({number}) => (numberOf(number!) === null ? null : {to: null, by: numberOf(number!)!})),
		form('{field} (once|one time)', () => ({to: null, by: 1})),
		form('{field}', ({field}) => (field!.some(({lower}) => /^(?:to|by)$/.test(lower)) ? null : {to: null, by: 1})),
	];
});

/** A whole number that stands alone; what else may be written there is a value to be typed. */
const numberOf = (tokens: readonly Token[]): number | null =>
	tokens.length === 1 && tokens[0]!.kind === 'word' ? countOf(tokens[0]) : null;

/** `the number of adults` is the field of the adults. */
function fields(tokens: readonly Token[]) {
	const start = articles.has(tokens[0]!.lower) ? 1 : 0;
	const isNumberOf = /^(?:number|amount|count)$/.test(tokens[start]?.lower ?? '') && tokens[start + 1]?.lower === 'of';
	return targetsOf(isNumberOf ? tokens.slice(start + 2) : tokens).filter(
		({phrase, role}) => phrase !== '' || role !== null,
	);
}

/** "increase the quantity to 3, decrease the adults by 1": a field, or the buttons beside a number. */
export const step: Family = tokens => {
	const drafts = byForms(forms, tokens);
	const withAmount = drafts.filter(
		draft => 'parts' in draft && draft.parts.some(part => part.op === 'step' && part.to !== null),
	);
	return withAmount.length > 0 ? withAmount : drafts;
};
