import type {LookupAddress} from 'node:dns';
import {isIP} from 'node:net';
import type {TargetPolicy} from '../../contract/service-process.ts';
import {splitAddress} from '../../contract/address.ts';
import {invalid, ServiceError} from '../domain/service-error.ts';
import {isMetadataAddress, isPrivateAddress, isPrivateHost} from '../domain/target-address.ts';

/** Every address of a host name; rejects when it has none. */
export type Resolve = (host: string) => Promise<Pick<LookupAddress, 'address'>[]>;

/** Throws VALIDATION_ERROR on `field` when tests may not be sent to `url`. */
export type TargetCheck = (url: string, field: string) => Promise<void>;

const longestUrl = 2048;

/**
 * The target rule: http or https; with policy `public` no localhost, private, link-local or unspecified address and no
 * name that resolves to one; with either policy no metadata address. A name that does not resolve now is accepted: it
 * may do so when the test runs.
 */
export function createTargetCheck(policy: TargetPolicy, resolve: Resolve): TargetCheck {
	return async (url, field) => {
		// The parser drops tabs and line breaks inside a URL, and a test would be given them.
		if (/[\s\x00-\x1f\x7f]/.test(url)) throw invalid(field, 'invalid', `Field \`${field}\` contains blanks.`);
		if (url.length > longestUrl)
			throw invalid(field, 'too_long', `Field \`${field}\` is longer than ${longestUrl} characters.`);
		const host = hostOf(url);
		if (host === null) throw invalid(field, 'invalid', `Field \`${field}\` is not an http or https URL.`);
		if (isMetadataAddress(host)) throw refused(field, host, 'Metadata addresses are never tested: give another one.');
		if (policy === 'public' && isPrivateHost(host)) throw refused(field, host, allowPrivate);
		if (splitAddress(url).account !== null) throw carriesAccount(field);
		if (policy === 'private') return;
		if (isIP(host) !== 0) return;
		for (const {address} of await resolve(host).catch(() => []))
			if (isPrivateAddress(address)) throw refused(field, host, allowPrivate);
	};
}

/**
 * Checks addresses that were stored earlier: a name may have come to point elsewhere, the policy may have changed, and
 * older versions stored an account with the address. `details.stored` says that the request named none of them.
 */
export async function checkStoredTargets(checkTarget: TargetCheck, urls: readonly string[]): Promise<void> {
	for (const url of urls) {
		if (splitAddress(url).account !== null) throw storedAccount();
		try {
			await checkTarget(url, 'targetUrl');
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const {code, message, nextAction, details} = error;
			throw new ServiceError(code, message, {nextAction, details: {...details, stored: true}, cause: error});
		}
	}
}

const storedAccount = (): ServiceError =>
	new ServiceError(
		'VALIDATION_ERROR',
		'The stored address carries a user name or a password, as an older version kept it.',
		{
			nextAction:
				'Give the address again; the account in it is then stored encrypted: svc project update <project-id> --url <url>\n' +
				'Or of another environment: svc project env update <project-id> <environment> --url <url>',
			details: {field: 'targetUrl', reason: 'credentials', stored: true},
		},
	);

/** It would be shown and stored with the address. Projects and environments take the account out of it first. */
const carriesAccount = (field: string): ServiceError =>
	new ServiceError(
		'VALIDATION_ERROR',
		`Field \`${field}\` carries a user name or a password, which would be shown and stored with the address.`,
		{
			nextAction:
				'Give the address without them. Give them to the project or to an environment of it, whose --url may carry them: they are stored encrypted.',
			details: {field, reason: 'credentials'},
		},
	);

const allowPrivate =
	'It tests public addresses only, until whoever runs it starts it with --target-policy private, which allows its own networks.';

const refused = (field: string, host: string, nextAction: string): ServiceError =>
	new ServiceError('VALIDATION_ERROR', `Field \`${field}\` points to ${host}, which this service does not test.`, {
		nextAction,
		details: {field, reason: 'private_address'},
	});

/**
 * Host of an http or https URL without brackets and trailing dots. The URL parser has by then turned decimal, octal,
 * hexadecimal and short IPv4 spellings into dotted ones. Null: not such a URL.
 */
function hostOf(url: string): string | null {
	if (!URL.canParse(url)) return null;
	const {protocol, hostname} = new URL(url);
	if (protocol !== 'http:' && protocol !== 'https:') return null;
	return hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
}
