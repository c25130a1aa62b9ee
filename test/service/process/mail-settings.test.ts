import {describe, expect, it} from 'vitest';
import {mailSettings, takeMailEnvironment} from '../../../service/process/mail-settings.ts';
import {ServeError} from '../../../service/process/serve-error.ts';

describe('the mail server', () => {
	it('is taken out of the environment, so that no test can read its password there', () => {
		const env = {SVC_SMTP_URL: 'smtp://u:p@h', SVC_MAIL_FROM: 'a@x', PATH: '/bin'};
		expect(takeMailEnvironment(env)).toEqual({smtpUrl: 'smtp://u:p@h', from: 'a@x'});
		expect(env).toEqual({PATH: '/bin'});
	});

	it('of the environment comes before that of config.json; without either there is none', () => {
		const stored = {smtpUrl: 'smtps://stored', from: 'stored@x'};
		expect(mailSettings({smtpUrl: 'smtp://given', from: null}, stored)).toEqual({
			smtpUrl: 'smtp://given',
			from: 'stored@x',
		});
		expect(mailSettings({smtpUrl: null, from: null}, stored)).toEqual(stored);
		expect(mailSettings({smtpUrl: null, from: 'a@x'}, undefined)).toBeNull();
	});

	it.each([
		['http://user:secret@h', 'a@x'],
		['secret', 'a@x'],
		['smtp://', 'a@x'],
		['smtp://user:%secret@h', 'a@x'],
		['smtp://h', null],
		['smtp://h', 'nobody'],
		['smtp://h', 'svc <a@x>\nBcc: b@x'],
	])('%s with %j is refused without being repeated', (smtpUrl, from) => {
		const settings = () => mailSettings({smtpUrl, from}, undefined);
		expect(settings).toThrow(ServeError);
		expect(settings).not.toThrow(/secret/);
	});

	it('may give its mails a name', () => {
		expect(mailSettings({smtpUrl: 'smtp://h', from: 'svc <a@x>'}, undefined)?.from).toBe('svc <a@x>');
	});
});
