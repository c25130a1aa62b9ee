import type {ApiModel} from './kinds/analyse-api.ts';
import type {PlanOperation} from './model/operation.ts';
import type {PlanEndpoint} from './model/plan-endpoint.ts';
import type {PlanContext} from './templates/context.ts';

/** No answer is described and none was seen. */
export const isUnclear = ({endpoint}: PlanOperation): boolean =>
	endpoint.answers.every(({status, schema}) => !/^2/.test(status) && (schema === null || schema === undefined));

/** All that was tried was refused for want of a credential, or a newer operation does the same. */
export const hasNothingToShow = ({endpoint}: PlanOperation, {hasCredential, api}: PlanContext): boolean =>
	(endpoint.unconfirmedReason === 'auth_required' && !hasCredential) || twinOf(endpoint, api) !== null;

/** The operation that takes the place of a deprecated one: the same path in another version. */
export function twinOf(endpoint: PlanEndpoint, {operations}: ApiModel): PlanOperation | null {
	if (!endpoint.deprecated) return null;
	const plain = (path: string) => path.replace(/\/v\d+(?=\/)/g, '');
	return (
		operations.find(
			({endpoint: other}) =>
				!other.deprecated &&
				other.method === endpoint.method &&
				plain(other.path) === plain(endpoint.path) &&
				other.path !== endpoint.path,
		) ?? null
	);
}
