import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {readManifest} from '../../demo/manifest.ts';
import {startShop} from '../../demo/shop/start-shop.ts';
import {type Outcome, pythonWithRequests, runPythonTest} from './python.ts';

const folder = fileURLToPath(new URL('../../demo/tests', import.meta.url));
const manifest = readManifest(folder);
const python = pythonWithRequests(process.env);

/** Runs all tests in the order of the manifest, which is one in which every producer comes first. */
async function runAll(baseUrl: string) {
	const captured: Record<string, unknown> = {};
	const results = new Map<string, 'passed' | 'failed' | 'blocked'>();
	const failures: Outcome[] = [];
	for (const {file, name, consumes} of manifest.tests) {
		if (consumes.some(variable => !(variable in captured))) {
			results.set(name, 'blocked');
			continue;
		}
		const variables = Object.fromEntries(consumes.map(variable => [variable, captured[variable]]));
		const outcome = await runPythonTest(python!, {path: join(folder, file), baseUrl, variables});
		results.set(name, outcome.passed ? 'passed' : 'failed');
		if (outcome.passed) Object.assign(captured, outcome.produced);
		else failures.push(outcome);
	}
	return {results, failures};
}

const named = (results: Map<string, string>, status: string) =>
	[...results].filter(([, value]) => value === status).map(([name]) => name);

describe.skipIf(python === null)("the demo's Python tests against the shop", () => {
	it('find the bug and nothing else, again and again in the same shop', async () => {
		const shop = await startShop();
		try {
			for (const round of [1, 2]) {
				const {results, failures} = await runAll(shop.url);
				expect(named(results, 'failed'), `round ${round}`).toEqual(manifest.expected.failed);
				expect(named(results, 'blocked'), `round ${round}`).toEqual(manifest.expected.blocked);
				expect(failures).toEqual([
					{passed: false, error: 'AssertionError', message: '15 percent off came back as 0.15'},
				]);
			}
			expect(shop.state.database.list('newsletterSubscriptions')).toHaveLength(2);
			expect(shop.state.database.list('orders')).toHaveLength(1);
		} finally {
			await shop.close();
		}
	});

	it('let the Blocked ones pass once there is a coupon as it should be', async () => {
		const shop = await startShop();
		try {
			const {database, sessions} = shop.state;
			const coupon = database.insert('coupons', {code: 'SPRING-15', percentOff: 15});
			const variables: Record<string, unknown> = {
				access_token: sessions.open(),
				user_id: 'usr_1',
				product_id: 'prd_1',
				coupon_id: coupon.id,
				coupon_code: coupon.code,
			};
			for (const name of manifest.expected.blocked) {
				const {file} = manifest.tests.find(test => test.name === name)!;
				const outcome = await runPythonTest(python!, {path: join(folder, file), baseUrl: shop.url, variables});
				expect(outcome, name).toMatchObject({passed: true});
				Object.assign(variables, outcome.produced);
			}
		} finally {
			await shop.close();
		}
	});

	it('all fail against an API that answers everything with 200 and an empty object', async () => {
		const server = createServer((_request, response) =>
			response.setHeader('content-type', 'application/json').end('{}'),
		);
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		try {
			const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			for (const {file, consumes} of manifest.tests) {
				const variables = Object.fromEntries(consumes.map(variable => [variable, 'x']));
				const outcome = await runPythonTest(python!, {path: join(folder, file), baseUrl, variables});
				expect(outcome.passed, file).toBe(false);
			}
		} finally {
			server.closeAllConnections();
			server.close();
		}
	});
});
