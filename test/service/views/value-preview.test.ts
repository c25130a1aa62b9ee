import {describe, expect, it} from 'vitest';
import {createRecent} from '../../../service/views/create-views.ts';
import {masker} from '../../../service/views/mask-values.ts';
import {isCredential, valuePreview} from '../../../service/views/value-preview.ts';

describe('the preview of a captured value', () => {
	const values: Array<[string, string, string]> = [
		['"ada"', 'ada', 'string'],
		['17', '17', 'number'],
		['-0.5', '-0.5', 'number'],
		['true', 'true', 'boolean'],
		['null', 'null', 'null'],
		['{"id":1}', '{"id":1}', 'object'],
		['[1,2]', '[1,2]', 'array'],
		[`"${'x'.repeat(300)}"`, 'x'.repeat(200), 'string'],
		// What the store cut in the middle.
		[`"${'x'.repeat(100)}\\u00`, 'x'.repeat(100), 'string'],
		[`"${'x'.repeat(100)}\\`, 'x'.repeat(100), 'string'],
	];
	it.each(values)('of %s', (json, value, valueType) => {
		expect(valuePreview(json, false)).toEqual({value, valueType});
	});

	it('does not end in half a character', () => {
		expect(valuePreview(JSON.stringify(`${'x'.repeat(199)}😀`), false).value).toBe('x'.repeat(199));
	});

	it('of a secret says only its type', () => {
		expect(valuePreview('"hunter2"', true)).toEqual({value: '•••', valueType: 'string'});
	});
});

describe('what a name says', () => {
	it.each(['access_token', 'JWT', 'api_key', 'apiKey', 'password', 'client_secret'])('%s is a credential', name => {
		expect(isCredential(name, '"Zm9vYmFy"')).toBe(true);
	});

	it('of what tells something about a secret is not that of one', () => {
		expect(['tokenCount', 'token_id', 'order_id', 'secretary', 'pinned'].some(name => isCredential(name, '"x1"'))).toBe(
			false,
		);
	});

	it('an ordinary numeric id is no token, a number as a password is one', () => {
		expect([isCredential('token', '42'), isCredential('password', '42'), isCredential('token', null)]).toEqual([
			false,
			true,
			true,
		]);
	});
});

describe('hiding secret values', () => {
	it('hides each of them, also encoded and inside of captured objects', () => {
		const mask = masker(['"tok en+1234"', '{"deep":["other-secret"]}', '7', '"abc"']);
		expect(mask('a=tok en+1234&b=tok+en%2B1234 other-secret abc 7')).toBe('a=•••&b=••• ••• abc 7');
		expect(mask(null)).toBeNull();
	});

	it('hides a longer secret before one that it holds', () => {
		expect(masker(['"abcd"', '"abcdefgh"'])('abcdefgh')).toBe('•••');
	});
});

describe('remembered values', () => {
	it('stay while their stamp does, and make room for others', async () => {
		let made = 0;
		const recent = createRecent<number>(2);
		const get = (key: string, stamp: string) => recent.get(key, stamp, async () => ++made);
		expect([await get('a', '1'), await get('a', '1'), await get('a', '2'), await get('a', '2')]).toEqual([1, 1, 2, 2]);
		await get('b', '1');
		await get('c', '1');
		expect(await get('a', '2')).toBe(5);
	});

	it('that change are worked out each time', async () => {
		let made = 0;
		const recent = createRecent<number>(2);
		const get = () => recent.get('a', 'changing', async () => ++made);
		expect([await get(), await get()]).toEqual([1, 2]);
	});
});
