import {isIP} from 'node:net';
import {wordsOf} from '../../inference/word-form.ts';
import {numberIn, type SchemaView, textIn} from '../model/schema.ts';
import type {Value} from '../recipe.ts';
import {fitsPattern, textOfPattern} from './pattern.ts';
import {seeded} from './seeded.ts';
import {
	another,
	caseMark,
	isPerCase,
	perCase as ofCase,
	runTag,
	sampleOf,
	tagDigits,
	tagDigitsPerCase,
	tagLetters,
	upperTag,
} from './unique-shape.ts';
import {twoWords} from './words.ts';

const uniqueNames = new Set([
	'name',
	'title',
	'slug',
	'email',
	'username',
	'login',
	'code',
	'key',
	'sku',
	'label',
	'domain',
	'identifier',
	// Numbers that exist for telling things apart.
	...['isbn', 'issn', 'ean', 'gtin', 'upc', 'iban', 'vin', 'imei', 'barcode', 'serial'],
]);

/** What several may have one number of: a family has one phone, a street many houses. */
const sharedNumbers = new Set([
	'phone',
	'mobile',
	'fax',
	'house',
	'street',
	'room',
	'seat',
	'floor',
	'page',
	'version',
	'flat',
]);

/** Keyword of a schema whose values two records may not share. */
export const uniqueWord = 'x-unique';

/** Whether two records may not share a field's value, by its name, its description or what the API has said. */
export function isUnique(name: string, view: SchemaView): boolean {
	if (view.words[uniqueWord] === true) return true;
	const words = wordsOf(name);
	// `card_number`, `licenseNumber`: what is given to one.
	const isNumber = words.length > 1 && words.at(-1) === 'number' && view.types.has('string');
	if (isNumber && !words.some(word => sharedNumbers.has(word))) return true;
	if (uniqueNames.has(words.at(-1) ?? '') || uniqueNames.has(words.join(''))) return true;
	// A number whose form is checked is often what an account is known by, and another one does no harm.
	if (/^(?:mobile|phone)$/.test(words.at(-1) ?? '') && textIn(view.words, 'pattern') !== undefined) return true;
	return /\bunique\b/i.test(textIn(view.words, 'description') ?? '');
}

/** How a value that has to be unique differs from others of the same test. */
export type Uniqueness = {
	/** Shapes that the test uses already: two records of one test do not share them. */
	taken?: ReadonlySet<string>;
	/** Every case of a table sends one of its own. */
	perCase?: boolean;
	/** Neither name nor description says that it may not be shared, and yet it may not. */
	isForced?: boolean;
	/** Whole hours that what is to begin later begins later still: two tests do not book the same hour. */
	laterHours?: number;
	/** How many sorts of records take of what a number says there is, one below the other: there is enough for many tests. */
	roomOf?: (name: string) => number;
};

export type Limits = {min: number; max: number};

export const lengthsOf = ({words}: SchemaView): Limits => ({
	min: numberIn(words, 'minLength') ?? 0,
	max: numberIn(words, 'maxLength') ?? Number.POSITIVE_INFINITY,
});

const mostTries = 8;

/** A text that no other run, record or case has used, cut from the front to what is allowed. */
export function uniqueText(
	name: string,
	seed: string,
	limits: Limits & {pattern: string | undefined},
	{taken, perCase = false}: Uniqueness,
): Value | null {
	let first: string | null = null;
	for (let round = 0; round < mostTries; round++) {
		const own = round === 0 ? seed : `${seed} ${round}`;
		const shape =
			(perCase ? uniqueShape(name, own, limits, `${caseMark}${runTag}`) : null) ??
			uniqueShape(name, own, limits, runTag) ??
			(perCase ? shapeInPattern(own, limits, true) : null) ??
			shapeInPattern(own, limits, false) ??
			lettersOf(limits, perCase);
		if (shape === null) return null;
		first ??= shape;
		if (!taken?.has(shape) && (!perCase || isPerCase(shape))) return {is: 'unique', shape};
	}
	// A pattern that leaves room for nothing else: the number of a record stands beside the tag, or in its last digit.
	const others = first === null ? [] : otherRecords.map(one => another(first!, one)).filter(one => one !== first);
	// `^[A-Z0-9]{2,8}$`, and 8 characters at the most, have room for one tag: a second record, and each case of a table, has digits of it.
	const digits = digitCounts.map(perCase ? tagDigitsPerCase : tagDigits);
	const isFree = (shape: string) => !taken?.has(shape) && fitsLimits(shape, limits);
	const shape = others.find(isFree) ?? digits.find(isFree) ?? first;
	return shape === null ? null : {is: 'unique', shape};
}

