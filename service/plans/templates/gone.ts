import {stateNames} from '../../inference/record-state.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import {answerFor, type PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import type {SchemaView} from '../model/schema.ts';
import type {Assert, Json} from '../recipe.ts';
import {decided, hard, neverSucceeds, possible} from './asserts.ts';

/** Where a record says that it has come to its end, and how. */
export type EndedState = {pointer: string; values: string[]};

/** A state of a record that is kept after its DELETE, as its enumeration says it. */
const ended = /^(?:soft[-_ ]?)?(?:deleted|archived|expired|trashed|removed|discarded|terminated|retired)$/i;

/** The state in which a document keeps records that were deleted; null: it names none. */
export function endedState({schemas}: ApiModel, reader: PlanOperation): EndedState | null {
	const form = formOf(schemas, reader);
	if (form.form !== 'record' && form.form !== 'list') return null;
	const pointer = form.form === 'record' ? form.pointer : '$';
	for (const [name, schema] of form.view.properties) {
		const own = schemas.view(schema);
		const values = endedValues(own);
		if (stateNames.test(name) && values.length > 0) return {pointer: below(pointer, name), values};
		if (!stateNames.test(name)) continue;
		for (const [inner, part] of own.properties) {
			const innerValues = endedValues(schemas.view(part));
			if (innerValues.length > 0) return {pointer: below(below(pointer, name), inner), values: innerValues};
		}
	}
	return null;
}

const endedValues = (view: SchemaView): string[] =>
	(view.enum ?? []).filter((value: Json): value is string => typeof value === 'string' && ended.test(value));

/**
 * What was deleted is read no more: refused as the document says, or in one of the usual ways where it is silent. A
 * record whose states tell that it is over may be read in one of these.
 */
export function gone(api: ApiModel, {noun}: {noun: string}, reader: PlanOperation): Assert[] {
	const message = `the deleted ${noun} is still there: {actual}`;
	const documented = [404, 410].filter(status => answerFor(reader, status) !== null);
	const state = endedState(api, reader);
	const kept = state === null ? [] : reader.statuses.filter(status => status >= 200 && status < 300);
	const status =
		documented.length > 0
			? decided(
					'gone',
					message,
					{type: 'status', oneOf: [...documented, ...kept]},
					`responses.${documented.join(', responses.')}`,
				)
			: neverSucceeds('gone', message, [...possible(reader, [404, 403, 410]), ...kept], 'what was deleted is gone');
	if (state === null || kept.length === 0) return [status];
	return [
		status,
		hard(
			'if-accepted:gone',
			`the deleted ${noun} is kept as {actual}`,
			{type: 'shape', pointer: state.pointer, schema: {enum: state.values}, closed: false},
			'what was deleted is gone, or says that it is over',
		),
	];
}
