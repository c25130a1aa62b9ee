import type {LoginMethod} from './login-settings.ts';

/** Trades a refresh token for an access token: a form POST with `grant_type=refresh_token` (RFC 6749, section 6). */
export const refreshToken: LoginMethod = {
	required: ['tokenEndpoint', 'clientId', 'refreshToken'],
	optional: ['clientSecret', 'scope', 'tokenPath'],
	defaults: {tokenPath: '$.access_token'},
	request(settings, secrets) {
		const form = new URLSearchParams({
			grant_type: 'refresh_token',
			client_id: settings.clientId ?? '',
			refresh_token: secrets.refreshToken ?? '',
		});
		if (secrets.clientSecret) form.set('client_secret', secrets.clientSecret);
		if (settings.scope) form.set('scope', settings.scope);
		return {
			method: 'POST',
			url: settings.tokenEndpoint ?? '',
			headers: {'content-type': 'application/x-www-form-urlencoded', accept: 'application/json'},
			body: form.toString(),
			tokenPath: settings.tokenPath ?? '$.access_token',
			// A server may answer a new refresh token, after which the old one is worth nothing.
			refreshTokenPath: '$.refresh_token',
		};
	},
};
