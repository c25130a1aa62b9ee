import type {Sealing} from '../domain/sealed-text.ts';
import type {Database} from '../store/database.ts';
import {sealedCaptures} from '../store/captures/has-sealed.ts';
import {openExtraHeaders} from './credential-set.ts';
import {openVariables} from './environment-secrets.ts';
import {openLoginSecrets} from './login-config.ts';
import {type SecretBox, noticingBox} from './secret-box.ts';
import {openCredential} from './static-credential.ts';
import {openLogin} from './sealed-login.ts';

/** A stored credential, login or set of variables. */
type StoredSecret = {
	isReadable(box: SecretBox): boolean;
	/** Removes it from the store. */
	forget(): Promise<unknown>;
};

/** Every secret that somebody has entered and that is stored encrypted. */
export async function listSecrets(database: Database): Promise<StoredSecret[]> {
	const [credentials, sets, logins, environments] = [
		await database.selectFrom('credentials').select(['project_id', 'credential']).execute(),
		await database
			.selectFrom('credential_sets')
			.select(['id', 'project_id', 'credential', 'extra_headers'])
			.where(({or, eb}) => or([eb('credential', 'is not', null), eb('extra_headers', 'is not', null)]))
			.execute(),
		await database.selectFrom('auto_auth').select(['project_id', 'secrets']).execute(),
		await database.selectFrom('environments').select(['id', 'project_id', 'login', 'variables']).execute(),
	];
	const secret = (open: (box: SecretBox) => unknown, forget: () => Promise<unknown>): StoredSecret => ({
		isReadable(box) {
			const own = noticingBox(box);
			open(own);
			return !own.hasFailed();
		},
		forget,
	});
	return [
		...credentials.map(row =>
			secret(
				box => openCredential(box, row.project_id, row.credential),
				() => database.deleteFrom('credentials').where('project_id', '=', row.project_id).execute(),
			),
		),
		...sets.map(row =>
			secret(
				box => [
					openCredential(box, row.project_id, row.credential),
					openExtraHeaders(box, row.project_id, row.extra_headers),
				],
				// What is left of it would add nothing, and hide that a credential is missing.
				() => database.deleteFrom('credential_sets').where('id', '=', row.id).execute(),
			),
		),
		...logins.map(row =>
			secret(
				box => openLoginSecrets(box, row.project_id, row.secrets),
				() => database.deleteFrom('auto_auth').where('project_id', '=', row.project_id).execute(),
			),
		),
		...environments.flatMap(row => [
			...(row.login === null
				? []
				: [
						secret(
							box => openLogin(box, row.project_id, row.login),
							() => database.updateTable('environments').set({login: null}).where('id', '=', row.id).execute(),
						),
					]),
			...(row.variables === null
				? []
				: [
						secret(
							box => openVariables(box, row),
							() =>
								database
									.updateTable('environments')
									.set({variables: null, variable_keys: '[]'})
									.where('id', '=', row.id)
									.execute(),
						),
					]),
		]),
	];
}

/** How many stored credentials, logins and sets of variables cannot be decrypted with the key of this service. */
export const unreadableSecrets = async (database: Database, box: SecretBox): Promise<number> =>
	(await listSecrets(database)).filter(({isReadable}) => !isReadable(box)).length;

/**
 * Whether captured values are sealed with another key than that of this service, by the newest one: they are all sealed
 * with the key of their time.
 */
export async function hasLostCaptures(database: Database, {isReadable}: Sealing): Promise<boolean> {
	const newest = await sealedCaptures(database).orderBy('id', 'desc').limit(1).executeTakeFirst();
	return newest !== undefined && !isReadable(newest.value);
}

/** Removes captured values that cannot be opened; whoever needs one is told that there is no usable earlier value. */
export async function forgetLostCaptures(database: Database, {isReadable}: Sealing): Promise<number> {
	const lost = (await sealedCaptures(database).execute()).filter(({value}) => !isReadable(value)).map(({id}) => id);
	for (let start = 0; start < lost.length; start += 500)
		await database
			.deleteFrom('captures')
			.where('id', 'in', lost.slice(start, start + 500))
			.execute();
	return lost.length;
}