const digitCounts = [8, 7, 6, 5, 4];
/** Records of one test, by their number. */
const otherRecords = [2, 3, 4, 5, 6, 7, 8, 9];
const letterCounts = [6, 5, 4, 3];

/** `^[A-Z]{3}$` has no room for digits: as many letters of the tag as it takes; null: it takes too few. */
function lettersOf(limits: Limits & {pattern: string | undefined}, isCase: boolean): string | null {
	const shape = letterCounts.map(tagLetters).find(one => fitsLimits(one, limits));
	return shape === undefined ? null : isCase ? ofCase(shape) : shape;
}

function fitsLimits(shape: string, {min, max, pattern}: Limits & {pattern: string | undefined}): boolean {
	const {length} = sampleOf(shape);
	const isFit = pattern === undefined || fitsPattern(pattern, sampleOf(shape)) === true;
	return length >= min && length <= max && isFit;
}

/** Words around a tag that fit length and pattern; null: none of the usual forms does. */
function uniqueShape(
	name: string,
	seed: string,
	{min, max, pattern}: Limits & {pattern: string | undefined},
	tag: string,
): string | null {
	const {first, second} = twoWords(seeded(seed));
	const words = wordsOf(name);
	const isPlain = ['slug', 'username', 'login', 'key', 'domain', 'code', 'sku'].some(one =>
		words.join('').endsWith(one),
	);
	const small = first.toLowerCase();
	const loud = tag.replace(runTag, upperTag);
	// What programs call something by has no hyphen in it.
	const isIdentifier = words.at(-1) === 'identifier';
	const shapes = words.includes('email')
		? [`${small}.${tag}@example.com`]
		: words.at(-1) === 'domain'
			? [`${small}-${tag}.example.com`]
			: [
					...(isIdentifier ? [`${small}_${tag}`] : isPlain ? [] : [`${first} ${second} ${tag}`]),
					...[`${small}-${tag}`, `${small}_${tag}`, `${small}${tag}`, tag],
					...[`${first.toUpperCase()}-${loud}`, `${first.toUpperCase()}${loud}`, loud],
				];
	for (const shape of shapes) {
		const cut = cutToFit(shape, max);
		if (cut === null) continue;
		const {length} = sampleOf(cut);
		const shown = length < min ? `${'a'.repeat(min - length)}${cut}` : cut;
		const isFit = pattern === undefined || fitsPattern(pattern, sampleOf(shown));
		// Patterns of addresses are long, and a plain address fits nearly all of them.
		if (isFit === true || (isFit === null && words.includes('email'))) return shown;
	}
	return null;
}

/**
 * A text that somebody has given, with a tag that makes it differ from run to run, record and case; null: it has no room
 * for one.
 */
export function uniqueFrom(text: string, view: SchemaView, {taken, perCase = false}: Uniqueness = {}): Value | null {
	const {max} = lengthsOf(view);
	const pattern = textIn(view.words, 'pattern');
	const fits = (shape: string) => {
		const sample = sampleOf(shape);
		return sample.length <= max && (pattern === undefined || fitsPattern(pattern, sample) === true);
	};
	if (/[{}]/.test(text)) return null;
	const tag = perCase ? `${caseMark}${runTag}` : runTag;
	let first: string | null = null;
	for (let round = 1; round <= mostTries; round++) {
		const shape = givenShapes(text, round === 1 ? tag : `${tag}${round}`).find(fits);
		if (shape === undefined) break;
		first ??= shape;
		if (!taken?.has(shape)) return {is: 'unique', shape};
	}
	return first === null ? null : {is: 'unique', shape: first};
}

/** Ways to carry a tag; what is one word stays one. */
function givenShapes(text: string, tag: string): string[] {
	const [, local = '', host = ''] = /^([^@\s]+)(@[^@\s]+)$/.exec(text) ?? [];
	if (local !== '') return [`${local}.${tag}${host}`, `${local}${tag}${host}`];
	const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
	if (url && url.search === '' && url.hash === '') return [`${text.endsWith('/') ? text : `${text}/`}${tag}`];
	if (isAddress(text)) return [];
	// The name of a machine or a zone: what is in front of it may be anything.
	if (/^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\.?$/i.test(text)) return [`${tag}.${text}`];
	const isWords = /\s/.test(text) || /^\p{Lu}\p{Ll}+$/u.test(text);
	return [...(isWords ? [`${text} ${tag}`] : []), `${text}-${tag}`, `${text}_${tag}`, `${text}${tag}`];
}

