import {isObject} from '../../inference/json-value.ts';
import {plainName, wordsOf} from '../../inference/word-form.ts';
import {demandOf, leftOut, optionsIn} from './demand-words.ts';

/** What an answer says of one field that was sent: keywords of JSON Schema for its value; `leftOut`: it is not wanted. */
export type Demand = Readonly<Record<string, unknown>> | typeof leftOut;

/** One sentence of an answer, with the names beside and around it. */
type Said = {text: string; places: readonly string[]; options: readonly unknown[] | null};

const mostSaid = 100;
const deepest = 8;
const longestText = 2000;
/** Beside a message: the field that it speaks of. */
const locators = new Set([
	...['field', 'path', 'loc', 'param', 'property', 'propertypath', 'instancepath', 'datapath', 'pointer', 'attribute'],
	...['location', 'key', 'fieldname', 'parameter', 'target', 'missingproperty'],
]);
/** Beside a message, or in an object that explains it: the values that are allowed. */
const optionNames = new Set([
	...[
		'options',
		'values',
		'allowedvalues',
		'allowed',
		'enum',
		'enumvalues',
		'choices',
		'accepted',
		'permitted',
		'valids',
	],
	...['validvalues', 'possiblevalues', 'allowedoptions'],
]);

/**
 * What a refusal asks of the fields that were sent, as the usual validators say it: `{"errors": {"kind": ["must be one of
 * a, b"]}}`, `[{"loc": ["body", "kind"], "msg": "…"}]`, `["kind must be one of the following values: a, b"]`.
 *
 * @param answer body of the refusal: JSON, or its text
 * @param names fields of the record that was sent, and those that it could have
 * @returns by the path of the field, its parts joined by a dot: `kind`, `items.0.count`
 */
export function demandsIn(answer: unknown, names: readonly string[]): ReadonlyMap<string, Demand> {
	const demands = new Map<string, Demand>();
	for (const {text, places, options} of saidIn(answer, new Set(names.map(plainName)))) {
		// What follows a sentence about a field, and names none, is about the same.
		let place: string[] | null = null;
		for (const part of sentencesOf(text)) {
			place = placeOf(part, places, names) ?? place;
			if (place === null) continue;
			const plain = withoutName(part, place);
			const demand = options !== null ? optionsDemand(options) : demandOf(plain);
			if (demand === null) continue;
			const key = place.join('.');
			const before = demands.get(key);
			demands.set(
				key,
				demand === leftOut || before === undefined || before === leftOut ? demand : {...before, ...demand},
			);
		}
	}
	return demands;
}

const optionsDemand = (options: readonly unknown[]): Demand => ({enum: [...options]});

/**
 * Every text in an answer with what is known of where it belongs.
 *
 * @param fields plain names of fields: `{"title": ["…"]}` speaks of one, `{"title": "…"}` may be the heading of a problem
 */
function saidIn(answer: unknown, fields: ReadonlySet<string>): Said[] {
	const found: Said[] = [];
	const look = (value: unknown, places: readonly string[], options: readonly unknown[] | null, depth: number): void => {
		if (found.length >= mostSaid || depth > deepest) return;
		if (typeof value === 'string') found.push({text: value.slice(0, longestText), places, options});
		else if (Array.isArray(value)) for (const one of value) look(one, places, options, depth + 1);
		else if (isObject(value)) {
			const entries = Object.entries(value);
			const located = entries.flatMap(([name, one]) => (locators.has(plainName(name)) ? placeIn(one) : []));
			const here = located.length > 0 ? located : places;
			const given = optionsOf(value) ?? options;
			for (const [name, one] of entries)
				if (!locators.has(plainName(name)) && !optionNames.has(plainName(name)))
					look(one, located.length > 0 || isHeading(name, one) ? here : [...here, name], given, depth + 1);
		}
	};
	const isHeading = (name: string, value: unknown): boolean =>
		isMessage(name) && (typeof value === 'string' || !fields.has(plainName(name)));
	look(answer, [], null, 0);
	return found;
}

const isMessage = (name: string): boolean =>
	/^(?:messages?|detail|details|errors?|title|reason|msg|description|issues|violations|constraints|defaultmessage|non_field_errors)$/i.test(
		name,
	);

/** `["body", "items", 0, "kind"]`, `/items/0/kind`, `items[0].kind`, `$.kind` → its parts. */
const placeIn = (value: unknown): string[] => {
	const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[./[\]]+/) : [];
	return parts
		.flatMap(one => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []))
		.filter(Boolean);
};

function optionsOf(value: Record<string, unknown>): readonly unknown[] | null {
	for (const inner of [value, ...Object.values(value).filter(isObject)])
		for (const [name, one] of Object.entries(inner))
			if (optionNames.has(plainName(name))) {
				const list = Array.isArray(one) ? one : typeof one === 'string' ? (optionsIn(`one of: ${one}`) ?? []) : [];
				const plain = list.filter(each => ['string', 'number', 'boolean'].includes(typeof each));
				if (plain.length > 0) return plain;
			}
	return null;
}

/** Several complaints in one text: `kind must be …, count must be …; name is …`. */
const sentencesOf = (text: string): string[] =>
	text
		.split(/[;·\n]\s*|(?<=[.!]) (?=[A-Z"'`])|, (?=["'`]?[\w.[\]]+["'`]? (?:must|should|is|has|cannot|may) )/)
		.slice(0, 40);

/** The field that a sentence is about; null: none that was or could be sent. */
function placeOf(text: string, places: readonly string[], names: readonly string[]): string[] | null {
	const known = new Map(names.map(name => [plainName(name), name]));
	const from = (parts: readonly string[]): string[] | null => {
		const start = parts.findIndex(part => known.has(plainName(part)));
		return start < 0 ? null : [known.get(plainName(parts[start]!))!, ...parts.slice(start + 1).filter(isStep)];
	};
	const located = from(places);
	if (located) return located;
	const words = [...text.matchAll(/[A-Za-z_][\w$]*(?:\[\d+\]|\.[\w$]+)*/g)].map(([word]) => from(placeIn(word)));
	const exact = words.find(place => place !== null);
	if (exact) return exact;
	// "The starts at is not a valid date": a name as people say it.
	const said = wordsOf(text).join(' ');
	const spoken = names.find(name => ` ${said} `.includes(` ${wordsOf(name).join(' ')} `));
	return spoken === undefined ? null : [spoken];
}

/** A part of a path below a field: a name, or a number in a list. */
const isStep = (part: string): boolean => /^(?:\d{1,4}|[A-Za-z_][\w$-]*)$/.test(part);

/** A field called `date` that has to be a number is no date. */
function withoutName(text: string, place: readonly string[]): string {
	const name = place.findLast(part => !/^\d+$/.test(part)) ?? '';
	const lower = text.toLowerCase();
	for (const said of [place.join('.'), name, wordsOf(name).join(' ')]) {
		const at = lower.indexOf(said.toLowerCase());
		if (said !== '' && at >= 0) return text.slice(0, at) + text.slice(at + said.length);
	}
	return text;
}
