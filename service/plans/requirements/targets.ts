import type {Requirement} from '../../domain/requirement.ts';
import {kindOf} from '../../inference/word-form.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import {operationOf, type PlanOperation} from '../model/operation.ts';

/** Rows of one sentence about the whole API, at the most. */
const mostRows = 5;

/** The operations that a sentence is tried on: the one it names, those of its kind of record, or some of the API's reads. */
export function targetsOf(requirement: Requirement, api: ApiModel): PlanOperation[] {
	const {endpoint, kind} = requirement;
	const named = endpoint && operationOf(api.operations, endpoint);
	if (named) return [elsewhere(requirement, named, api)];
	if (endpoint) return [];
	if (kind === null) return api.operations.filter(one => isPlainRead(one, api)).slice(0, mostRows);
	const found = api.kinds.find(one => one.noun === kind || one.word === kindOf(kind) || one.noun.endsWith(` ${kind}`));
	const operation = found && ofKind(requirement, found);
	return operation ? [operation] : [];
}

/** What a sentence demands of a field is tried where the field is sent; what it says of order, where there is a list. */
function elsewhere(requirement: Requirement, named: PlanOperation, api: ApiModel): PlanOperation {
	const kind = api.kindAt(named) ?? api.kindMadeBy(named);
	const isOfBody = ['bounds', 'required', 'enum', 'unique', 'duplicate'].includes(requirement.family);
	if (isOfBody && named.endpoint.body === null) return (kind && ofKind(requirement, kind)) ?? named;
	return requirement.family === 'deleted-gone' && named.method !== 'DELETE' ? (kind?.deleter ?? named) : named;
}

function ofKind({family, verb}: Requirement, kind: Kind): PlanOperation | null {
	const {creator, reader, list, updaters, deleter} = kind;
	switch (family) {
		case 'sorted':
			return list;
		case 'deleted-gone':
			return deleter;
		case 'no-secret':
		case 'latency':
		case 'header':
			return reader ?? list;
		case 'auth':
			return verb === 'delete' ? deleter : verb === 'update' ? (updaters[0] ?? null) : (creator ?? list);
		default:
			return creator;
	}
}

/** A read that needs no record of its own. */
const isPlainRead = (operation: PlanOperation, api: ApiModel): boolean =>
	operation.method === 'GET' &&
	operation.pathParameters.length === 0 &&
	api.edgesOf(operation).every(edge => !edge.required);
