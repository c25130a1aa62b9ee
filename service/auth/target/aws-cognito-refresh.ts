import type {LoginMethod} from './login-settings.ts';

const service = 'AWSCognitoIdentityProviderService';

/**
 * Trades a refresh token of an Amazon Cognito user pool for an access token. Without a client secret by `InitiateAuth`;
 * with one by `GetTokensFromRefreshToken`, because the former wants a digest of the user's name, which nobody knows here.
 */
export const awsCognitoRefresh: LoginMethod = {
	required: ['clientId', 'refreshToken'],
	optional: ['tokenEndpoint', 'clientSecret', 'scope', 'region'],
	defaults: {region: 'us-east-1'},
	request(settings, secrets) {
		const {clientId = ''} = settings;
		const {refreshToken = '', clientSecret} = secrets;
		const [target, body] = clientSecret
			? ['GetTokensFromRefreshToken', {ClientId: clientId, ClientSecret: clientSecret, RefreshToken: refreshToken}]
			: [
					'InitiateAuth',
					{AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId: clientId, AuthParameters: {REFRESH_TOKEN: refreshToken}},
				];
		return {
			method: 'POST',
			url: settings.tokenEndpoint ?? `https://cognito-idp.${settings.region ?? 'us-east-1'}.amazonaws.com/`,
			headers: {
				'content-type': 'application/x-amz-json-1.1',
				accept: 'application/json',
				'x-amz-target': `${service}.${target}`,
			},
			body: JSON.stringify(body),
			tokenPath: '$.AuthenticationResult.AccessToken',
			refreshTokenPath: '$.AuthenticationResult.RefreshToken',
		};
	},
};
