import {describe, expect, it} from 'vitest';
import {isRecordDeleted} from '../../../service/domain/deleted-records.ts';
import {tokenExpiry} from '../../../service/domain/credentials.ts';

const api = 'http://shop.test/api';
const deleted = (url: string, consumedValue = false) => [{url: `${api}${url}`, consumedValue}];

describe('a captured value is the handle of a removed record', () => {
	it.each<[string, unknown, string[], ReturnType<typeof deleted>, boolean]>([
		['when it was deleted below the address that created it', 7, ['/users'], deleted('/users/7'), true],
		['also as text, encoded, and with a query', 'a b', ['/users'], deleted('/users/a%20b?hard=1'), true],
		['when a test that had been given it deleted it', 'u7', ['/login'], deleted('/v2/members/u7', true), true],
		['when it was made by PUT at its own address', 'u7', ['/users/u7'], deleted('/users/u7'), true],
		['not when another family uses the same number', 7, ['/users'], deleted('/orders/7'), false],
		['not when only something below it was deleted', 7, ['/users'], deleted('/users/7/orders/9', true), false],
		['not when nothing was deleted', 7, ['/users'], [], false],
		['not when it is no handle', {id: 7}, ['/users'], deleted('/users/7', true), false],
		['not when it is empty', '', ['/users'], deleted('/users/', true), false],
		['not by an address that cannot be read', 7, ['/users'], [{url: 'nonsense', consumedValue: true}], false],
	])('%s', (_, value, created, deletes, expected) => {
		expect(
			isRecordDeleted(
				value,
				created.map(path => api + path),
				deletes,
			),
		).toBe(expected);
	});
});

describe('the expiry of a token', () => {
	const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

	it.each<[string, string, number | null]>([
		['is read from a JSON Web Token', jwt({exp: 1_800_000_000}), 1_800_000_000_000],
		['also behind its scheme', `Bearer ${jwt({exp: 5})}`, 5000],
		['is unknown without a claim', jwt({sub: 'x'}), null],
		['is unknown for a claim that is no number', jwt({exp: 'soon'}), null],
		['is unknown for other text', 'a.b.c', null],
		['is unknown for an opaque token', 'f00ba4', null],
	])('%s', (_, token, expected) => {
		expect(tokenExpiry(token)).toBe(expected);
	});
});
