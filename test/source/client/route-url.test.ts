import {describe, expect, it} from 'vitest';
import {maskSecretParameters, routeUrl} from '../../../source/client/route-url.ts';

const route = {path: '/tests/{testId}/runs/{runId}'} as const;

describe('routeUrl', () => {
	it('appends the base path once and fills in the parameters', () => {
		expect(routeUrl(route, {testId: 'tst_1', runId: 'run_2'})).toBe('/api/cli/v1/tests/tst_1/runs/run_2');
	});

	it.each([
		['a/b', 'a%2Fb'],
		['a?b#c', 'a%3Fb%23c'],
		['ä €', '%C3%A4%20%E2%82%AC'],
		['%2e%2e', '%252e%252e'],
		['...', '...'],
	])('percent-encodes the id %j', (id, encoded) => {
		expect(routeUrl({path: '/runs/{runId}'}, {runId: id})).toBe(`/api/cli/v1/runs/${encoded}`);
	});

	it.each(['', '.', '..', '\ud800'])('refuses the id %j before any request', id => {
		expect(() => routeUrl({path: '/runs/{runId}'}, {runId: id})).toThrow(
			expect.objectContaining({
				code: 'VALIDATION_ERROR',
				requestId: 'local',
				details: expect.objectContaining({field: 'runId'}),
			}),
		);
	});

	it('refuses a missing id', () => {
		expect(() => routeUrl({path: '/runs/{runId}'})).toThrow(expect.objectContaining({code: 'VALIDATION_ERROR'}));
	});

	it('encodes query values and leaves undefined ones out', () => {
		const query = {status: 'passed,failed', q: 'a&b=c', cursor: undefined, pageSize: 25, rerun: true};
		expect(routeUrl({path: '/tests'}, {}, query)).toBe(
			'/api/cli/v1/tests?status=passed%2Cfailed&q=a%26b%3Dc&pageSize=25&rerun=true',
		);
	});
});

describe('maskSecretParameters', () => {
	it('replaces the values of secret parameters and nothing else', () => {
		expect(maskSecretParameters('/assets/ast_1?exp=17&sig=abc%3D&Token=x&q=sig')).toBe(
			'/assets/ast_1?exp=17&sig=***&Token=***&q=sig',
		);
	});

	it('leaves a path without query alone', () => {
		expect(maskSecretParameters('/token/sig')).toBe('/token/sig');
	});
});
