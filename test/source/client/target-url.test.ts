import {describe, expect, it} from 'vitest';
import {checkTargetUrl} from '../../../source/client/target-url.ts';

const refusedUrls = [
	'http://localhost',
	'http://localhost.:3000/x',
	'http://LOCALHOST',
	'https://shop.localhost',
	'https://shop.localhost.',
	'http://0.0.0.0',
	'http://0',
	'http://127.0.0.1',
	'http://127.255.0.1.',
	'http://0x7f.1',
	'http://2130706433',
	'http://１２７.0.0.1',
	'http://10.0.0.1',
	'http://172.16.0.1',
	'http://172.31.255.255',
	'http://192.168.1.1',
	'http://169.254.169.254/latest',
	'http://[::]',
	'http://[::1]',
	'http://[::ffff:8.8.8.8]',
	'http://[::ffff:127.0.0.1]',
	'http://[fe80::1]',
	'http://[febf::1]',
	'http://[fc00::1]',
	'http://[fdff::1]',
];

describe('under the policy public', () => {
	it.each(refusedUrls)('%s is refused', url => {
		expect(() => checkTargetUrl(url, {field: 'target-url', policy: 'public'})).toThrow(
			expect.objectContaining({code: 'VALIDATION_ERROR', details: expect.objectContaining({field: 'target-url'})}),
		);
	});

	it.each([
		'https://example.com',
		'http://8.8.8.8',
		'http://172.15.0.1',
		'http://172.32.0.1',
		'http://192.167.0.1',
		'http://11.0.0.1',
		'http://126.0.0.1',
		'http://[2001:4860:4860::8888]',
		'http://[fec0::1]',
		'http://localhost.example.com',
		'http://mylocalhost',
	])('%s is accepted', url => {
		expect(() => checkTargetUrl(url, {field: 'url', policy: 'public'})).not.toThrow();
	});
});

describe('under the policy private', () => {
	it.each(refusedUrls)('%s is accepted', url => {
		expect(() => checkTargetUrl(url, {field: 'url', policy: 'private'})).not.toThrow();
	});
});

it.each(['', 'example.com', 'ftp://example.com', 'javascript:alert(1)', 'file:///etc/passwd', 'http://'])(
	'%j is refused under every policy',
	url => {
		for (const policy of ['public', 'private'] as const) {
			expect(() => checkTargetUrl(url, {field: 'url', policy})).toThrow(
				expect.objectContaining({code: 'VALIDATION_ERROR'}),
			);
		}
	},
);
