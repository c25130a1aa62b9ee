import {describe, expect, it} from 'vitest';
import {createTargetCheck, type Resolve} from '../../../service/auth/target-policy.ts';

const names: Record<string, string[]> = {
	'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
	'inside.example': ['93.184.216.34', '10.1.2.3'],
	'six.example': ['fd12::1'],
	'mapped.example': ['::ffff:127.0.0.1'],
	'link.example': ['fe80::1%eth0'],
};
const resolve: Resolve = async host => {
	const addresses = names[host];
	if (!addresses) throw new Error('ENOTFOUND');
	return addresses.map(address => ({address}));
};
const outcome = async (policy: 'public' | 'private', url: string) => {
	try {
		await createTargetCheck(policy, resolve)(url, 'targetUrl');
		return 'allowed';
	} catch (error) {
		return (error as {details: {field: string; reason: string}}).details.reason;
	}
};

it.each([
	['http://10.0.0.1/', /--target-policy private/],
	['http://169.254.169.254/', /never tested/],
])('a refusal of %s says what helps', async (url, words) => {
	await expect(createTargetCheck('public', resolve)(url, 'targetUrl')).rejects.toMatchObject({
		nextAction: expect.stringMatching(words),
	});
});

describe('with policy public', () => {
	it.each([
		'http://localhost',
		'http://localhost.:8080/',
		'http://LOCALHOST/',
		'http://api.localhost/',
		'http://127.0.0.1:3000',
		'http://127.1/',
		'http://2130706433/',
		'http://0x7f.1/',
		'http://0177.0.0.1/',
		'http://127.0.0.1./',
		'http://0.0.0.0/',
		'http://0/',
		'http://10.0.0.1/',
		'http://172.16.0.1/',
		'http://172.31.255.255/',
		'http://192.168.1.1/',
		'http://169.254.1.1/',
		'http://[::]/',
		'http://[::1]:8080/',
		'http://[::ffff:8.8.8.8]/',
		'http://[::ffff:127.0.0.1]/',
		'http://[0:0:0:0:0:ffff:7f00:1]/',
		'http://[::127.0.0.1]/',
		'http://[fe80::1]/',
		'http://[febf::1]/',
		'http://[fc00::1]/',
		'http://[fdff::1]/',
		'http://[64:ff9b::10.0.0.1]/',
		'http://user@127.0.0.1/',
		'http://１２７.0.0.1/',
		'http://inside.example/',
		'http://six.example/',
		'http://mapped.example./',
		'http://link.example/',
		'http://169.254.169.254/latest',
	])('%s is refused as a private address', async url => {
		expect(await outcome('public', url)).toBe('private_address');
	});

	it.each([
		'https://public.example/base',
		'http://93.184.216.34/',
		'http://172.32.0.1/',
		'http://[2606:2800:220:1::1]/',
		'http://[64:ff9b::8.8.8.8]/',
		'https://not-resolvable.example/',
	])('%s is allowed', async url => {
		expect(await outcome('public', url)).toBe('allowed');
	});
});

describe('with policy private', () => {
	it.each([
		'http://localhost:3000',
		'http://127.0.0.1:1',
		'http://[::1]/',
		'http://192.168.0.4/',
		'http://inside.example/',
	])('%s is allowed', async url => {
		expect(await outcome('private', url)).toBe('allowed');
	});

	it.each([
		'http://169.254.169.254/latest/meta-data',
		'http://2852039166/',
		'http://0xa9fea9fe/',
		'http://169.254.43518/',
		'http://[::ffff:169.254.169.254]/',
		'http://[::ffff:a9fe:a9fe]/',
		'http://[64:ff9b::a9fe:a9fe]/',
		'http://[fd00:ec2::254]/',
	])('the metadata address %s is refused', async url => {
		expect(await outcome('private', url)).toBe('private_address');
	});
});

describe('with either policy', () => {
	it.each([
		['ftp://public.example/', 'invalid'],
		['file:///etc/passwd', 'invalid'],
		['not a url', 'invalid'],
		['http://public.example/\r\nx: y', 'invalid'],
		['http://', 'invalid'],
		[`http://public.example/${'a'.repeat(2048)}`, 'too_long'],
	])('%s is refused as %s', async (url, reason) => {
		expect(await outcome('private', url)).toBe(reason);
	});
});
