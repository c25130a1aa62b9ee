import {type ServeFailure, databasePlace} from '../../contract/service-process.ts';
import {isServerAway} from '../domain/service-error.ts';
import {ServeError} from './serve-error.ts';
import {RefusedDatabaseError} from '../store/dialect/refused-database.ts';

type Words = {message: string; nextAction: string; reason: string};

const codes: Record<string, ServeFailure['code']> = {unknown: 'INTERNAL', in_use: 'CONFLICT'};

/**
 * Why the database of a URL cannot be the store of a service, as a sentence with the next step. Neither holds what stands
 * before the host, where a password may be.
 *
 * @param error what `openDatabase` has thrown
 * @param url of the database as somebody gave it
 */
export function databaseFailure(error: unknown, url: string): ServeError {
	const place = databasePlace(url);
	const {message, nextAction, reason} =
		place === null
			? {
					message: 'The address of the database cannot be read.',
					nextAction: 'Write it as postgres://user:password@host:5432/database, with special characters as %XX.',
					reason: 'url',
				}
			: (refusalWords(error, place) ?? codeWords(error, place) ?? unknownWords(error, place));
	return new ServeError(codes[reason] ?? 'VALIDATION_ERROR', message, {
		nextAction,
		details: {database: place, reason},
	});
}

/** Any number of processes share a database; an export, an import or another key needs it alone. */
const stopFirst =
	'Stop every process that uses it first (svc service status lists them), or wait where that one needs it alone.';

/** Why a service ends whose database another one has. */
export const takenAway = (place: string | null): ServeError =>
	new ServeError('CONFLICT', `Another service has taken the database ${place} while its server was away.`, {
		nextAction: stopFirst,
		details: {database: place, reason: 'in_use'},
	});

function refusalWords(error: unknown, place: string): Words | null {
	if (!(error instanceof RefusedDatabaseError)) return null;
	const {refusal} = error;
	switch (refusal.reason) {
		case 'foreign':
			return {
				message: `The database ${place} has tables that are not those of svc; nothing in it was changed.`,
				nextAction: 'Name an empty database: create database svc.',
				reason: 'foreign',
			};
		case 'newer':
			return {
				message: `A newer version of svc${refusal.version === null ? '' : `, ${refusal.version},`} has changed the tables of ${place}; nothing in it was changed.`,
				nextAction: `Install ${refusal.version === null ? 'the version that the other processes run' : `svc ${refusal.version}`}, then start it again.`,
				reason: 'newer',
			};
		case 'in_use':
			return {
				message: `The database ${place} is in use${refusal.holder === null ? '' : ` by ${refusal.holder}`}.`,
				nextAction: stopFirst,
				reason: 'in_use',
			};
		case 'read_only':
			return readOnly(place);
	}
}

const readOnly = (place: string): Words => ({
	message: `The database ${place} takes no changes: it is a replica, or it is closed for writing.`,
	nextAction: 'Name the server that takes changes, or open it: alter database … reset default_transaction_read_only.',
	reason: 'read_only',
});

const unreachable = new Set([
	'ECONNREFUSED',
	'ENOENT',
	'ENOTFOUND',
	'EAI_AGAIN',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'ECONNRESET',
]);

function codeWords(error: unknown, place: string): Words | null {
	const {code, message} = lowest(error);
	const wantsTls = /no encryption|SSL off|sslmode/i.test(message);
	if (code === '28P01' || (code === '28000' && !wantsTls))
		return {
			message: `The server refused the user or the password for ${place}.`,
			nextAction: 'Check both in the address; special characters are written as %XX.',
			reason: 'password',
		};
	if (code === '28000')
		return {
			message: `The server of ${place} does not let this user in from here without TLS.`,
			nextAction: 'Add ?sslmode=verify-full to the address, or allow the user in its pg_hba.conf.',
			reason: 'tls_required',
		};
	if (/does not support SSL/i.test(message))
		return {
			message: `The address of ${place} asks for TLS, which its server does not speak.`,
			nextAction: 'Turn TLS on at the server, or remove sslmode from the address.',
			reason: 'tls_missing',
		};
	if (/SELF_SIGNED|UNABLE_TO_VERIFY|CERT_/.test(code))
		return {
			message: `The certificate of the server of ${place} is not trusted (${code}).`,
			nextAction:
				'Name the authority that signed it: add ?sslmode=verify-full&sslrootcert=/path/of/ca.pem to the address.',
			reason: 'certificate',
		};
	if (code === '3D000')
		return {
			message: `There is no database ${place}.`,
			nextAction: 'Create it (create database …), or correct the name in the address.',
			reason: 'no_database',
		};
	if (code === '42501') return {...rightWords(message, place), reason: 'rights'};
	if (code === '53300')
		return {
			message: `The server of ${place} has no connection left.`,
			nextAction: 'Disconnect clients that it does not need, or raise its max_connections; a service takes up to 10.',
			reason: 'connections',
		};
	// A standby says so in the middle of a transaction.
	if (code === '25006') return readOnly(place);
	// A server that cannot even begin a session for want of room gives no code of its own.
	if (code === '53100' || /no space left|could not write/i.test(message))
		return {
			message: `The disk of the server of ${place} is full; nothing in it was changed.`,
			nextAction: 'Free some space there, then start again.',
			reason: 'disk_full',
		};
	if (
		unreachable.has(code) ||
		code.startsWith('57P') ||
		code.startsWith('08') ||
		/timeout expired|terminated/i.test(message) ||
		hasCause(error, isServerAway)
	)
		return {
			message: `The server of ${place} does not answer${code === '' ? '' : ` (${code})`}.`,
			nextAction: 'Check that it runs and that host and port of the address are its own, then start again.',
			reason: 'unreachable',
		};
	return null;
}

/** What a user lacks, by what the server says. */
function rightWords(said: string, place: string): Omit<Words, 'reason'> {
	if (/denied for database/i.test(said))
		return {
			message: `The user may not connect to ${place}.`,
			nextAction: 'Let the user in: grant connect on database … to …',
		};
	if (/denied for (?:table|relation)|must be owner/i.test(said))
		return {
			message: `The tables of ${place} belong to another user; nothing in them was changed.`,
			nextAction:
				'Name the user that owns them, as the other processes do, or give them over: reassign owned by … to …',
		};
	return {
		message: `The user of ${place} may not create tables there; nothing in it was changed.`,
		nextAction: 'Let the user own the database: alter database … owner to …',
	};
}

const unknownWords = (error: unknown, place: string): Words => ({
	message: `The database ${place} cannot be opened${lowest(error).code === '' ? '' : ` (${lowest(error).code})`}.`,
	nextAction: 'Look into the log of its server.',
	reason: 'unknown',
});

function hasCause(error: unknown, isIt: (one: unknown) => boolean): boolean {
	for (let one = error; one instanceof Error; one = one.cause) if (isIt(one)) return true;
	return false;
}

/** The error that caused the others. */
function lowest(error: unknown): {code: string; message: string} {
	let one = error;
	while (one instanceof Error && one.cause instanceof Error) one = one.cause;
	// Several addresses were tried, one after the other.
	if (one instanceof AggregateError && one.errors.length > 0) one = one.errors[0];
	return one instanceof Error
		? {code: String((one as {code?: unknown}).code ?? ''), message: one.message}
		: {code: '', message: ''};
}
