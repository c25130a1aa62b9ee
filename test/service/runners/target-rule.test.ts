import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {refusedNetworks} from '../../../service/domain/refused-networks.ts';
import {mayConnectTo} from '../../../service/domain/target-address.ts';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const bench = createBackendBench({refusedNetworks: refusedNetworks('public')});
const runtime = fileURLToPath(new URL('../../../service/runners/python', import.meta.url));

const addresses = [
	...[
		'127.0.0.1',
		'10.1.2.3',
		'172.16.0.1',
		'172.32.0.1',
		'192.168.1.1',
		'100.64.0.1',
		'100.128.0.1',
		'169.254.169.254',
	],
	...[
		'0.0.0.0',
		'224.0.0.1',
		'255.255.255.255',
		'192.0.2.1',
		'198.18.0.1',
		'198.51.100.7',
		'203.0.113.9',
		'8.8.8.8',
		'93.184.216.34',
	],
	...['::1', '::', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '2001:db8::1', '2606:4700::1111'],
	...[
		'::ffff:10.0.0.1',
		'::ffff:8.8.8.8',
		'64:ff9b::10.0.0.1',
		'64:ff9b::8.8.8.8',
		'2002:0a00:0001::1',
		'2002:0808:0808::1',
	],
	...['::127.0.0.1', '2001::1', '100::1', '64:ff9b:1::7f00:1', '64:ff9b:1::808:808', '2620:4f:8000::1', '3fff::1'],
];

it.each(['public', 'private'] as const)('is the one of the service, address by address (%s)', async policy => {
	const python = bench.python.executable;
	const program = [
		'import json, sys, types',
		`package = types.ModuleType("svc_runtime"); package.__path__ = [${JSON.stringify(`${runtime}/svc_runtime`)}]`,
		'sys.modules["svc_runtime"] = package',
		'from svc_runtime.target_rule import TargetRule',
		'rule = TargetRule(json.loads(sys.argv[1]))',
		'print(json.dumps([rule.is_refused(address) for address in json.loads(sys.argv[2])]))',
	].join('\n');
	const args = ['-I', '-B', '-c', program, JSON.stringify(refusedNetworks(policy)), JSON.stringify(addresses)];
	const refused: boolean[] = JSON.parse(execFileSync(python, args, {encoding: 'utf8'}));
	expect(addresses.filter((_, index) => refused[index])).toEqual(
		addresses.filter(address => !mayConnectTo(policy, address)),
	);
});

describe('with policy public, code of a test', () => {
	it.each([
		['requests', 'requests.get(f"{TARGET_URL}/echo", timeout=5)'],
		['urllib', 'urllib.request.urlopen(f"{TARGET_URL}/echo", timeout=5)'],
		['a bare socket', 'socket.create_connection(("127.0.0.1", port), 5)'],
		['the socket below the socket', '__import__("_socket").socket().connect(("127.0.0.1", port))'],
		['a name', 'socket.socket().connect(("localhost", port))'],
		['a short form', 'socket.socket().connect(("127.1", port))'],
		['a mapped address', 'socket.socket(socket.AF_INET6).connect(("::ffff:127.0.0.1", port))'],
		['a datagram', 'socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", port))'],
	])('does not reach this machine through %s', async (_, call) => {
		const {status, advisories, error} = await bench.run(
			`import requests, socket, urllib.request\nport = int(TARGET_URL.rsplit(":", 1)[1])\n${call}`,
		);
		expect(status).toBe('failed');
		expect(error).toContain('PermissionError: [Errno 13] this service tests no private addresses');
		expect(advisories).toEqual([
			expect.stringMatching(/connect to (::ffff:)?127\.0\.0\.1: .* --target-policy private$/),
		]);
		expect(bench.target.seen).toEqual([]);
	});
});
