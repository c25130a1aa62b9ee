import type {ApiModel} from '../kinds/analyse-api.ts';
import {isKeyOfTwo, type Kind, locationOf} from '../kinds/kind.ts';
import {valueSentAt} from '../code/references.ts';
import {asOperation, type PlanOperation} from '../model/operation.ts';
import {nameAt} from '../model/pointer.ts';
import type {Capture, Step, Value, Values} from '../recipe.ts';

/** A record that a row has made for itself. */
export type OwnRecord = {step: Step; handle: Value; kind: Kind; path: Values};

/** The value that names a record, out of the step that made it. */
export function handleValue(kind: Kind, step: Step): Value | null {
	const {handle} = kind;
	if (handle === null) return null;
	if (handle.from === 'body') return {is: 'step', step: step.id, pointer: handle.pointer};
	if (handle.from === 'location') return {is: 'step', step: step.id, pointer: `header:${locationOf(handle)}`};
	if (handle.in === 'path') return step.call.path[handle.pointer] ?? null;
	return valueSentAt(step.call.body, handle.pointer);
}

/** The field by whose value a record is known that the sender names; null: the API gives its name. */
export function chosenField(api: ApiModel, creator: PlanOperation): string | null {
	const handle = api.kindMadeBy(creator)?.handle;
	return handle?.from === 'sent' && handle.in === 'body' ? nameAt(handle.pointer) : null;
}

/** What is published or tracked of a record. */
export function handleCapture(kind: Kind, publish: boolean): Capture {
	const {handle, deleter} = kind;
	return {
		variable: kind.variable,
		tag: kind.word,
		from:
			handle?.from === 'location'
				? {in: 'header', pointer: locationOf(handle)}
				: handle?.from === 'sent' && handle.in === 'path'
					? {in: 'path', pointer: handle.pointer}
					: {in: 'body', pointer: handle?.from === 'sent' ? `sent:${handle.pointer}` : (handle?.pointer ?? '$.id')},
		publish,
		isHandle: true,
		deletedBy: deleter && asOperation(deleter),
	};
}

/** Whether an operation is about one record of a kind by the record's own path. */
export const isItemOf = (operation: PlanOperation, kind: Kind): boolean =>
	operation === kind.reader || operation === kind.deleter || kind.updaters.includes(operation);

/**
 * Of two fields that name a record together, the one in front of a handle that is given by itself, such as one that names
 * nothing: nobody hands it on alone, and any value will do.
 */
export function isBesideKey(api: ApiModel, operation: PlanOperation, name: string, path: Values = {}): boolean {
	const [first, last] = operation.pathParameters.slice(-2);
	if (first?.name !== name || last === undefined || !(last.name in path)) return false;
	const kind = api.kinds.find(one => isItemOf(operation, one));
	return kind !== undefined && isKeyOfTwo(kind);
}
