import type {StoredConfig} from './config.ts';
import {isAddress, type MailSettings} from '../schedules/mailer.ts';
import {ServeError} from './serve-error.ts';

/** What the environment says about mail. Null: nothing. */
export type MailEnvironment = {smtpUrl: string | null; from: string | null};

/** Takes the mail settings out of the environment, so that no process we start inherits the password. */
export function takeMailEnvironment(env: Record<string, string | undefined>): MailEnvironment {
	const taken = {smtpUrl: env['SVC_SMTP_URL'] || null, from: env['SVC_MAIL_FROM'] || null};
	delete env['SVC_SMTP_URL'];
	delete env['SVC_MAIL_FROM'];
	return taken;
}

/**
 * The mail server of this start: of the environment, else of `config.json`. Null: none is configured. Throws
 * `ServeError` for one that cannot be used; the URL holds a password and is not repeated.
 */
export function mailSettings(given: MailEnvironment, stored: StoredConfig['mail']): MailSettings | null {
	const smtpUrl = given.smtpUrl ?? stored?.smtpUrl ?? null;
	const from = given.from ?? stored?.from ?? null;
	if (smtpUrl === null) return null;
	if (!isSmtpUrl(smtpUrl))
		throw unusable(
			'SVC_SMTP_URL',
			'it must have the form smtp://user:password@host:port, or smtps:// for TLS from the start',
		);
	if (from === null || !isSender(from))
		throw unusable('SVC_MAIL_FROM', 'it must be the address that mails come from, such as svc@example.com');
	return {smtpUrl, from};
}

function isSmtpUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const {protocol, hostname, username, password} = new URL(text);
	try {
		decodeURIComponent(username + password);
	} catch {
		return false;
	}
	return (protocol === 'smtp:' || protocol === 'smtps:') && hostname !== '';
}

/** `a@x`, or `Name <a@x>`. */
const isSender = (text: string): boolean => isAddress(/^[^<>\p{C}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text);

const unusable = (field: string, why: string) =>
	new ServeError('VALIDATION_ERROR', `The mail server cannot be used: ${field} is not valid, ${why}.`, {
		nextAction: 'Correct it in the environment or under `mail` in config.json, or remove both to send no mail.',
		details: {field, reason: 'invalid'},
	});
