import type {Kind} from '../kinds/kind.ts';
import {nameAt} from '../model/pointer.ts';
import type {Assert, Body} from '../recipe.ts';
import {hard} from './asserts.ts';
import {sentRecord} from './expect-record.ts';

/**
 * A record whose name its maker chooses is answered under that name, before anything is changed or deleted by what was
 * answered: it could be somebody else's. Nothing for an id that the API gives.
 */
export function namedAsSent({handle}: Kind, body: Body | null): Assert[] {
	const name = handle?.from === 'body' ? nameAt(handle.pointer) : null;
	const value = name === null ? undefined : sentRecord(body).fields[name];
	if (handle?.from !== 'body' || (value?.is !== 'unique' && value?.is !== 'literal')) return [];
	return [
		hard(
			'named',
			'made as {expected}, answered as {actual}',
			{type: 'equals', pointer: handle.pointer, value, as: 'caseless'},
			'a record is answered under the name that it was made with',
		),
	];
}
