import type {LoginContentType, LoginMethod} from './login-settings.ts';

export const placeholders = ['{{username}}', '{{password}}'] as const;

/** Logs in with a username and a password, written into the template of the body. */
export const password: LoginMethod = {
	required: ['loginUrl', 'username', 'password'],
	optional: ['loginMethod', 'loginContentType', 'loginBodyTemplate', 'tokenPath'],
	defaults: {
		loginMethod: 'POST',
		loginContentType: 'application/json',
		loginBodyTemplate: '{"email":"{{username}}","password":"{{password}}"}',
		tokenPath: '$.access_token',
	},
	request(settings, secrets) {
		const contentType = settings.loginContentType ?? 'application/json';
		return {
			method: settings.loginMethod ?? 'POST',
			url: settings.loginUrl ?? '',
			headers: {'content-type': contentType, accept: 'application/json'},
			body: fillTemplate(settings.loginBodyTemplate ?? '', contentType, {
				'{{username}}': settings.username ?? '',
				'{{password}}': secrets.password ?? '',
			}),
			tokenPath: settings.tokenPath ?? '$.access_token',
			refreshTokenPath: null,
		};
	},
};

/** Puts values into a template, "JSON-escaped or URL-encoded to fit the content type", in one pass: a value is no template. */
export function fillTemplate(
	template: string,
	contentType: LoginContentType,
	values: Record<(typeof placeholders)[number], string>,
): string {
	const escaped = (value: string) =>
		contentType === 'application/json' ? JSON.stringify(value).slice(1, -1) : encodeURIComponent(value);
	return template.replace(/\{\{(?:username|password)\}\}/g, name => escaped(values[name as keyof typeof values]));
}
