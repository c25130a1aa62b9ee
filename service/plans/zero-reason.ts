import type {ZeroReason} from '../../contract/enums.ts';
import type {EnvironmentNeed} from './environment-needs.ts';
import type {PlanOperation} from './model/operation.ts';
import type {PlanEndpoint} from './model/plan-endpoint.ts';
import {isUnclear, twinOf} from './obstacles.ts';
import type {PlanContext} from './templates/context.ts';

export type ZeroNote = {code: ZeroReason; message: string};

type Facts = {isExcluded: boolean; missing: ReadonlySet<string>; environment: EnvironmentNeed[]};

/** Why an endpoint has no rows, and what would help. */
export function zeroReasonOf(
	endpoint: PlanEndpoint,
	operation: PlanOperation | null,
	context: PlanContext,
	{isExcluded, missing, environment}: Facts,
): ZeroNote {
	if (endpoint.protocol !== 'rest' || operation === null)
		return {code: 'unsupported_protocol', message: `${endpoint.protocol} is not planned; write its tests by hand`};
	if (isExcluded) return {code: 'excluded_by_instruction', message: 'your instructions leave it out'};
	const twin = twinOf(endpoint, context.api);
	if (twin) return {code: 'covered_elsewhere', message: `deprecated: ${twin.key} does the same`};
	if (endpoint.unconfirmedReason === 'auth_required' && !context.hasCredential)
		return {code: 'auth_pattern_missing', message: 'every probe was refused: give the project a credential'};
	const needs = neededValues(operation, context, missing, environment);
	if (needs !== null) return {code: 'no_own_record', message: needs};
	const unsafe = context.unsafe(operation);
	if (unsafe !== null) return {code: 'no_own_record', message: `${unsafe}; add a test by hand`};
	if (isUnclear(operation, context.api))
		return {
			code: 'response_shape_unclear',
			message: 'no answer of it is described and none was seen: describe one, or discover with probes',
		};
	if (missing.size > 0)
		return {
			code: 'no_own_record',
			message: `nobody gives ${[...missing].join(', ')}: pin a producer (svc help endpoint pin), or give a sample`,
		};
	// Who names no record in the path has no place that a producer could be pinned to.
	if (operation.pathParameters.length === 0)
		return {
			code: 'no_own_record',
			message: 'nothing says what it makes, or how a test could delete that again: add a test by hand',
		};
	return {
		code: 'no_own_record',
		message:
			'no test may change a record that it has not made, and none can be made here: pin a producer (svc help endpoint pin)',
	};
}

/** `give a value for {owner}, 522 endpoints`; null: no value is missing. */
function neededValues(
	operation: PlanOperation,
	{api, environment: given}: PlanContext,
	missing: ReadonlySet<string>,
	environment: EnvironmentNeed[],
): string | null {
	const own = api
		.edgesOf(operation)
		.flatMap(({environmentKey, producer, required}) =>
			environmentKey && producer === null && required ? [environmentKey] : [],
		);
	const keys = [...new Set([...own, ...missing])].filter(key => !given.has(key));
	const needs = keys.flatMap(key => environment.find(one => one.key === key) ?? []);
	if (needs.length === 0) return null;
	const said = needs.map(
		({parameter, endpoints}) => `{${parameter}}, ${endpoints} endpoint${endpoints === 1 ? '' : 's'}`,
	);
	return `give a value for ${said.join(' and ')}: set ${needs.map(({key}) => key).join(', ')} in an environment`;
}
