import {describe, expect, it} from 'vitest';
import {maskBody, maskJson, maskText, maskUrl} from '../../../service/domain/secret-fields.ts';
import {isSecretByName} from '../../../service/domain/secret-names.ts';
import fc from '../../helpers/properties.ts';

const mask = {isSecret: isSecretByName, replace: () => '#'};

describe('JSON', () => {
	const rows: Array<[string, string]> = [
		['{"user": {"newPassword": "s3cret", "name": "Ada"}}', '{"user": {"newPassword": "#", "name": "Ada"}}'],
		['{"pin": 4821, "pinned": true, "tokenCount": 7}', '{"pin": "#", "pinned": true, "tokenCount": 7}'],
		['{"password": null, "secret": false, "token": ""}', '{"password": null, "secret": false, "token": ""}'],
		['{"tokens": ["a", "b"], "n": [1]}', '{"tokens": ["#", "#"], "n": [1]}'],
		['{"token": {"id": "t1", "value": "abc"}}', '{"token": {"id": "t1", "value": "#"}}'],
		['[{"secret":"a\\"b"}, 12345678901234567890]', '[{"secret":"#"}, 12345678901234567890]'],
		['{"heard": "{\\"pin\\":4821}"}', '{"heard": "{\\"pin\\":\\"#\\"}"}'],
		// Cut in the middle.
		['{"a": 1, "password": "hunt', '{"a": 1, "password": "#"'],
		['{"a": 1, "passw', '{"a": 1, "passw'],
	];
	it.each(rows)('%s', (json, expected) => {
		expect(maskJson(json, mask)).toBe(expected);
	});

	it('stays as it is where nothing is secret, and keeps every value that is not', () => {
		fc.assert(
			fc.property(fc.json(), json => {
				expect(maskJson(json, {isSecret: () => false, replace: () => '#'})).toBe(json);
				expect(JSON.parse(maskJson(json, {isSecret: () => true, replace: String}))).toBeDefined();
			}),
		);
	});
});

it('masks forms, queries, user information, parts and elements', () => {
	expect(maskBody('user=ada&user%5Bpassword%5D=a+b&c=1', 'application/x-www-form-urlencoded', mask)).toBe(
		'user=ada&user%5Bpassword%5D=#&c=1',
	);
	expect(maskUrl('https://ada:pw1@h/x?api_key=k&q=a%20b#access_token=t&x=1', mask)).toBe(
		'https://ada:#@h/x?api_key=#&q=a%20b#access_token=#&x=1',
	);
	const part = (name: string, text: string) =>
		`--b1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
	expect(maskBody(`${part('pin', '12\r\n34')}${part('n', 'x')}--b1--`, 'multipart/form-data; boundary=b1', mask)).toBe(
		`${part('pin', '#')}${part('n', 'x')}--b1--`,
	);
	expect(maskBody('<u a="1"><password>x y</password><n>z</n></u>', 'application/xml', mask)).toBe(
		'<u a="1"><password>#</password><n>z</n></u>',
	);
});

describe('text that a test prints', () => {
	const rows: Array<[string, string]> = [
		["{'password': 's3cret', 'name': 'Ada'}", "{'password': '#', 'name': 'Ada'}"],
		['token=abc123def', 'token=#'],
		['requests.post(url, json={"pin": "4821"})', 'requests.post(url, json={"pin": "#"})'],
		['password = os.environ', 'password = os.environ'],
		['tokenCount=12345678', 'tokenCount=12345678'],
		['the password is wrong', 'the password is wrong'],
	];
	it.each(rows)('%s', (text, expected) => {
		expect(maskText(text, mask)).toBe(expected);
	});
});
