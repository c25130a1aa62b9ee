import {paginate} from '../../client/paginate.ts';
import type {Batch} from '../../../contract/batch.ts';
import type {CallGroup} from '../../../contract/call.ts';
import {listBatchCalls} from '../../../contract/routes/calls.ts';
import {counted} from '../../view-model/counted.ts';
import {ApiError} from '../../errors/api-error.ts';
import type {Found} from './discover.ts';
import type {Session} from './session.ts';

/**
 * "3 credential refused": most operations that need a credential have answered 401 whatever was asked of them. One that
 * answers 401 to some calls alone knows the credential.
 *
 * @param batch the first tests, which have ended
 * @param as how the credential was sent, in words
 */
export async function checkCredential(session: Session, found: Found, batch: Batch, as: string): Promise<void> {
	const refusing = await refusingIn(session, found, batch);
	if (refusing === 0) return;
	throw new ApiError(
		'AUTH_INVALID',
		`The API refuses the credential: ${counted(refusing, 'endpoint')} answered 401 to every call.`,
		{
			nextAction: `It was sent as ${as}. Check it, or say how it is sent with --auth-type and --header-name.`,
			details: {reason: 'credential_refused', endpoints: refusing},
		},
	);
}

/** Says that a credential is needed where none was given and the document speaks of none. */
export async function noteMissing(session: Session, found: Found, batch: Batch): Promise<void> {
	if (found.endpoints.some(({auth}) => auth.required !== null || auth.authType !== null)) return;
	const refusing = await refusingIn(session, found, batch);
	if (refusing === 0) return;
	session.context.notes.say(
		'warn',
		`${counted(refusing, 'endpoint')} answered 401 to every call, and no credential was sent: give one with ` +
			'--credential-file (--auth-type says how it is sent), or --username and --password-file',
	);
}

/** How many endpoints answered 401 whatever was asked of them; 0: fewer than half of those that may want a credential. */
async function refusingIn(session: Session, {endpoints}: Found, batch: Batch): Promise<number> {
	if (batch.summary.failed <= batch.summary.passed) return 0;
	const open = new Set(endpoints.filter(({auth}) => auth.required === false).map(({endpointId}) => endpointId));
	const items = await calledEndpoints(session, batch);
	const guarded = items.filter(({endpointId}) => !open.has(endpointId ?? ''));
	const refusing = guarded.filter(({items: calls}) => calls.some(({status}) => status === 401));
	const isKnown = refusing.some(({items: calls}) => calls.some(({status}) => status !== 401));
	return isKnown || refusing.length * 2 < guarded.length ? 0 : refusing.length;
}

/**
 * "4 neither document nor endpoint found": whatever was called answered 404, so that the API begins somewhere else.
 *
 * @param batch the first tests, which have ended
 */
export async function checkPlace(session: Session, baseUrl: string, batch: Batch): Promise<void> {
	if (batch.summary.passed > batch.summary.failed) return;
	const items = await calledEndpoints(session, batch);
	const statuses = items.flatMap(({items: calls}) => calls.map(({status}) => status));
	if (statuses.length === 0 || !statuses.every(status => status === 404)) return;
	throw new ApiError('NOT_FOUND', `${baseUrl} answers 404 to all ${counted(statuses.length, 'call')}.`, {
		nextAction: 'Say where the paths of the document begin, for example with --base-url http://localhost:8080/api/v1',
		details: {resource: 'endpoint', id: baseUrl, reason: 'not_found', baseUrl},
	});
}

async function calledEndpoints({client, context}: Session, {batchId}: Batch): Promise<CallGroup[]> {
	const {items} = await paginate(
		query => client.call(listBatchCalls, {params: {batchId}, query: {...query, bodies: false}, signal: context.signal}),
		{},
	);
	return items.filter(({items: calls}) => calls.length > 0);
}
