import {seeded} from '../data/seeded.ts';
import {fitsPattern, textOfPattern} from '../data/pattern.ts';
import {runTag, sampleOf, tagDigits} from '../data/unique-shape.ts';
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

/**
 * A handle that looks right and names no record: a number or an id that no API gives so soon, else a text with the tag of
 * the run in it, so that no other run has made one of that name. It keeps type, format, pattern and length.
 */
export function unknownHandle(
	api: ApiModel,
	operation: PlanOperation,
	parameter: PlanParameter,
	{seed}: {seed: string},
): Value {
	const views = handleViews(api, operation, parameter);
	const chance = seeded(`${seed} unknown`);
	const says = (check: (view: SchemaView) => boolean) => views.some(check);
	if (says(({types}) => types.has('integer') || types.has('number'))) {
		const most = Math.min(...views.map(({words}) => numberIn(words, 'maximum') ?? 2_147_483_647));
		return {is: 'literal', value: Math.max(1, most - 1 - chance.below(Math.min(9999, Math.max(1, most - 2))))};
	}
	const digits = (length: number) => Array.from({length}, () => chance.below(10)).join('');
	const hex = (length: number) => Array.from({length}, () => chance.below(16).toString(16)).join('');
	if (says(({words}) => textIn(words, 'format') === 'uuid') || areUuids(views, parameter))
		return unique(`${runTag}-${hex(4)}-4${hex(3)}-9${hex(3)}-${hex(12)}`);
	const limit = (name: string, pick: (...all: number[]) => number, none: number) =>
		pick(...views.map(({words}) => numberIn(words, name) ?? none));
	const least = limit('minLength', Math.max, 0);
	const most = limit('maxLength', Math.min, Number.POSITIVE_INFINITY);
	const patterns = views.flatMap(({words}) => textIn(words, 'pattern') ?? []);
	const prefix = views.flatMap(prefixOf)[0] ?? '';
	const like = likeExample(parameter, views);
	const shapes = [
		...(like === null ? [] : [like]),
		prefix === '' ? `unknown-${runTag}` : `${prefix}9${digits(8)}`,
		`unknown${runTag}`,
		runTag,
		tagDigits(Math.min(8, most)),
	].map(shape => shape.padStart(shape.length + least - sampleOf(shape).length, 'x'));
	const fitting = shapes.find(shape => {
		const sample = sampleOf(shape);
		return sample.length <= most && patterns.every(pattern => fitsPattern(pattern, sample));
	});
	if (fitting !== undefined) return fitting.includes('{') ? unique(fitting) : {is: 'literal', value: fitting};
	const made = patterns.map(pattern => textOfPattern(pattern, chance)).find(one => one !== null);
	return {is: 'literal', value: made ?? `unknown-${hex(8)}`};
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a document that names no format shows nothing but UUIDs where it shows a handle. */
function areUuids(views: readonly SchemaView[], {example}: PlanParameter): boolean {
	const shown = [example, ...views.flatMap(({words}) => [words['example'], words['examples']].flat())];
	const examples = shown.filter(one => one !== undefined && one !== null);
	const isFree = views.every(({words}) => !textIn(words, 'format') && !textIn(words, 'pattern'));
	return isFree && examples.length > 0 && examples.every(one => typeof one === 'string' && uuid.test(one));
}

/** `38bS44xjbVVZ3No3ByF1dJ` → its first letters and the tag of the run: a handle of that look; null: no such example. */
function likeExample({example}: PlanParameter, views: readonly SchemaView[]): string | null {
	const shown = [example, ...views.map(({words}) => words['example'])].find(one => typeof one === 'string');
	const isMixed = typeof shown === 'string' && /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z\d]{16,64}$/.test(shown);
	return isMixed ? `${shown.slice(0, -tagLength)}${runTag}` : null;
}

/** Characters of the tag of a run. */
const tagLength = 8;

const unique = (shape: string): Value => ({is: 'unique', shape});

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
