import {describe, expect, it} from 'vitest';
import {normaliseEndpoint, plainHttpWarning} from '../../../source/client/base-url.ts';
import {isLoopbackHost} from '../../../source/process/loopback.ts';
import {invalidFlag} from '../../../source/errors/api-error.ts';

const normalise = (value: string) => normaliseEndpoint(value, reason => invalidFlag('endpoint-url', reason));

describe('normaliseEndpoint', () => {
	it.each([
		['local', 'local'],
		['https://svc.example.com', 'https://svc.example.com'],
		['https://svc.example.com/', 'https://svc.example.com'],
		[' https://svc.example.com:8443/team/ ', 'https://svc.example.com:8443/team'],
		['https://svc.example.com/api/cli/v1', 'https://svc.example.com'],
		['https://svc.example.com/api/cli/v1/', 'https://svc.example.com'],
		['http://svc.example.com/team/api/cli/v1', 'http://svc.example.com/team'],
		['HTTP://SVC.example.com:80', 'http://svc.example.com'],
	])('%j becomes %j', (value, expected) => {
		expect(normalise(value)).toBe(expected);
	});

	it.each([
		'',
		'Local',
		'svc.example.com',
		'/api',
		'ftp://svc.example.com',
		'file:///etc/passwd',
		'https://user@svc.example.com',
		'https://user:secret@svc.example.com',
		'https://svc.example.com?x=1',
		'https://svc.example.com?',
		'https://svc.example.com/#top',
		'https://',
	])('refuses %j', value => {
		expect(() => normalise(value)).toThrow(
			expect.objectContaining({code: 'VALIDATION_ERROR', details: expect.objectContaining({field: 'endpoint-url'})}),
		);
	});

	it('does not repeat a password it refuses', () => {
		try {
			normalise('https://user:canary@svc.example.com');
			expect.unreachable();
		} catch (error) {
			expect(JSON.stringify(error)).not.toContain('canary');
		}
	});
});

it.each([
	['localhost', true],
	['api.localhost.', true],
	['127.9.8.7', true],
	['[::1]', true],
	['127.example.com', false],
	['notlocalhost', false],
	['10.0.0.1', false],
	['[::2]', false],
])('loopback host %j: %s', (host, expected) => {
	expect(isLoopbackHost(host)).toBe(expected);
});

it.each([
	['http://svc.example.com', true],
	['https://svc.example.com', false],
	['http://127.0.0.1:7420', false],
	['http://localhost', false],
	['local', false],
])('warns of plain http for %j: %s', (endpoint, isWarned) => {
	expect(plainHttpWarning(endpoint) !== null).toBe(isWarned);
});
