import {wordsOf} from '../../inference/word-form.ts';
import {numberIn, type SchemaView, textIn} from '../model/schema.ts';
import type {Json, Value} from '../recipe.ts';
import {fitsPattern} from './pattern.ts';

/** Numbers that payment services give out for tests: their last digit is the right one, and no bank has issued them. */
const testNumbers = ['4242424242424242', '4111111111111111', '4242 4242 4242 4242'];
/** What a card says beside its number, as one word. */
const beside = /^(?:cvc|cvv2?|csc|cvn|securitycode|exp(?:iry|iration|ires)?(?:month|year|date)?)$/;
const numbers = /^(?:card)?(?:number|pan|no)$/;

const joined = (name: string): string => wordsOf(name).join('');

/**
 * The value of a field of a payment card: a made-up number would not have the right last digit, and one by chance may have
 * expired. Null: the record is no such card, or the field no part of it.
 */
export function cardValue(name: string, view: SchemaView, properties: ReadonlyMap<string, unknown>): Value | null {
	const names = [...properties.keys()].map(joined);
	if (!names.some(one => numbers.test(one)) || !names.some(one => beside.test(one))) return null;
	const value = textOf(joined(name), view);
	return value === undefined ? null : {is: 'literal', value: view.types.has('string') ? value : Number(value)};
}

function textOf(name: string, view: SchemaView): Json | undefined {
	const pattern = textIn(view.words, 'pattern');
	const longest = numberIn(view.words, 'maxLength') ?? Number.POSITIVE_INFINITY;
	const fits = (text: string) =>
		text.length <= longest && (pattern === undefined || fitsPattern(pattern, text) === true);
	if (numbers.test(name)) return testNumbers.find(fits);
	if (/^(?:cvc|cvv2?|csc|cvn|securitycode)$/.test(name)) return ['123', '1234'].find(fits);
	if (/month$/.test(name)) return ['12'].find(fits);
	const isShort = (numberIn(view.words, 'maximum') ?? 9999) < 100 || longest < 4;
	if (/year$/.test(name)) return (isShort ? ['35'] : ['2035', '35']).find(fits);
	return beside.test(name) && textIn(view.words, 'format') === undefined
		? ['12/35', '12/2035', '1235', '2035-12'].find(fits)
		: undefined;
}
