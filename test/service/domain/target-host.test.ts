import {expect, it} from 'vitest';
import {isOfTarget} from '../../../service/domain/target-host.ts';

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
