import {expect, it} from 'vitest';
import {callPrefix} from '../../../service/discovery/collect-endpoints.ts';

it.each([
	['http://127.0.0.1:1', null, '/api/v1', '/api/v1'],
	['http://127.0.0.1:1/', 'http://127.0.0.1:1', '/api/v1', '/api/v1'],
	['http://127.0.0.1:1', 'https://api.example.com', '/api/v1', ''],
	['http://127.0.0.1:1', 'http://localhost:1', '/api/v1', '/api/v1'],
	['http://localhost:1', 'http://0.0.0.0:1', '/api/v1', '/api/v1'],
	['http://[::1]:1', 'http://shop.localhost:1', '/api/v1', '/api/v1'],
	['http://127.0.0.1:1', 'http://localhost:2', '/api/v1', ''],
	['http://127.0.0.1:1', 'https://localhost:1', '/api/v1', ''],
	['http://127.0.0.1:1/api', 'http://localhost:1', '/api/v1', '/v1'],
	['http://127.0.0.1:1/api/v1', null, '/api/v1', ''],
	['http://127.0.0.1:1/api', null, '/api/v1', '/v1'],
	['http://127.0.0.1:1/mine', 'https://api.example.com', '/v1', ''],
	['http://127.0.0.1:1', null, '', ''],
	[null, null, '/v1', ''],
])('a call to %s of a document of %s%s has %s in front of its path', (target, origin, basePath, prefix) => {
	expect(callPrefix(target, {basePath, origin})).toBe(prefix);
});
