import {describe, expect, it} from 'vitest';
import {sessionOf} from '../../../../service/auth/target/session-cookies.ts';

const now = Date.parse('2026-05-01T00:00:00Z');
const session = (setCookies: string[], more: {key?: string; headers?: Record<string, string>; body?: unknown} = {}) =>
	sessionOf({setCookies, headers: more.headers ?? {}, body: more.body ?? {}}, more.key, now);

describe('the session that a login opens', () => {
	it('is every cookie it set, and the one whose name says so stands for it', () => {
		expect(
			session(['lang=en; Path=/', 'connect.sid=s%3Aabc.def; Path=/; HttpOnly', 'theme=dark-and-very-long-value']),
		).toEqual({
			cookie: 'lang=en; connect.sid=s%3Aabc.def; theme=dark-and-very-long-value',
			value: 's%3Aabc.def',
			csrf: null,
			secrets: ['en', 's%3Aabc.def', 'dark-and-very-long-value'],
			expiresAt: null,
		});
	});

	it('is the cookie that is asked for, or none', () => {
		expect(session(['a=1', 'session=2'], {key: 'a'})?.value).toBe('1');
		expect(session(['a=1'], {key: 'b'})).toBeNull();
		expect(session([])).toBeNull();
	});

	it('does not hold a cookie that the answer ends, nor text that is no cookie', () => {
		expect(
			session(['sid=abc', 'old=x; Max-Age=0', 'older=; Path=/', 'gone=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
				?.cookie,
		).toBe('sid=abc');
		expect(session(['sid=abc', 'sid=; Max-Age=0'])).toBeNull();
		expect(session(['=x', 'no cookie', 'a b=c'])).toBeNull();
	});

	it('ends when its cookie does, of which Max-Age counts more', () => {
		expect(session(['sid=abc; Max-Age=60; Expires=Fri, 01 May 2026 01:00:00 GMT'])?.expiresAt).toBe(now + 60_000);
		expect(session(['sid=abc; Expires=Fri, 01 May 2026 01:00:00 GMT'])?.expiresAt).toBe(now + 3_600_000);
	});

	it.each<[where: string, cookies: string[], more: object, csrf: object]>([
		['a header', [], {headers: {'x-csrf-token': 'h1'}}, {name: 'x-csrf-token', value: 'h1'}],
		['a header without x', [], {headers: {'csrf-token': 'h1'}}, {name: 'x-csrf-token', value: 'h1'}],
		['a field of the body', [], {body: {csrfToken: 'b1'}}, {name: 'X-CSRF-Token', value: 'b1'}],
		['a field below', [], {body: {data: {user: {id: 1}, csrf_token: 'b1'}}}, {name: 'X-CSRF-Token', value: 'b1'}],
		['its own object', [], {body: {csrf: {headerName: 'X-MY', token: 'b1'}}}, {name: 'X-MY', value: 'b1'}],
		['the cookie of Django', ['csrftoken=c1'], {}, {name: 'X-CSRFToken', value: 'c1'}],
		['the cookie of Laravel', ['XSRF-TOKEN=ab%3D'], {}, {name: 'X-XSRF-TOKEN', value: 'ab='}],
		['a cookie beside others', ['csrf_access_token=c1'], {}, {name: 'X-CSRF-Token', value: 'c1'}],
		[
			'a header before a cookie',
			['csrftoken=c1'],
			{headers: {'x-csrftoken': 'h1'}},
			{name: 'x-csrftoken', value: 'h1'},
		],
	])('has a header against forged requests when the answer names one in %s', (_where, cookies, more, csrf) => {
		const found = session(['sid=abcdef', ...cookies], more);
		expect(found).toMatchObject({csrf, value: 'abcdef'});
		expect(found?.secrets).toContain((csrf as {value: string}).value);
	});

	it('takes no header from a text that would begin another one', () => {
		expect(session(['sid=abc'], {body: {csrfToken: 'a\r\nx: y'}})?.csrf).toBeNull();
	});
});
