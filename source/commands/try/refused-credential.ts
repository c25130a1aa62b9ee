import {paginate} from '../../client/paginate.ts';
import type {Batch} from '../../../contract/batch.ts';
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
export async function checkCredential(session: Session, {endpoints}: Found, batch: Batch, as: string): Promise<void> {
	if (batch.summary.failed <= batch.summary.passed) return;
	const {client, context} = session;
	const open = new Set(endpoints.filter(({auth}) => auth.required === false).map(({id}) => id));
	const {items} = await paginate(
		query =>
			client.call(listBatchCalls, {
				params: {batchId: batch.batchId},
				query: {...query, bodies: false},
				signal: context.signal,
			}),
		{},
	);
	const guarded = items.filter(({endpointId, items: calls}) => calls.length > 0 && !open.has(endpointId ?? ''));
	const refusing = guarded.filter(({items: calls}) => calls.some(({status}) => status === 401));
	const isKnown = refusing.some(({items: calls}) => calls.some(({status}) => status !== 401));
	if (isKnown || refusing.length * 2 < guarded.length || refusing.length === 0) return;
	throw new ApiError(
		'AUTH_INVALID',
		`The API refuses the credential: ${counted(refusing.length, 'endpoint')} answered 401 to every call.`,
		{
			nextAction: `It was sent as ${as}. Check it, or say how it is sent with --auth-type and --header-name.`,
			details: {reason: 'credential_refused', endpoints: refusing.length},
		},
	);
}
