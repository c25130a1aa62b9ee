import {describe, expect, it} from 'vitest';
import {isExcluded, namedCredential, readHint} from '../../../service/discovery/discovery-hint.ts';

describe('a hint', () => {
	it.each([
		['the key goes in X-Api-Key', 'X-Api-Key'],
		['auth header is X-Token', 'X-Token'],
		['The auth header: `X-Auth`', 'X-Auth'],
		['send the API key as x_key', 'x_key'],
		['put the token into the header X-Session', 'X-Session'],
		['use the header X-Token', 'X-Token'],
	])('%s: names the header', (sentence, expected) => {
		expect(readHint(sentence)).toEqual({exclusions: [], authHeader: expected, isRootless: false});
	});

	it.each(['the root is none', 'The root is no API.', 'there is no root', 'skip the root', 'skip /'])(
		'%s: leaves the root out and nothing else',
		sentence => {
			const hint = readHint(sentence);
			expect(hint).toEqual({exclusions: [], authHeader: null, isRootless: true});
			expect(isExcluded(hint, {method: 'GET', path: '/'})).toBe(true);
			expect(isExcluded(hint, {method: 'GET', path: '/users'})).toBe(false);
		},
	);

	it('of several sentences is all of them', () => {
		const hint = readHint('skip /admin and /debug; exclude DELETE /orders/{id}. The key goes in X-Api-Key');
		expect(hint.authHeader).toBe('X-Api-Key');
		const left = (method: string, path: string) => isExcluded(hint, {method, path});
		expect([left('GET', '/admin/users'), left('GET', '/administrators'), left('GET', '/debug')]).toEqual([
			true,
			false,
			true,
		]);
		expect([left('DELETE', '/orders/{orderId}'), left('GET', '/orders/{orderId}')]).toEqual([true, false]);
	});

	it.each(['be kind', 'the key goes in two words', 'use it', 'the root is /v1', 'X-Api-Key'])(
		'%s: is refused with what can be said',
		sentence => {
			expect(() => readHint(sentence)).toThrow(expect.objectContaining({code: 'UNSUPPORTED'}));
		},
	);

	it('that names a header moves the bare value there, once there is one', () => {
		const named = readHint('the key goes in X-Api-Key');
		expect(namedCredential({authorization: 'Bearer abc'}, named)).toEqual({'x-api-key': 'abc'});
		expect(namedCredential({'x-key': 'abc'}, named)).toEqual({'x-api-key': 'abc'});
		expect(namedCredential({}, named)).toEqual({});
		expect(namedCredential({authorization: 'Bearer abc'}, readHint(undefined))).toEqual({authorization: 'Bearer abc'});
		expect(namedCredential({'x-key': 'abc'}, readHint('use the header Authorization'))).toEqual({authorization: 'abc'});
	});
});
