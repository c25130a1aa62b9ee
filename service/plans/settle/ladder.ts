import {isSuccess} from '../../domain/status.ts';
import {literalPattern} from '../../domain/literal-pattern.ts';
import {isObject} from '../../inference/json-value.ts';
import {wordsOf} from '../../inference/word-form.ts';
import type {Json, Step, Value, Values} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';
import type {Asked} from './asked-values.ts';
import {asCode, asOneWord, isChanged, withoutEntries} from '../data/variants.ts';

/** One body that is tried: a name for people, and the fields of the record that it sends. */
export type Rung = {name: string; fields: Values};

/** What is known of a refused body, beside what was sent. */
export type LadderInput = {
	required: ReadonlySet<string>;
	/** What the API has said. */
	words: string;
	/** Values of fields that were not sent: of the body's schema, else of the record's, by their names. */
	others: ReadonlyMap<string, Value>;
	/** Those of them that a larger record has, which was accepted. */
	elsewhere: ReadonlyMap<string, Value>;
	/** The scalar in the place of a record, where the schema allows both, by the name of the field. */
	scalars: ReadonlyMap<string, Value>;
	/** The sent text made its own, by the name of the field: two records may not share it. */
	uniques: ReadonlyMap<string, Value>;
	/** Other values of those that the document offers for a field, by its name. */
	choices: ReadonlyMap<string, readonly Value[]>;
	/** What the API asks for in so many words, by the name of the field. */
	asked: ReadonlyMap<string, Asked>;
	/** Example of the media type as the document shows it. */
	example: unknown;
};

const mostOptional = 8;
/** Name of the rung that sends nothing that may be left out. */
const least = 'only what is required';
/** An answer that speaks of how a text has to be written. */
const wantsCode =
	/\b(?:letters?|digits?|alphanum\w*|alnum|characters?|capitals?|uppercase|pattern|format|regex\w*)\b|A-Z/i;
const leastOfOneWord = 'only what is required, texts of one word';

/**
 * "As planned → what the answer asks for, word by word → add fields that the answer names as required → leave out optional
 * fields that it names → media-type
 * example → scalar variants and empty arrays → required fields only": bodies to try one after the other, until one is
 * accepted.
 */
export function ladderOf(
	step: Step,
	{required, words, others, elsewhere, scalars, uniques, choices, asked, example}: LadderInput,
): Rung[] {
	const {fields} = sentRecord(step.call.body);
	const names = Object.keys(fields);
	const isNamed = (name: string) => new RegExp(`(?<![\\w])${literalPattern(name)}(?![\\w])`, 'i').test(words);
	const added = [...others].filter(([name]) => !names.includes(name) && isNamed(name));
	const named = names.filter(name => !required.has(name) && isNamed(name));
	const rungs: Rung[] = [];
	const add = (name: string, changed: Values | null) => {
		if (changed !== null) rungs.push({name, fields: changed});
	};
	if (asked.size > 0) {
		const wanted = [...asked].flatMap(
			([name, {value}]): Array<[string, Value]> => (value === null ? [] : [[name, value]]),
		);
		const all = {...fields, ...Object.fromEntries(added), ...Object.fromEntries(wanted)};
		add(
			`with ${[...asked.keys()].join(', ')} as it is asked for`,
			pick(all, name => asked.get(name)?.value !== null),
		);
	}
	for (const [name, value] of otherChoices(choices, words))
		add(`${name} ${JSON.stringify(textOf(value))}`, {...fields, [name]: value});
	for (const [one, other] of orderedPairs(fields, words))
		add(`${one} and ${other} exchanged`, {...fields, [one]: fields[other]!, [other]: fields[one]!});
	if (added.length > 0) add(`with ${listed(added)}`, {...fields, ...Object.fromEntries(added)});
	if (elsewhere.size > 0) add(`with ${listed([...elsewhere])}`, {...fields, ...Object.fromEntries(elsewhere)});
	if (named.length > 0)
		add(
			`without ${named.join(', ')}`,
			pick(fields, name => !named.includes(name)),
		);
	add('the example of the document', exampleFields(example, step));
	if (scalars.size > 0) add('scalars in the place of records', {...fields, ...Object.fromEntries(scalars)});
	const empty = mapped(fields, value => withoutEntries(value));
	add('empty lists', isChanged(empty, fields) ? empty : null);
	// Where the API names fields, those are meant; else every free text may be.
	const one = mapped(fields, value => asOneWord(value));
	add('texts of one word', isChanged(one, fields) ? one : null);
	// "sku must be 3 to 20 capital letters or digits": what the answer names, else every text, as the code that it asks for.
	const isMeant = (name: string) => isNamed(name) || !names.some(isNamed);
	for (const isUpper of wantsCode.test(words)
		? /capital|upper|A-Z/.test(words)
			? [true, false]
			: [false, true]
		: []) {
		// Of a code there are no two.
		const own = (name: string, value: Value) => (isNamed(name) ? (uniques.get(name) ?? value) : value);
		const code = mapped(fields, (value, name) => (isMeant(name) ? asCode(own(name, value), isUpper) : value));
		add(isUpper ? 'codes in capitals' : 'codes of letters and digits', isChanged(code, fields) ? code : null);
	}
	// Two things may be wrong at once, and the answer names the first.
	const both = mapped(one, value => withoutEntries(value));
	if (isChanged(both, one) && isChanged(both, empty)) add('empty lists, texts of one word', both);
	if (names.some(name => !required.has(name))) {
		add(
			least,
			pick(fields, name => required.has(name)),
		);
		add(
			leastOfOneWord,
			pick(one, name => required.has(name)),
		);
	}
	const seen = new Set([JSON.stringify(fields)]);
	return rungs.filter(rung => {
		const key = JSON.stringify(rung.fields);
		return !seen.has(key) && seen.add(key);
	});
}

