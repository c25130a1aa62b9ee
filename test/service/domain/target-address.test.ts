import {expect, it} from 'vitest';
import {
	embeddedIpv4,
	isMetadataAddress,
	isPrivateAddress,
	mayConnectTo,
	isOfTarget,
} from '../../../service/domain/target-address.ts';

it.each([
	...['0.0.0.0', '10.1.2.3', '127.0.0.1', '127.255.0.1', '169.254.1.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
	// Shared, benchmarking, documentation, multicast, broadcast.
	...['100.64.0.1', '100.127.255.255', '198.18.0.1', '198.19.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.9'],
	...['192.0.0.8', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
	...['::', '::1', '::7f00:1', '::ffff:8.8.8.8', '::ffff:7f00:1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fdff::1'],
	...['fec0::1', 'ff02::1', '2001:db8::1', '2001:2::1', '2001::1', '100::1'],
	// 10.0.0.1, 127.0.0.1 and 100.64.0.1 by 6to4 and by a translator; the local translator's prefix whatever it holds.
	...['2002:a00:1::', '2002:7f00:1::1', '2002:6440:1::', '64:ff9b::a00:1', '64:ff9b::127.0.0.1', '64:ff9b:1::808:808'],
])('%s is not public', address => {
	expect(isPrivateAddress(address)).toBe(true);
	expect([mayConnectTo('public', address), mayConnectTo('private', address)]).toEqual([false, true]);
});

it.each(
	['8.8.8.8', '100.63.255.255', '100.128.0.1', '198.17.0.1', '172.32.0.1', '2606:4700::1111', '2a00::1'].concat(
		// 8.8.8.8 by 6to4 and by a translator.
		['2002:808:808::', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
	),
)('%s is public', address => {
	expect(isPrivateAddress(address)).toBe(false);
	expect(mayConnectTo('public', address)).toBe(true);
});

it.each(
	['169.254.169.254', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1'].concat([
		'fd00:ec2::254',
		'fd00:ec2:0:0:0:0:0:254',
		'169.254.43518',
	]),
)('%s is the metadata of a cloud, which nobody tests', address => {
	expect(isMetadataAddress(address)).toBe(true);
	expect(mayConnectTo('private', address)).toBe(false);
});

it.each([
	['::ffff:10.0.0.1', '10.0.0.1'],
	['::FFFF:0A00:0001', '10.0.0.1'],
	['64:ff9b::c0a8:101', '192.168.1.1'],
	['2002:c0a8:101::5', '192.168.1.1'],
	['64:ff9b:1::c0a8:101', null],
	['2606:4700::1', null],
	['10.0.0.1', null],
	['nothing', null],
])('%s stands for %s', (address, wanted) => {
	expect(embeddedIpv4(address)).toBe(wanted);
});

it.each<[string, string | null, boolean]>([
	['http://api.test/orders', 'http://api.test/v1', true],
	['http://API.test:80/orders', 'http://api.test', true],
	['http://localhost:3000/orders', 'http://127.0.0.1:3000', true],
	['https://api.test/orders', 'http://api.test', true],
	['http://api.test/orders', 'https://api.test', false],
	['https://api.test:8443/orders', 'http://api.test:8080', false],
	['http://api.test:8081/orders', 'http://api.test:8080', false],
	['http://mail.test/inbox', 'http://api.test', false],
	['http://api.test/orders', null, true],
	['not an address', 'http://api.test', true],
])('%s belongs to the target %s: %s', (address, target, wanted) => {
	expect(isOfTarget(address, target)).toBe(wanted);
});
