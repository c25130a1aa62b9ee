import type {AutoAuth, AutoAuthInput, SavedAutoAuth, TestLogin} from '../../contract/authentication.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {getAutoAuth, putAutoAuth, testAutoAuthLogin} from '../../contract/routes/authentication.ts';
import {isApiError} from '../errors/api-error.ts';
import type {CallOptions, Client} from './client.ts';

/** `refused`: nothing was changed, `before` stands as it was. */
type SaveLoginOutcome =
	| {before: AutoAuth | null; saved: SavedAutoAuth; refused: null}
	| {before: AutoAuth; saved: null; refused: TestLogin};

/**
 * Saves a login that is to be on. The service stores what it is given and switches it off when the login is refused, so
 * where one is on already the new one is tried first: a mistyped password must not take the place of one that works.
 * A refresh token is given to the service at once, because to try it may use it up.
 */
export async function saveLogin(
	client: Pick<Client, 'call'>,
	projectId: ProjectId,
	body: AutoAuthInput,
	options: CallOptions & {idempotencyKey: string; tryKey: string},
): Promise<SaveLoginOutcome> {
	const {tryKey, ...saving} = options;
	const {signal} = saving;
	const params = {projectId};
	const before = await client.call(getAutoAuth, {params, signal}).catch(noneStored);
	if (before?.enabled && body.refreshToken === undefined) {
		const {enabled: _enabled, ...tried} = body;
		const login = await client.call(testAutoAuthLogin, {params, body: tried, signal, idempotencyKey: tryKey});
		if (!login.ok) return {before, saved: null, refused: login};
	}
	return {before, saved: await client.call(putAutoAuth, {params, body, ...saving}), refused: null};
}

/** A project that cannot be read is refused by the call that saves, in its own words. */
function noneStored(error: unknown): null {
	if (isApiError(error) && ['NOT_FOUND', 'AUTH_FORBIDDEN'].includes(error.code)) return null;
	throw error;
}