const mostChoices = 4;

/**
 * "A task goes from todo to doing": which of the values that the document offers a record takes, depends on its state. Those
 * that the answer names come first, and the others are not tried beside them.
 */
function otherChoices(choices: LadderInput['choices'], words: string): Array<[string, Value]> {
	const all = [...choices].flatMap(([name, values]) => values.map((value): [string, Value] => [name, value]));
	const named = all.filter(([, value]) =>
		new RegExp(`(?<![\\w])${literalPattern(textOf(value))}(?![\\w])`, 'i').test(words),
	);
	return (named.length > 0 ? named : all).slice(0, mostChoices);
}

const textOf = (value: Value): string => (value.is === 'literal' ? String(value.value) : '');

/** What says that one value has to come before another. */
const ordering =
	/\b(?:before|after|earlier|later|less|lower|smaller|greater|larger|higher|precede|exceed|above|below)\b|[<>]/i;
const mostPairs = 2;

/** "departure must be after arrival": pairs of sent fields of one sort that an answer names, and that may stand the wrong way round. */
function orderedPairs(fields: Values, words: string): Array<[string, string]> {
	if (!ordering.test(words)) return [];
	const spoken = (name: string) => wordsOf(name).map(literalPattern).join('[\\s_-]?');
	const named = Object.keys(fields).filter(name => new RegExp(`(?<!\\w)${spoken(name)}(?!\\w)`, 'i').test(words));
	const pairs = named.flatMap((one, place) => named.slice(place + 1).map((other): [string, string] => [one, other]));
	return pairs.filter(([one, other]) => fields[one]!.is === fields[other]!.is).slice(0, mostPairs);
}

/**
 * "… then optional ones put back one at a time (≤ 8 calls)": what is required with each optional field for itself.
 *
 * @param accepted what of the required fields alone the API has accepted; null: nothing
 */
export function optionalRungs(step: Step, required: ReadonlySet<string>, accepted: Values | null): Rung[] {
	const {fields} = sentRecord(step.call.body);
	const certain = accepted ?? pick(fields, name => required.has(name));
	return Object.entries(fields)
		.filter(([name]) => !required.has(name))
		.slice(0, mostOptional)
		.map(([name, value]) => ({name: `with ${name}`, fields: {...certain, [name]: value}}));
}

/** Whether a body has fields that the one before had not, because the answer named them. */
export const isAddition = ({name}: Rung): boolean => name.startsWith('with ');

export const isLeast = ({name}: Rung): boolean => name === least || name === leastOfOneWord;

const listed = (entries: ReadonlyArray<[string, Value]>): string => entries.map(([name]) => name).join(', ');
const pick = (fields: Values, isKept: (name: string) => boolean): Values =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name)));
const mapped = (fields: Values, change: (value: Value, name: string) => Value): Values =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));

/** The example as it stands in the document, but for what other tests give; null: there is none of a record. */
function exampleFields(example: unknown, step: Step): Values | null {
	const {pointer, fields} = sentRecord(step.call.body);
	const whole = isObject(example) ? example : {};
	const record = pointer === '$' ? whole : whole[pointer.slice(2)];
	if (!isObject(record) || Object.keys(record).length === 0) return null;
	return Object.fromEntries(
		Object.entries(record).map(([name, value]): [string, Value] => {
			const own = fields[name];
			return [name, own?.is === 'variable' || own?.is === 'step' ? own : {is: 'literal', value: value as Json}];
		}),
	);
}

/** The first body that was accepted; null: none was. @param statuses answers in the order of the ladder */
export const acceptedRung = (rungs: readonly Rung[], statuses: readonly (number | null)[]): Rung | null =>
	rungs.find((_, place) => isSuccess(statuses[place])) ?? null;

/** What is required with every optional field that was accepted for itself; null: none was. */
export function acceptedOptional(
	least: Values | null,
	rungs: readonly Rung[],
	statuses: readonly (number | null)[],
): Values | null {
	const accepted = rungs.filter((_, place) => isSuccess(statuses[place]));
	if (least === null && accepted.length === 0) return null;
	return Object.assign({}, least, ...accepted.map(({fields}) => fields)) as Values;
}
