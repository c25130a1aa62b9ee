import {type AddressAccount, splitAddress} from '../../contract/address.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {ServiceError} from '../domain/service-error.ts';
import type {Database} from '../store/database.ts';
import {findAutoAuth} from '../store/projects/auto-auth.ts';
import {findCredential, saveCredential} from '../store/projects/credentials.ts';
import type {ProjectLogin} from './sealed-login.ts';
import type {SecretBox} from './secret-box.ts';
import {sealCredential} from './static-credential.ts';

/** `account`: what the address carried, to be kept as a secret; null: nothing. */
type TakenAddress<Url extends string | undefined> = {url: Url; account: AddressAccount | null};

/** Takes the account out of an address that a request stores. @throws ServiceError when it is only half of one */
export function takeAccount<Url extends string | undefined>(given: Url, field: string): TakenAddress<Url> {
	if (given === undefined) return {url: given, account: null};
	const {url, account} = splitAddress(given);
	if (account !== null && (account.username === '' || account.password === ''))
		throw refused(
			field,
			`Field \`${field}\` carries half an account: a user name without a password, or the other way round.`,
			'Give the address without it; a token alone is a credential: svc project credential <project-id> --type <auth-type> --credential-file <credential-file>',
		);
	return {url: url as Url, account};
}

/**
 * The login of a website whose address has changed: the account of the address is what its server is given. An address
 * of another server takes nothing of the old one along.
 */
export function siteLogin(
	login: ProjectLogin,
	{url, account}: TakenAddress<string | undefined>,
	before: string | null,
): ProjectLogin {
	if (account !== null) return {...login, http: account};
	if (url === undefined || login.http === undefined || originOf(url) === originOf(before)) return login;
	return {...login, http: undefined};
}

const originOf = (url: string | null): string | null =>
	url !== null && URL.canParse(url) ? new URL(url).origin : null;

/** Refuses an account in the address of an API that sends something else, or is given another account beside it. */
export async function requireBasicAuth(
	database: Database,
	projectId: ProjectId | null,
	{field, account}: {field: string; account: AddressAccount},
	beside: {username?: string | undefined; password?: string | undefined},
): Promise<void> {
	const differs = (['username', 'password'] as const).some(
		part => beside[part] !== undefined && beside[part] !== account[part],
	);
	if (differs)
		throw refused(
			field,
			`Field \`${field}\` carries another account than the one that is given beside it.`,
			'Give the address without the account.',
		);
	if (projectId === null) return;
	const stored = await findCredential(database, projectId);
	const logsIn = (await findAutoAuth(database, projectId))?.enabled === 1;
	const isOpen = stored === null || stored.auth_type === 'public' || stored.auth_type === 'basic token';
	if (!logsIn && isOpen) return;
	const sends = logsIn ? 'the token of its automatic login' : `a credential of the type ${stored?.auth_type}`;
	const before = logsIn
		? `svc project auto-auth ${projectId} --disable`
		: `svc project credential ${projectId} --type "basic token" --credential-file <account-file>`;
	throw refused(
		field,
		`Field \`${field}\` carries an account, and the calls of this project send ${sends} already.`,
		`Give the address without the account to go on with that. To send the account in its place: ${before}`,
	);
}

/** Makes the account what the calls of an API project send, unless they send a basic token already. */
export async function sendAsBasic(
	{database, box, at}: {database: Database; box: SecretBox; at: number},
	projectId: ProjectId,
	{username, password}: AddressAccount,
	{isDefault}: {isDefault: boolean},
): Promise<void> {
	if (!isDefault && (await findCredential(database, projectId))?.auth_type === 'basic token') return;
	await saveCredential(database, {
		project_id: projectId,
		auth_type: 'basic token',
		header_name: null,
		credential: sealCredential(box, projectId, `${username}:${password}`),
		updated_at: at,
	});
}

/** What became of the account, as a sentence. */
export const takenSentence = (type: 'backend' | 'frontend', {username}: AddressAccount): string =>
	`The address carried the account ${username}. It is kept without it: the account is stored encrypted and ` +
	(type === 'backend'
		? 'sent as Basic authentication, by tests that send __AUTH_HEADERS__.'
		: 'given to the server of the site when it asks (HTTP Basic).');

const refused = (field: string, message: string, nextAction: string): ServiceError =>
	new ServiceError('VALIDATION_ERROR', message, {nextAction, details: {field, reason: 'credentials'}});
