import {plainName} from '../../inference/word-form.ts';
import {withArticle} from '../kinds/names.ts';
import type {Value} from '../recipe.ts';
import {always, decided, succeeds} from './asserts.ts';
import {runTag} from '../data/unique-shape.ts';
import {handleCapture, handleValue} from './own-record.ts';
import type {RowTemplate} from './row-draft.ts';

/** Whether a header names a request, so that an API answers it once: `Idempotency-Key`. */
export const isIdempotencyKey = (header: string): boolean => /^x?idempotency(?:key|token)?$/.test(plainName(header));

/** The same request with the same key twice makes one record. */
export const idempotent: RowTemplate = {
	id: 'idempotent',
	category: 'functional',
	priority: 'p2',
	fill(draft, operation, {api, canMake, unsafe}) {
		const kind = api.kindMadeBy(operation);
		const header = operation.headers.find(({name}) => isIdempotencyKey(name));
		if (
			!header ||
			kind?.handle?.from !== 'body' ||
			kind.deleter === null ||
			!canMake(kind) ||
			unsafe(operation) !== null
		)
			return null;
		const key: Value = {is: 'unique', shape: `key-${runTag}`};
		const call = draft.request(operation, {headers: {[header.name]: key}});
		draft.safety = 'own_records';
		const first = draft.step({
			id: 'create',
			title: `create ${withArticle(kind.noun)}`,
			role: 'act',
			call,
			asserts: [succeeds(operation), ...always(api, operation)],
			captures: [handleCapture(kind, false)],
		});
		const {pointer} = kind.handle;
		draft.step({
			id: 'again',
			title: 'send it again with the same key',
			role: 'act',
			call,
			asserts: [
				decided(
					'status',
					'expected {expected}, got {actual}',
					{type: 'status', oneOf: ['2xx']},
					`parameters.${header.name}`,
				),
				...always(api, operation),
				decided(
					`handle:${pointer}`,
					`the same key made a second ${kind.noun}: {expected}, then {actual}`,
					{type: 'equals', pointer, value: handleValue(kind, first)!, as: 'number'},
					`parameters.${header.name}`,
				),
			],
		});
		return {
			title: `creates one ${kind.noun} for one ${header.name}`,
			description: `Sends the same body with the same ${header.name} twice.`,
		};
	},
};
