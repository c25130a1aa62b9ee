import type {InitialisedService} from '../../contract/documents/service.ts';
import {databasePlace, type InitAdminOptions} from '../../contract/service-process.ts';
import {scopes} from '../../contract/enums.ts';
import {mintKey} from '../auth/mint-key.ts';
import {insertAudit} from '../store/accounts/audit.ts';
import {claimFirstAccount} from '../store/accounts/first-account.ts';
import {insertMember} from '../store/accounts/members.ts';
import {updateAccount} from '../store/accounts/accounts.ts';
import {createIds} from '../store/ids.ts';
import {type DataPaths, prepareDataDirectory} from './data-directory.ts';
import {type NamedDatabase, openStore} from './open-store.ts';
import {ReleaseStack} from './release-stack.ts';
import {ServeError} from './serve-error.ts';
import {takeDirectory} from './take-directory.ts';

/** Nothing is gated in the first account, unless the configuration of the service says so at its start. */
const firstPlan = 'Pro';

/**
 * Makes the first account of a store with its owner and a key of that owner with all scopes. It works on the store itself:
 * whoever can open that can do everything anyway, and no door of the running service has to stand open for it. A
 * PostgreSQL database may be in use by processes that serve it; a data directory may not.
 *
 * @param now epoch milliseconds
 * @throws ServeError CONFLICT `initialised` when the store has keys, or has had this done before
 */
export async function initAdmin(
	{dataDir, name, email}: InitAdminOptions,
	named: NamedDatabase | null,
	now: number,
): Promise<InitialisedService> {
	const paths = prepareDataDirectory(dataDir);
	const releases = new ReleaseStack();
	if (named === null) releases.add(takeIdleDirectory(paths));
	try {
		const {database, place} = await openStore(paths, named, releases, () => {});
		const newId = createIds(() => now);
		return await database.transaction().execute(async transaction => {
			const fresh = {id: newId('usr'), email: null, display_name: null, plan: firstPlan, metered: 0, created_at: now};
			const accountId = await claimFirstAccount(transaction, fresh as Parameters<typeof claimFirstAccount>[1]);
			if (accountId === null) throw initialised(named === null ? dataDir : (databasePlace(named.url) ?? ''));
			await updateAccount(transaction, accountId, {display_name: name, email});
			const owner = {id: newId('mem'), account_id: accountId, name, email, role: 'owner' as const, created_at: now};
			await insertMember(transaction, owner);
			const {keyId, key} = await mintKey(
				transaction,
				{newId, now},
				{accountId, member: owner, name: 'first key', scopes, expiresAt: null},
			);
			await insertAudit(transaction, {
				id: newId('aud'),
				account_id: accountId,
				at: now,
				actor: 'svc admin',
				member_id: null,
				key_id: null,
				action: 'adminInit',
				object_id: keyId,
				project_id: null,
				detail: name,
				address: null,
				forwarded_for: null,
				client: null,
				request_id: null,
			});
			return {place: place ?? dataDir, accountId, memberId: owner.id, name, keyId, scopes: [...scopes], key};
		});
	} finally {
		await releases.run();
	}
}

/** A service that runs has an account, and makes a key of it for whoever can read its directory. */
function takeIdleDirectory(paths: DataPaths): () => void {
	try {
		return takeDirectory(paths);
	} catch (error) {
		if (!(error instanceof ServeError) || error.failure.details['reason'] !== 'service_running') throw error;
		const {code, message, details} = error.failure;
		throw new ServeError(code, message, {
			nextAction: 'Have that service make a key: svc setup --local. Or stop it first: svc service stop',
			details,
			cause: error,
		});
	}
}

const initialised = (place: string) =>
	new ServeError('CONFLICT', `${place} has an account with keys already: svc admin init is for an empty one.`, {
		nextAction:
			'Sign in with a key of it: svc setup. Where none is left, make one on the machine of the service: svc setup --local',
		details: {reason: 'initialised'},
	});
