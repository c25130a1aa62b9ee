import {type Refusal, refusedFlag} from '../errors/api-error.ts';

/** One flag of a command: how it is written, read and explained. Its key in camelCase is its name in kebab-case. */
export type Flag<Value = unknown> = {
	summary: string;
	/** What help shows for the value, e.g. `<id>`; null for a switch, which takes none. */
	placeholder: string | null;
	/** A switch that is on and is written `--no-<name>`. */
	onByDefault?: boolean;
	/** Help of `--no-<name>`, for a flag that can be written that way too; it stands among the texts as `negation`. */
	negated?: string;
	/** Every occurrence counts; else the last one wins. */
	repeatable?: boolean;
	required?: boolean;
	/** One letter, written with one dash. */
	short?: string;
	/** Another name, not listed in help. */
	alias?: string;
	/** The values of an enumeration, for help and completion. */
	choices?: readonly string[];
	/** Default as help shows it. */
	defaultText?: string;
	/** Texts of all occurrences → value, or why their type is wrong. Not asked when the flag is absent. */
	read(texts: readonly string[]): {value: Value} | {refused: Refusal};
	/** Value of an absent flag. */
	absent: Value;
	/** Range rule, checked after the types of all flags. */
	check?(value: NonNullable<Value>): Refusal | undefined;
};

/** Written by every flag factory: help text and how often, never how the value is read. */
type Common = {short?: string; alias?: string; required?: boolean};

// A value type in a flag's rules is erased where flags of different types stand together.
// biome-ignore lint/suspicious/noExplicitAny: `check` makes Flag invariant in its value
export type AnyFlag = Flag<any>;
export type Flags = Record<string, AnyFlag>;
export type FlagValues<F extends Flags> = {[K in keyof F]: F[K] extends Flag<infer Value> ? Value : never};

/** `pageSize` → `page-size`. */
export const flagName = (key: string) => key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

const blank: Refusal = {reason: 'blank', text: 'must not be blank'};
const last = (texts: readonly string[]) => texts.at(-1) ?? '';

/** A switch: its presence means true. */
export const toggle = (summary: string, options: Pick<Common, 'short'> = {}): Flag<boolean> => ({
	...options,
	summary,
	placeholder: null,
	read: () => ({value: true}),
	absent: false,
});

/** A switch that is on; `--no-<name>` turns it off. */
export const onUnlessNo = (summary: string): Flag<boolean> => ({
	summary,
	placeholder: null,
	onByDefault: true,
	read: () => ({value: false}),
	absent: true,
});

/** How `--no-<name>` stands among the texts of a flag that can be negated: no command line can hold this. */
export const negation = '\0';

/** Some words of a choice, each occurrence one, or `--no-<name>` for none of them: "the last one wins". */
type WordsOrNone<Word> = {
	words: Word[];
	/** Both forms were given. */
	isMixed: boolean;
};

export const wordsOrNone = <const Values extends readonly string[]>(
	summary: string,
	values: Values,
	options: {negated: string; placeholder: string; defaultText: string},
): Flag<WordsOrNone<Values[number]> | undefined> => ({
	...options,
	summary,
	repeatable: true,
	choices: values,
	read(given) {
		const words = given.filter(one => one !== negation);
		const isGood = (word: string) => values.includes(word);
		const wrong = words.find(word => !isGood(word));
		if (wrong !== undefined) return {refused: oneByOne(wrong, notOneOf(values), isGood)};
		const isNone = given.at(-1) === negation;
		return {
			value: {words: isNone ? [] : [...new Set(words)], isMixed: words.length < given.length && words.length > 0},
		};
	},
	absent: undefined,
});

type TextOptions = Common & {placeholder?: string; max?: number; pattern?: RegExp; patternText?: string};

function checkText(text: string, {max, pattern, patternText}: TextOptions): Refusal | undefined {
	// Characters, not UTF-16 units: the same count as the service's.
	if (max !== undefined && [...text].length > max)
		return {reason: 'too_long', text: `must be at most ${max} characters`};
	if (pattern && !pattern.test(text)) return {reason: 'pattern', text: patternText ?? `must match ${pattern.source}`};
	return undefined;
}

/** A required flag is there by the time a command looks: its absence is refused before. */
type Unless<Required, Absent> = Required extends true ? never : Absent;

/** Text that is not blank, unless blank says something: the beginning of a word that nobody has begun. */
export const text = <const Required extends boolean = false>(
	summary: string,
	{mayBeBlank = false, ...options}: TextOptions & {required?: Required; mayBeBlank?: boolean} = {},
): Flag<string | Unless<Required, undefined>> => ({
	...options,
	summary,
	placeholder: options.placeholder ?? '<text>',
	read: texts => (last(texts).trim() === '' && !mayBeBlank ? {refused: blank} : {value: last(texts)}),
	absent: undefined as Unless<Required, undefined>,
	check: value => checkText(value, options),
});

