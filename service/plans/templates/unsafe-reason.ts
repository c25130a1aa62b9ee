import {parameterOf} from '../../inference/path-template.ts';
import {isWritingRead} from '../../inference/writing-read.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {
	isBelowCommand,
	isChange,
	isCommand,
	isDoing,
	isLogin,
	isQuestion,
	isRemoval,
	isSetting,
	sphereOf,
} from '../model/meaning.ts';
import type {PlanOperation} from '../model/operation.ts';

/** Operations that may harm what no test has made: they get no rows. They can be added by hand. */
export function unsafeReason(api: ApiModel, operation: PlanOperation): string | null {
	const {endpoint, method, path} = operation;
	if (method === 'GET' && isWritingRead(path, [endpoint.operationId, endpoint.summary]))
		return 'its name says that it does more than read, although it is a GET';
	if (method === 'GET' || isLogin(operation, api.schemas)) return null;
	const beside = besideRecords(api, operation);
	if (beside !== null) return beside;
	if (isCommand(operation) && !endsOnOwn(api, operation)) return 'it is a command over more than one record';
	if (isRemoval(operation) && !isOnOwn(api, operation)) return 'it takes away records that no test has made';
	const made = api.kindMadeBy(operation);
	if (isDoing(operation) && !made?.deleter && !actsOnOwn(api, operation))
		return 'what it does leaves the API, costs money or cannot be put back, and it does it to no record of a test';
	if (method === 'POST' && !made?.deleter && isBelowBorrowed(api, operation))
		return 'it adds to a record that no test has made, and nothing can take that back';
	const isKept = made !== undefined && (made.reader ?? made.deleter) !== null;
	const shown = api.operations.find(one => one.method === 'GET' && one.shape === operation.shape) ?? null;
	if (!isKept && isSetting(operation, api.schemas, shown)) return 'it changes a setting of the whole service';
	if (operation.pathParameters.length > 0) return null;
	if (!isKept && actsOnBorrowed(api, operation)) return 'it acts on a record that no test has made';
	if (!made?.deleter && isBelowCommand(operation)) return 'it is a command over more than one record';
	const isUnnamed = method === 'POST' ? !isKept && replaces(api, operation) : bulkField(api, operation) === null;
	return isUnnamed ? 'it changes or deletes without naming a record' : null;
}

/** What it does to the caller, to somebody's letter box or with money, unless all that it touches is a test's own. */
function besideRecords(api: ApiModel, operation: PlanOperation): string | null {
	const made = api.kindMadeBy(operation);
	const isNamed = api.edges.some(({producer, place}) => producer?.kind === made && place.startsWith('path:'));
	const found = sphereOf(operation, made !== undefined && (isNamed || (made.reader ?? made.deleter) !== null));
	if (found === null) return null;
	const {sphere, segment} = found;
	if (sphere === 'letters') return 'it sends invitations or mails';
	if (sphere === 'money out') return 'it pays out money';
	const {segments, pathParameters} = operation;
	const inFront = parameterOf(segments[segment - 1] ?? '');
	const isBelowOwn = inFront !== null && isOwnAt(api, operation, `path:${inFront}`);
	if (sphere === 'account') return isBelowOwn ? null : 'it acts on the caller’s own account or settings';
	// The refund of a payment that a test has made, and what is done to a payment of its own.
	const isOfOwn =
		pathParameters.length > 0
			? isBelowOwn || isOwnAt(api, operation, `path:${pathParameters.at(-1)!.name}`)
			: api.edgesOf(operation).some(({place, required}) => required && isOwnAt(api, operation, place));
	return isOfOwn ? null : 'it moves money for no record that a test has made';
}

/** Whether the value of a place names a record that a test can make. */
function isOwnAt(api: ApiModel, operation: PlanOperation, place: string): boolean {
	const producer = api.edgeOf(operation, place)?.producer;
	return producer != null && !producer.borrowed && producer.kind?.creator != null;
}

/** `POST /samples/{id}/restore`: what it commands is the one record in front, which a test has made. */
function endsOnOwn(api: ApiModel, operation: PlanOperation): boolean {
	const inFront = parameterOf(operation.segments.at(-2) ?? '');
	return inFront !== null && isOwnAt(api, operation, `path:${inFront}`);
}

/** A POST that puts something in the place of what is there: it is called so, or a DELETE of its own path takes it away. */
const replaces = (api: ApiModel, operation: PlanOperation): boolean =>
	isChange(operation) || api.operations.some(one => one.method === 'DELETE' && one.shape === operation.shape);

/** Whether a record in the path can be one that a test has made, so that what is done is done to it. */
const actsOnOwn = (api: ApiModel, operation: PlanOperation): boolean =>
	operation.pathParameters.some(({name}) => isOwnAt(api, operation, `path:${name}`));

/** Whether the records in the path are such as a test can only take out of a list. */
const isBelowBorrowed = (api: ApiModel, operation: PlanOperation): boolean => {
	const {name} = operation.pathParameters.at(-1) ?? {};
	if (name === undefined || actsOnOwn(api, operation)) return false;
	return api.edgeOf(operation, `path:${name}`)?.producer?.borrowed === true;
};

/**
 * `POST /invoice/void?invoiceId=`: whether a record that only a list gives is named beside the path. In a body it may also be
 * what is only asked about: `POST /quotes/estimate {productId}`.
 */
const actsOnBorrowed = (api: ApiModel, operation: PlanOperation): boolean =>
	api
		.edgesOf(operation)
		.some(
			({place, required, producer}) =>
				required &&
				producer?.borrowed === true &&
				(place.startsWith('query:') || (place.startsWith('body:') && !isQuestion(operation))),
		);

/** Whether the last record in the path can be one that a test has made. */
function isOnOwn(api: ApiModel, operation: PlanOperation): boolean {
	const {name} = operation.pathParameters.at(-1) ?? {};
	const producer = name === undefined ? null : api.edgeOf(operation, `path:${name}`)?.producer;
	return producer != null && !producer.borrowed;
}

/** The field of a body that lists the records a bulk operation acts on: `keys`, `ids`; null: it is no bulk operation. */
export function bulkField(api: ApiModel, {endpoint, pathParameters}: PlanOperation): string | null {
	if (pathParameters.length > 0 || endpoint.body === null) return null;
	const {properties} = api.schemas.view(endpoint.body.schema);
	return ['keys', 'ids'].find(name => api.schemas.view(properties.get(name)).types.has('array')) ?? null;
}
