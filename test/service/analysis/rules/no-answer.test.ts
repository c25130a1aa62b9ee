import {describe} from 'vitest';
import {call, failure, target, unanswered} from '../failure.ts';
import {table} from '../rule-table.ts';

describe('a target that does not answer', () => {
	const network = (error: string) =>
		failure({
			failureKind: 'network',
			error: `ConnectionError: ${error} (GET ${target}/carts)`,
			at: 'r = requests.get(url)',
			calls: [unanswered('GET /carts', error)],
		});
	table([
		[
			'that refuses connections is named with its address',
			network('ConnectionRefusedError: [Errno 111] Connection refused'),
			`GET /carts got no answer (line 2): nothing accepts connections at ${target} (ConnectionRefusedError: [Errno 111] Connection refused).`,
			'env',
			target,
		],
		[
			'whose name cannot be resolved',
			network('gaierror: [Errno -2] Name or service not known'),
			`GET /carts got no answer (line 2): no address can be found for the host of ${target} (gaierror: [Errno -2] Name or service not known).`,
			'env',
			target,
		],
		[
			'whose certificate is not accepted',
			network('SSLCertVerificationError: certificate verify failed: self-signed certificate'),
			`GET /carts got no answer (line 2): no TLS connection can be made to ${target} (SSLCertVerificationError: certificate verify failed: self-signed certificate).`,
			'env',
			target,
		],
		[
			'that hangs up after it answered others',
			failure({
				failureKind: 'network',
				error: 'ConnectionError: RemoteDisconnected',
				at: 'r = requests.get(url)',
				calls: [call({to: 'GET /health'}), unanswered('GET /carts', 'RemoteDisconnected: closed without response')],
			}),
			`GET /carts got no answer (line 2): the connection was closed before a whole answer came from ${target} (RemoteDisconnected: closed without response). One request of the same run got an answer.`,
			'env',
			target,
		],
		[
			'within the limit of the request is the slow endpoint, with what it took before',
			failure({
				failureKind: 'network_timeout',
				error: 'ReadTimeout: TimeoutError: timed out',
				at: 'r = requests.get(url, timeout=5)',
				calls: [unanswered('GET /reports/sales', 'TimeoutError: timed out', 5004)],
				before: [call({to: 'GET /reports/sales', latencyMs: 1210})],
			}),
			'GET /reports/sales gave no answer within 5.0 s, and the request of the test timed out (line 2). In the last passing run it took 1.2 s.',
			'code',
			'GET /reports/sales',
		],
		[
			'to a connection in time is the environment',
			failure({
				failureKind: 'network_timeout',
				error: 'ConnectTimeout: TimeoutError: timed out',
				at: 'r = requests.get(url, timeout=5)',
				calls: [unanswered('GET /carts', 'TimeoutError: timed out', 5000)],
			}),
			'GET /carts gave no answer within 5.0 s, and the request of the test timed out (line 2).',
			'env',
			target,
		],
	]);
});

describe('a time that is too long', () => {
	table([
		[
			'belongs to the call that took it',
			failure({
				asserted: 'expected a value < 5, got 7.31',
				at: 'assert seconds < 5',
				calls: [call({to: 'GET /reports/sales', latencyMs: 7290}), call({to: 'GET /health'})],
				before: [call({to: 'GET /reports/sales', latencyMs: 1200})],
			}),
			'GET /reports/sales took 7.3 s; the test measured 7.31 and expected a value < 5 (line 2). In the last passing run it took 1.2 s.',
			'code',
			'GET /reports/sales',
		],
	]);
});
