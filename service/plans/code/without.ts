import type {Recipe} from '../recipe.ts';
import {type Draft, stepsOf} from './draft.ts';
import {flat, text, width} from './expression.ts';
import {activeAsserts} from './references.ts';

const lines = [
	'def without(record, *fields):',
	'    return {field: value for field, value in record.items() if field not in fields}',
];

/** Fields of a record that are named more than once in a test are named at its top. */
const mostNamed = 3;

/** Records of a test that are compared but for some fields; from two on a helper is worth its lines. */
export const leavesOften = (recipe: Recipe): boolean =>
	stepsOf(recipe)
		.flatMap(activeAsserts)
		.filter(({check}) => check.type === 'sameAs' && check.except.length > 0).length > 1;

/** `kept = ` a record without some of its fields: by the helper, or in place when it is the only one. */
export function writeKept(draft: Draft, record: string, fields: readonly string[]): void {
	if (leavesOften(draft.recipe)) {
		draft.line(`kept = ${without(draft, record, fields)}`);
		return;
	}
	const names = fields.map(text);
	const condition =
		names.length === 1
			? `field != ${names[0]}`
			: `field not in ${names.length > mostNamed ? listOf(draft, names) : `(${names.join(', ')})`}`;
	const parts = ['field: value', `for field, value in ${record}.items()`, `if ${condition}`];
	const line = `kept = {${parts.join(' ')}}`;
	if (draft.indent + line.length <= width) {
		draft.line(line);
		return;
	}
	draft.block('kept = {', () => {
		for (const part of parts) draft.line(part);
	});
	draft.line('}');
}

/** An expression for a record without some of its fields; the record itself when there are none. */
export function without(draft: Draft, record: string, fields: readonly string[]): string {
	if (fields.length === 0) return record;
	draft.helpers.set('without', lines);
	const names = fields.map(text);
	if (fields.length <= mostNamed) return `without(${record}, ${names.join(', ')})`;
	return `without(${record}, *${listOf(draft, names)})`;
}

/** A constant with these names: the one that says the same, or a new one. */
function listOf(draft: Draft, names: readonly string[]): string {
	const list = {open: '(', items: names.map(value => ({prefix: '', value})), close: ')'};
	const key = `NOT_COMPARED ${flat(list)}`;
	const known = draft.locals.get(key);
	if (known !== undefined) return known;
	const name = draft.names.take('NOT_COMPARED');
	draft.locals.set(key, name);
	return draft.constant(name, list);
}
