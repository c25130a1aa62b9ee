import {createTransport} from 'nodemailer';
import type {MailText} from './mail-text.ts';
import {maxAddresses} from '../../contract/schedule.ts';
import {invalid} from '../domain/service-error.ts';

/** Where mails go out and whom they come from. */
export type MailSettings = {
	/** `smtp://` or `smtps://` with user and password, which are never shown. */
	smtpUrl: string;
	from: string;
};

export type Mailer = {
	/** Rejects when the server did not take it. */
	send(to: readonly string[], mail: MailText): Promise<void>;
	close(): void;
};

const timeouts = {connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 15_000};

/** Sends mails through an SMTP server, one connection for each. TLS is used wherever the server offers it. */
export function createMailer({smtpUrl, from}: MailSettings): Mailer {
	const url = new URL(smtpUrl);
	const secure = url.protocol === 'smtps:';
	const transport = createTransport({
		host: url.hostname.replace(/^\[|\]$/g, ''),
		port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
		secure,
		...(url.username === ''
			? {}
			: {auth: {user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password)}}),
		...timeouts,
		// What a mail says is given as text; nothing in it is an address to be read from.
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		async send(to, {subject, text, html}) {
			await transport.sendMail({
				from,
				to: to.map(address => ({name: '', address})),
				subject,
				text,
				html,
				headers: {'auto-submitted': 'auto-generated'},
			});
		},
		close: () => transport.close(),
	};
}

const longestAddress = 254;
/** One plain address: no name, no quotes, no comments, nothing that could begin another header or another address. */
const plainAddress = /^[^\s@<>()[\],;:"\\\p{C}]{1,64}@[^\s@<>()[\],;:"\\\p{C}]+$/u;

export const isAddress = (text: string): boolean => text.length <= longestAddress && plainAddress.test(text);

/** `a@x, b@y` of a comma-separated list, each once. Throws VALIDATION_ERROR for what is no list of addresses. */
export function readAddresses(list: string): string {
	const addresses = [...new Set(list.split(',').map(address => address.trim()))];
	const odd = addresses.find(address => !isAddress(address));
	if (odd !== undefined)
		throw invalid(
			'sendTo',
			'invalid',
			'Field `sendTo` is invalid: it must be a comma-separated list of mail addresses.',
		);
	if (addresses.length > maxAddresses)
		throw invalid('sendTo', 'too_long', `Field \`sendTo\` is invalid: it has more than ${maxAddresses} addresses.`);
	return addresses.join(', ');
}
