import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Assert, Value} from '../recipe.ts';
import {hard, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {handlePointer} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';

/** It is there before it is deleted: else nothing that comes after shows anything. */
export function readBefore(draft: RecipeDraft, {api}: PlanContext, own: OwnRecord): void {
	const {reader} = own.kind;
	if (!reader) return;
	draft.step({
		id: 'read',
		title: 'read it before',
		role: 'setup',
		call: draft.requestOn(reader, own),
		asserts: [succeeds(reader), ...asAsked(api, reader, own.kind, own.handle)],
	});
}

/** A read answers the record that it asks for; nothing where its answer has no handle. */
export function asAsked(api: ApiModel, reader: PlanOperation, kind: Kind, handle: Value): Assert[] {
	const pointer = handlePointer(api, reader, kind);
	if (pointer === null) return [];
	return [
		hard(
			`handle:${pointer}`,
			'asked for {expected}, got {actual}',
			{type: 'equals', pointer, value: handle, as: 'number'},
			'the record that was asked for is answered',
		),
	];
}
