import {seeded} from '../data/seeded.ts';
import {textOfPattern} from '../data/pattern.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import {numberIn, type SchemaView, textIn} from '../model/schema.ts';
import type {Value} from '../recipe.ts';

/** Type of a handle, from its parameter and from the field of the answer that it is taken of. */
export function handleViews(api: ApiModel, operation: PlanOperation, parameter: PlanParameter): SchemaView[] {
	const handle = api.edgeOf(operation, `path:${parameter.name}`)?.producer?.kind?.handle;
	return [api.schemas.view(parameter.schema), ...(handle?.from === 'body' ? [api.schemas.view(handle.schema)] : [])];
}

/** A handle that looks right and names no record. */
export function unknownHandle(api: ApiModel, operation: PlanOperation, parameter: PlanParameter, seed: string): Value {
	const views = handleViews(api, operation, parameter);
	const chance = seeded(`${seed} unknown`);
	const says = (check: (view: SchemaView) => boolean) => views.some(check);
	if (says(({types}) => types.has('integer') || types.has('number'))) {
		const most = Math.min(...views.map(({words}) => numberIn(words, 'maximum') ?? 2_147_483_647));
		return {is: 'literal', value: Math.max(1, most - 1 - chance.below(Math.min(9999, Math.max(1, most - 2))))};
	}
	const hex = (length: number) => Array.from({length}, () => chance.below(16).toString(16)).join('');
	if (says(({words}) => textIn(words, 'format') === 'uuid'))
		return {is: 'literal', value: `${hex(8)}-${hex(4)}-4${hex(3)}-9${hex(3)}-${hex(12)}`};
	for (const {words} of views) {
		const pattern = textIn(words, 'pattern');
		const made = pattern === undefined ? null : textOfPattern(pattern, chance);
		if (made !== null) return {is: 'literal', value: made};
	}
	const prefix = views.flatMap(prefixOf)[0] ?? '';
	return {
		is: 'literal',
		value: `${prefix}${prefix === '' ? `unknown-${hex(8)}` : 900_000_000 + chance.below(99_999_999)}`,
	};
}

/** `usr_` of an example `usr_1`, or of a description that shows one. */
function prefixOf({words}: SchemaView): string[] {
	const shown = `${String(words['example'] ?? '')} ${textIn(words, 'description') ?? ''}`;
	const match = /(?:^|[\s,"'`(])([a-z]{2,8}[_-])(?:\d|…|\.\.\.|[0-9A-Za-z]{6,})/.exec(shown);
	return match ? [match[1]!] : [];
}

/** Whether a handle can only be a number or a UUID, so that a word is none. */
export const hasStrictForm = (api: ApiModel, operation: PlanOperation, parameter: PlanParameter): boolean =>
	handleViews(api, operation, parameter).some(
		({types, words}) => types.has('integer') || types.has('number') || textIn(words, 'format') === 'uuid',
	);

/** A PUT may make what it names, and so may a change of a record whose name its maker chooses. */
export const mayMake = (api: ApiModel, operation: PlanOperation, kind: Kind): boolean =>
	api.kindMadeBy(operation)?.origin === 'put' ||
	((operation.method === 'PUT' || operation.method === 'PATCH') && isNamedByCaller(api, kind));

/** Whether the handle of a record is what its creator has sent: the name of a collection, not an id that the API gives. */
function isNamedByCaller(api: ApiModel, {handle, creator}: Kind): boolean {
	if (handle?.from === 'sent') return true;
	if (handle?.from !== 'body' || creator === null) return false;
	const name = handle.pointer.slice(handle.pointer.lastIndexOf('.') + 1);
	if (/^_?(?:id|uuid|guid)$/i.test(name)) return false;
	return api.schemas.view(creator.endpoint.body?.schema).properties.has(name);
}
