import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import {asOperation} from '../model/operation.ts';
import {calledPath, type Operation, type Step} from '../recipe.ts';

type Lists = {kinds: ReadonlyMap<string, Kind>; names: Map<string, string[]>};

const known = new WeakMap<ApiModel, Lists>();

/**
 * Fields that entries of a list may lack: who makes such a record may leave them out, and another test does. A run in
 * which every record had them does not show that they are always there.
 */
export function mayLack(api: ApiModel, operation: Operation): Pick<Step, 'mayLack'> {
	if (operation.method !== 'GET') return {};
	const lists = known.get(api) ?? listsOf(api);
	const key = calledPath(operation);
	const kind = lists.kinds.get(key);
	if (!kind) return {};
	const names = lists.names.get(key) ?? optionalOf(api, kind);
	lists.names.set(key, names);
	return names.length === 0 ? {} : {mayLack: names};
}

function listsOf(api: ApiModel): Lists {
	const listed = api.kinds.filter(({list}) => list !== null);
	const kinds = new Map(listed.map(kind => [calledPath(asOperation(kind.list!)), kind] as const));
	const lists: Lists = {kinds, names: new Map()};
	known.set(api, lists);
	return lists;
}

/** Fields of a creating request that are not required, also inside the one object that wraps it. */
function optionalOf({schemas}: ApiModel, {creator}: Kind): string[] {
	const whole = schemas.view(creator?.endpoint.body?.schema);
	const [only, ...others] = whole.properties.values();
	const inner = only === undefined || others.length > 0 ? null : schemas.view(only);
	const {properties, required} = inner !== null && inner.properties.size > 0 ? inner : whole;
	return [...properties.keys()].filter(name => !required.has(name));
}
