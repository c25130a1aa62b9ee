import {expect, it} from 'vitest';
import {moveUrl} from '../../../service/auth/project-logins.ts';

it.each([
	['http://dev/api/login', ['http://dev/api', 'http://live/v1'], 'http://live/v1', 'http://live/v1/login'],
	['http://dev/api/login?a=1', ['http://dev/api/'], 'http://live/', 'http://live/login?a=1'],
	['http://dev/auth/login', ['http://dev/api'], 'http://live/v1', 'http://live/auth/login'],
	['http://dev/api2/login', ['http://dev/api'], 'http://live/v1', 'http://live/api2/login'],
	['http://dev/a/b/login', ['http://dev', 'http://dev/a'], 'http://live', 'http://live/b/login'],
	['http://dev/login', ['http://dev'], 'http://dev', 'http://dev/login'],
	['http://identity/login', ['http://dev'], 'http://live', 'http://identity/login'],
	['http://dev/login', ['http://dev'], 'no address', 'http://dev/login'],
])('%s of %j is, in %s, %s', (url, from, to, moved) => {
	expect(moveUrl(url, from, to)).toBe(moved);
});
