import {isObject} from '../../inference/json-value.ts';
import {readPointer} from '../code/pointer.ts';
import {below, each} from '../model/pointer.ts';
import type {Place, Recipe, Step, Value} from '../recipe.ts';

/** A name as it is compared: `the e-mail`, `Email`, `e_mail` are one. */
export const bare = (name: string): string =>
	name
		.replace(/^(?:the|its|their|an?|field|value of|every|each)\s+/gi, '')
		.replace(/(?<!\s)\s+(?:field|value|property|header|parameter)s?$/i, '')
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '');

/** Plural or singular: people say `names` and mean `name`. */
const isNamed = (said: string, name: string): boolean => {
	const [one, other] = [bare(said), bare(name)];
	return one === other || one === `${other}s` || `${one}s` === other || one === `${other}es`;
};

const lastName = (pointer: string): string =>
	String(readPointer(pointer).findLast(part => typeof part === 'string') ?? '');

/** Whether words are a pointer: `$.data.id`, `data.user.id`, `items[0].id`. */
export function pointerIn(words: string): string | null {
	const text = words.trim().replace(/^the\s+/i, '');
	if (/^\$/.test(text)) return text;
	return /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\]|\[\*\])+$/.test(text) ? `$.${text}` : null;
}

/** Everything that a step sends, with where it stands. */
export function sentPlaces({call}: Step): Array<{at: Place; value: Value}> {
	const places: Array<{at: Place; value: Value}> = [];
	for (const [name, value] of Object.entries(call.path)) places.push({at: {in: 'path', pointer: name}, value});
	for (const [name, value] of Object.entries(call.query)) places.push({at: {in: 'query', pointer: name}, value});
	for (const [name, value] of Object.entries(call.headers)) places.push({at: {in: 'header', pointer: name}, value});
	const walk = (value: Value, pointer: string): void => {
		if (pointer !== '$') places.push({at: {in: 'body', pointer}, value});
		if (value.is === 'object')
			for (const [name, inner] of Object.entries(value.fields)) walk(inner, below(pointer, name));
		if (value.is === 'array') for (const [index, item] of value.items.entries()) walk(item, `${pointer}[${index}]`);
	};
	if (call.body && 'value' in call.body) walk(call.body.value, '$');
	return places;
}

/** Where a step sends what words name. */
export function sentField(step: Step, words: string): Array<{at: Place; value: Value}> {
	const pointer = pointerIn(words);
	const places = sentPlaces(step);
	if (pointer !== null) return places.filter(({at}) => at.pointer === pointer);
	const found = places.filter(({at}) => isNamed(words, at.in === 'body' ? lastName(at.pointer) : at.pointer));
	const outer = Math.min(...found.map(({at}) => readPointer(at.pointer).length));
	return found.filter(({at}) => at.in !== 'body' || readPointer(at.pointer).length === outer);
}

/** Places of a step's answer that its expectations know of. */
export function answerPointers(step: Step): string[] {
	const pointers = new Set<string>();
	const walk = (schema: unknown, pointer: string, depth: number): void => {
		if (!isObject(schema) || depth > 6) return;
		if (isObject(schema['properties']))
			for (const [name, inner] of Object.entries(schema['properties'])) {
				pointers.add(below(pointer, name));
				walk(inner, below(pointer, name), depth + 1);
			}
		if (schema['items'] !== undefined) walk(schema['items'], each(pointer), depth + 1);
	};
	for (const {check} of step.asserts) {
		if (check.type === 'shape') {
			if (check.pointer !== '$') pointers.add(check.pointer);
			walk(check.schema, check.pointer, 0);
		}
		if (check.type === 'equals') pointers.add(check.pointer);
	}
	for (const {from} of step.captures)
		if (from.in === 'body' && from.pointer.startsWith('$')) pointers.add(from.pointer);
	return [...pointers];
}

/** Pointers of the answer that words name. */
export function answerField(step: Step, words: string): string[] {
	const pointer = pointerIn(words);
	if (pointer !== null) return [pointer];
	return answerPointers(step).filter(one => isNamed(words, lastName(one)));
}

/** The call that a test is about: the last of its acting steps that goes to its endpoint, else the last acting one. */
export function mainStep({steps, endpoint}: Recipe): Step {
	const acts = steps.filter(({role}) => role === 'act');
	const own = acts.filter(
		({call}) => call.operation.method === endpoint.method && call.operation.path === endpoint.path,
	);
	return own.at(-1) ?? acts.at(-1) ?? steps.at(-1)!;
}
