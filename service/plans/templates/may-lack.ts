import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import {asOperation} from '../model/operation.ts';
import {calledPath, type Operation, type Step} from '../recipe.ts';
import {sentViews} from './expect-record.ts';

/** Kinds of an API by where their lists are called. */
const listed = new WeakMap<ApiModel, ReadonlyMap<string, Kind>>();

/**
 * Fields that entries of a list may lack: who makes such a record may leave them out, and another test does. A run in
 * which every record had them does not show that they are always there.
 */
export function mayLack(api: ApiModel, operation: Operation): Pick<Step, 'mayLack'> {
	if (operation.method !== 'GET') return {};
	const kind = (listed.get(api) ?? listsOf(api)).get(calledPath(operation));
	if (!kind) return {};
	const {properties, required} = sentViews(api.schemas, kind.creator).at(-1)!;
	const names = [...properties.keys()].filter(name => !required.has(name));
	return names.length === 0 ? {} : {mayLack: names};
}

function listsOf(api: ApiModel): ReadonlyMap<string, Kind> {
	const kinds = new Map(
		api.kinds.flatMap(kind => (kind.list ? [[calledPath(asOperation(kind.list)), kind] as const] : [])),
	);
	listed.set(api, kinds);
	return kinds;
}