/** An IP address or a range of them has no room for a tag. */
const isAddress = (text: string): boolean => isIP(text.replace(/\/\d+$/, '')) > 0;

const fewestDigits = 2;
const enoughDigits = 4;
const mostDigits = 8;

/** Digits that tell apart what many tests make at once. */
const manyDigits = /\d{6}/;

/** What a pattern allows with a part that no other record has; null: it has no room for one. */
function shapeInPattern(seed: string, limits: Limits & {pattern: string | undefined}, isCase: boolean): string | null {
	const digitsOf = isCase ? tagDigitsPerCase : tagDigits;
	const shape = shapeOfPattern(seed, limits, digitsOf);
	const hasMany = shape !== null && manyDigits.test(sampleOf(shape));
	return hasMany ? shape : (shapeBehind(seed, limits, isCase) ?? shape);
}

/** `^SN-`: a pattern that says how a text begins, or ends, and not what else is in it; null: it says all. */
function shapeBehind(
	seed: string,
	{min, max, pattern}: Limits & {pattern: string | undefined},
	isCase: boolean,
): string | null {
	if (pattern === undefined) return null;
	const made = textOfPattern(pattern, seeded(seed), {max: Math.min(max, 256)});
	if (made === null || made === '' || /[{}]/.test(made)) return null;
	const mark = isCase ? caseMark : '';
	const tags = [
		`${mark}${runTag}`,
		`${mark}${upperTag}`,
		isCase ? tagDigitsPerCase(digitCounts[0]!) : tagDigits(digitCounts[0]!),
	];
	const shapes = tags.flatMap(tag => [`${made}${tag}`, `${tag}${made}`]);
	return shapes.find(shape => fitsLimits(shape, {min, max, pattern})) ?? null;
}

/** What a pattern allows with its longest row of digits taken from the tag; null: no text, or too few digits. */
function shapeOfPattern(
	seed: string,
	{min, max, pattern}: Limits & {pattern: string | undefined},
	digitsOf: (count: number) => string,
): string | null {
	if (pattern === undefined) return null;
	let [text, longest] = ['', ''];
	// `\d{1,4}`: a row of four digits tells more records apart than one of two.
	for (let round = 0; round < mostTries && longest.length < enoughDigits; round++) {
		const own = round === 0 ? seed : `${seed} ${round}`;
		const made = textOfPattern(pattern, seeded(own), {min, max: Math.min(max, 256)}) ?? '';
		const [digits = ''] = (made.match(/\d+/g) ?? []).sort((a, b) => b.length - a.length);
		if (digits.length > longest.length) [text, longest] = [made, digits];
	}
	// `[0-9A-Z]{4,12}`: what has four digits by chance takes eight.
	if (longest.length < mostDigits) {
		const shape = shapeOfRun(seed, {min, max, pattern}, digitsOf, longest.length);
		if (shape !== null) return shape;
	}
	if (longest.length < fewestDigits) return null;
	const count = Math.min(longest.length, 9);
	const at = text.indexOf(longest) + longest.length - count;
	const shape = `${text.slice(0, at)}${digitsOf(count)}${text.slice(at + count)}`;
	return fitsPattern(pattern, sampleOf(shape)) === true ? shape : null;
}

/** `^[A-Z]{1,3}-[A-Z0-9]{1,8}$`: digits in the place of letters, as many as the pattern takes there; null: it takes no more than so many. */
function shapeOfRun(
	seed: string,
	limits: Limits & {pattern: string},
	digitsOf: (count: number) => string,
	fewer: number,
): string | null {
	const counts = digitCounts.filter(count => count > fewer);
	for (let round = 0; round < mostTries; round++) {
		const own = round === 0 ? seed : `${seed} ${round}`;
		const made = textOfPattern(limits.pattern, seeded(own), {min: limits.min, max: Math.min(limits.max, 256)});
		for (const run of [...(made ?? '').matchAll(/[a-z\d]+/gi)].reverse())
			for (const count of counts) {
				const [front, back] = [made!.slice(0, run.index), made!.slice(run.index + run[0].length)];
				const shape = `${front}${digitsOf(count)}${back}`;
				if (fitsLimits(shape, limits)) return shape;
			}
	}
	return null;
}

function cutToFit(shape: string, max: number): string | null {
	const over = sampleOf(shape).length - max;
	if (over <= 0) return shape;
	const front = shape.indexOf('{');
	// An address without its name is none: only what stands in front of the tag may go.
	return over <= front ? shape.slice(over).replace(/^[\s._-]+/, '') : null;
}