/** Texts that are not blank; each occurrence adds one. */
export const texts = (summary: string, options: TextOptions = {}): Flag<string[]> => ({
	...options,
	summary,
	placeholder: options.placeholder ?? '<text>',
	repeatable: true,
	read: given => (given.some(one => one.trim() === '') ? {refused: blank} : {value: [...given]}),
	absent: [],
	check: values => values.map(value => checkOneOf(value, options)).find(Boolean),
});

function checkOneOf(value: string, options: TextOptions): Refusal | undefined {
	const refusal = checkText(value, options);
	return refusal && oneByOne(value, refusal, part => !checkText(part, options));
}

/** Someone used to lists writes several values into one; each wants a flag of its own. */
function oneByOne(value: string, refusal: Refusal, isGood: (part: string) => boolean): Refusal {
	const areGood = value.includes(',') && value.split(',').every(part => isGood(part.trim()));
	return areGood ? {...refusal, text: `${refusal.text}; give the flag once for each value`} : refusal;
}

type NumberOptions<Default> = Common & {min: number; max?: number; default?: Default; placeholder?: string};

/** A whole number within bounds, both included. */
export const integer = <Default extends number | undefined = undefined>(
	summary: string,
	options: NumberOptions<Default>,
): Flag<number | Default> => ({
	...options,
	summary,
	placeholder: options.placeholder ?? '<n>',
	defaultText: options.default?.toString(),
	read: given =>
		/^[+-]?\d{1,15}$/.test(last(given).trim())
			? {value: Number(last(given))}
			: {refused: {reason: 'type', text: 'must be a whole number'}},
	absent: options.default as Default,
	check: value => checkRange(value, options),
});

function checkRange(value: number | undefined, {min, max}: {min: number; max?: number}): Refusal | undefined {
	if (value === undefined || (value >= min && value <= (max ?? Number.POSITIVE_INFINITY))) return undefined;
	return {
		reason: 'out_of_range',
		text: max === undefined ? `must be at least ${min}` : `must be between ${min} and ${max}`,
	};
}

const notOneOf = (values: readonly string[]): Refusal => ({
	reason: 'enum',
	text: `must be one of ${values.join(', ')}`,
	accepted: values,
});

/** One of some words. */
export const choice = <
	const Values extends readonly string[],
	const Default extends Values[number] | undefined = undefined,
	const Required extends boolean = false,
>(
	summary: string,
	values: Values,
	options: Common & {default?: Default; placeholder?: string; required?: Required} = {},
): Flag<Values[number] | Unless<Required, Default>> => ({
	...options,
	summary,
	placeholder: options.placeholder ?? values.join('|'),
	choices: values,
	defaultText: options.default,
	read: given => (values.includes(last(given)) ? {value: last(given)} : {refused: notOneOf(values)}),
	absent: options.default as Unless<Required, Default>,
});

/** A comma list of some words; a repeated flag adds to it. Absent: undefined. */
export const list = <const Values extends readonly string[]>(
	summary: string,
	values: Values,
	options: Common & {placeholder?: string} = {},
): Flag<Values[number][] | undefined> => ({
	...options,
	summary,
	placeholder: options.placeholder ?? '<list>',
	repeatable: true,
	choices: values,
	read(given) {
		const words = given.flatMap(one => one.split(',')).map(word => word.trim());
		if (words.every(word => word === '')) return {refused: blank};
		return words.every(word => values.includes(word)) ? {value: [...new Set(words)]} : {refused: notOneOf(values)};
	},
	absent: undefined,
});

/** Refuses a second flag that excludes the first: `--b` cannot stand beside `--a`. */
export function refuseTogether(first: string, isFirstGiven: boolean, second: string, isSecondGiven: boolean): void {
	if (isFirstGiven && isSecondGiven)
		throw refusedFlag(second, {reason: 'exclusive', text: `cannot be combined with --${first}`});
}

/** Refuses a flag that has no meaning without another one. */
export function refuseWithout(flag: string, isGiven: boolean, needed: string, isNeededGiven: boolean): void {
	if (isGiven && !isNeededGiven)
		throw refusedFlag(flag, {reason: 'requires', text: `is only allowed with --${needed}`});
}

/** The refusal of a required flag that is missing. */
export const missingFlag = (flag: string, hint = '') =>
	refusedFlag(flag, {reason: 'required', text: `is required${hint}`});
