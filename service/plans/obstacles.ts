import type {ApiModel} from './kinds/analyse-api.ts';
import type {Kind} from './kinds/kind.ts';
import type {PlanOperation} from './model/operation.ts';
import type {PlanEndpoint} from './model/plan-endpoint.ts';
import type {PlanContext} from './templates/context.ts';

/**
 * No answer is described and none was seen. Who says nothing at all of answers, as a collection of requests or a text, is
 * clear enough about a record that a test can make: it is known how it is made and what names it.
 */
export const isUnclear = (operation: PlanOperation, api: ApiModel): boolean =>
	operation.endpoint.answers.every(
		({status, schema}) => !/^2/.test(status) && (schema === null || schema === undefined),
	) &&
	(operation.endpoint.answers.length > 0 || !isAboutOwn(operation, api));

function isAboutOwn(operation: PlanOperation, api: ApiModel): boolean {
	const isOwn = (kind: Kind | null | undefined): boolean => kind?.creator != null && kind.handle !== null;
	if (isOwn(api.kindMadeBy(operation))) return true;
	const last = operation.pathParameters.at(-1);
	return last !== undefined && isOwn(api.edgeOf(operation, `path:${last.name}`)?.producer?.kind);
}

/** All that was tried was refused for want of a credential, or a newer operation does the same. */
export const hasNothingToShow = ({endpoint}: PlanOperation, {hasCredential, api}: PlanContext): boolean =>
	(endpoint.unconfirmedReason === 'auth_required' && !hasCredential) || twinOf(endpoint, api) !== null;

/** The operation that takes the place of a deprecated one: the same path in another version. */
export function twinOf(endpoint: PlanEndpoint, {operations}: ApiModel): PlanOperation | null {
	if (!endpoint.deprecated) return null;
	const plain = (path: string) => path.replace(/\/v\d+(?=\/)/g, '');
	const own = plain(endpoint.path);
	return (
		operations.find(
			({endpoint: other}) =>
				!other.deprecated &&
				other.method === endpoint.method &&
				other.path !== endpoint.path &&
				plain(other.path) === own,
		) ?? null
	);
}
