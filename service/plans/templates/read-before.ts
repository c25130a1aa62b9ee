import {hard, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {handlePointer} from './expect-record.ts';
import type {OwnRecord, RecipeDraft} from './recipe-draft.ts';

/** It is there before it is deleted: else nothing that comes after shows anything. */
export function readBefore(draft: RecipeDraft, {api}: PlanContext, own: OwnRecord): void {
	const {reader} = own.kind;
	if (!reader) return;
	const pointer = handlePointer(api, reader, own.kind);
	draft.step({
		id: 'read',
		title: 'read it before',
		role: 'setup',
		call: draft.requestOn(reader, own),
		asserts: [
			succeeds(reader),
			...(pointer === null
				? []
				: [
						hard(
							`handle:${pointer}`,
							'asked for {expected}, got {actual}',
							{type: 'equals', pointer, value: own.handle, as: 'number'},
							'the record that was asked for is answered',
						),
					]),
		],
	});
}
