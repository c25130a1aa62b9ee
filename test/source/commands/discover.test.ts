import {describe, expect, it} from 'vitest';
import type {Discovery} from '../../../contract/discovery.ts';
import {discoverySamples} from '../../../contract/samples/discovery.ts';
import {envelopeOf, svc} from '../../helpers/memory-system.ts';
import {startStrictService} from '../../helpers/strict-service.ts';

const start = 'POST /projects/p1/endpoints/discover';
const path = 'GET /projects/p1/endpoints/discovery';
const ticket = {
	discoveryId: 'dsc_1',
	status: 'queued',
	enqueuedAt: '2026-01-31T09:00:00.000Z',
	warnings: ['not called'],
};
const view = (overrides: Partial<Discovery> = {}): Discovery => ({
	...discoverySamples.getDiscovery({}),
	discoveryId: 'dsc_1',
	...overrides,
});
const discover = ['endpoint', 'discover', '--project', 'p1'];

describe('endpoint discover', () => {
	it('sends what its flags say, and warns of what is not done', async () => {
		const body = {
			baseUrl: 'http://127.0.0.1:9/v2',
			documentIds: ['doc_1', 'doc_2'],
			hint: 'skip /admin',
			probe: false,
		};
		const {env, received} = await startStrictService([{request: start, body, status: 202, answer: ticket}]);
		const docs = ['--doc', 'doc_1', '--doc', 'doc_2', '--doc', 'doc_1'];
		const flags = ['--base-url', 'http://127.0.0.1:9/v2', ...docs, '--hint', 'skip /admin', '--no-probe'];
		const {exitCode, stdout, stderr} = await svc([...discover, ...flags], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toBe('discoveryId: dsc_1\nstatus: queued\n');
		expect(stderr).toContain('[warn] not called');
		expect(stderr).toContain('[hint] svc endpoint list --project p1 shows what was read\n');
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-endpoint-discover-/);
	});

	it('waits until the list has changed, and tells the counts', async () => {
		const {env} = await startStrictService([
			{request: start, body: {probe: true}, status: 202, answer: ticket},
			{request: `${path}?since=0&waitSeconds=25`, answer: view({status: 'reading', version: 2, finishedAt: null})},
			{request: `${path}?since=2&waitSeconds=25`, answer: view({changes: {added: 3, changed: 2, removed: 1}})},
		]);
		const {exitCode, stdout, stderr} = await svc([...discover, '--wait'], {env});
		expect(exitCode).toBe(0);
		expect(stderr).toContain('[hint] svc test plan generate --project p1 --wait\n');
		expect(stdout).toBe(
			'discoveryId: dsc_1\nstatus: done\nfamilies 6\nendpoints 24\nunconfirmed 11\nadded 3\nchanged 2\nremoved 1\n',
		);
	});

	it.each([
		['failed', {status: 'failed', errorMessage: 'line 3 is wrong'}, /failed: line 3 is wrong/],
		['cancelled', {status: 'cancelled'}, /ended: cancelled/],
		['overtaken by another one', {discoveryId: 'dsc_2'}, /Another discovery/],
	])('exits 1 when the discovery was %s', async (_, overrides, message) => {
		const {env} = await startStrictService([
			{request: start, status: 202, answer: ticket},
			{request: `${path}?since=0&waitSeconds=25`, answer: view(overrides)},
		]);
		const {exitCode, stderr} = await svc(['--output', 'json', ...discover, '--wait'], {env});
		expect(exitCode).toBe(1);
		expect(envelopeOf(stderr)).toMatchObject({code: 'NEGATIVE_RESULT', message: expect.stringMatching(message)});
	});

	it('gives up after its time with exit 7 and what is known', async () => {
		const reading = view({status: 'reading', version: 2, finishedAt: null});
		const {env} = await startStrictService([
			{request: start, status: 202, answer: ticket},
			{request: `${path}?since=0&waitSeconds=1`, answer: reading},
			{request: `${path}?since=2&waitSeconds=1`, answer: reading, isOptional: true},
			{request: path, answer: reading, isOptional: true},
		]);
		const {exitCode, stdout, stderr} = await svc(['--output', 'json', ...discover, '--wait', '--timeout', '1'], {env});
		expect(exitCode).toBe(7);
		expect(JSON.parse(stdout)).toMatchObject({status: 'reading'});
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'UNSUPPORTED',
			details: {discoveryId: 'dsc_1', timeoutSeconds: 1},
		});
	});

	it.each([
		[['--base-url', 'ftp://example.com'], 'base-url'],
		[['--hint', 'h'.repeat(4001)], 'hint'],
		[['--timeout', '0'], 'timeout'],
	])('refuses %j', async (flags, field) => {
		const {exitCode, stderr} = await svc(['--output', 'json', ...discover, ...flags]);
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr).details).toMatchObject({field});
	});
});
