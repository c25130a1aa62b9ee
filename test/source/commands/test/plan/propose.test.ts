import {mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {planFile} from '../../../../../contract/plan-file.ts';
import {siteDiscoverySamples} from '../../../../../contract/samples/site-discovery.ts';
import type {SiteDiscovery} from '../../../../../contract/site-discovery.ts';
import {svc} from '../../../../helpers/memory-system.ts';
import {startStrictService} from '../../../../helpers/strict-service.ts';

const start = 'POST /projects/p1/site-discovery';
const path = 'GET /projects/p1/site-discovery';
const ticket = {discoveryId: 'dsc_1', status: 'queued', enqueuedAt: '2026-01-31T09:00:00.000Z'};
const view = (overrides: Partial<SiteDiscovery> = {}): SiteDiscovery => ({
	...siteDiscoverySamples.getSiteDiscovery({}),
	discoveryId: 'dsc_1',
	...overrides,
});
const propose = ['test', 'plan', 'propose', '--project', 'p1'];
const folder = () => mkdtempSync(join(tmpdir(), 'svc-propose-'));

describe('test plan propose', () => {
	it('sends what its flags say, waits, and lists what is proposed', async () => {
		const body = {startPath: '/shop', maxPages: 5, maxDepth: 1, login: true, exclude: ['/admin']};
		const {env, received} = await startStrictService([
			{request: start, body, status: 202, answer: ticket},
			{request: `${path}?since=0&waitSeconds=25`, answer: view({status: 'reading', version: 2, finishedAt: null})},
			{request: `${path}?since=2&waitSeconds=25`, answer: view({warnings: ['/gone leads to no page']})},
		]);
		const flags = ['--start-path', '/shop', '--max-pages', '5', '--max-depth', '1', '--login'];
		const excluded = ['--exclude', '/admin', '--exclude', '/admin'];
		const {exitCode, stdout, stderr} = await svc([...propose, ...flags, ...excluded], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toContain('proposals: 1\n');
		expect(stdout).toMatch(/^page_opens {2,}\/orders {2,}3 {2,}- {2,}Orders opens$/m);
		expect(stderr).toContain('[warn] /gone leads to no page');
		expect(stderr).toContain('svc test plan propose --project p1 --latest --out <folder>');
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-plan-propose-/);
	});

	it('writes each plan as a file that create-batch takes', async () => {
		const out = join(folder(), 'plans');
		const {env} = await startStrictService([{request: path, answer: view()}]);
		const {exitCode, stdout, stderr} = await svc([...propose, '--latest', '--out', out, '--output', 'json'], {env});
		expect(exitCode).toBe(0);
		expect(readdirSync(out)).toEqual(['01-orders-opens.json']);
		const plan = JSON.parse(readFileSync(join(out, '01-orders-opens.json'), 'utf8'));
		expect(planFile.safeParse(plan).success).toBe(true);
		expect(JSON.parse(stdout)).toMatchObject({status: 'done', files: [join(out, '01-orders-opens.json')]});
		expect(stderr).toContain(`svc test create-batch --plan-from-dir ${out}`);
	});

	it('takes no name of a page for a path', async () => {
		const out = folder();
		const [proposal] = view().proposals;
		const plan = {...proposal!.plan, name: '../../../etc/\u001B[31mpasswd \u0000'};
		const {env} = await startStrictService([{request: path, answer: view({proposals: [{...proposal!, plan}]})}]);
		const {exitCode, stdout} = await svc([...propose, '--latest', '--out', out], {env});
		expect(exitCode).toBe(0);
		expect(readdirSync(out)).toEqual(['01-etc-31mpasswd.json']);
		expect(stdout).not.toContain('\u001B');
	});

	it('reads nothing when the folder holds plans already, unless it is told to replace them', async () => {
		const out = folder();
		writeFileSync(join(out, 'own.json'), '{}');
		mkdirSync(join(out, 'below'));
		const refused = await svc([...propose, '--out', out], {
			env: {SVC_API_KEY: 'sk_x', SVC_API_URL: 'http://127.0.0.1:9'},
		});
		expect(refused.exitCode).toBe(5);
		expect(refused.stderr).toContain('holds plans already');
		const {env} = await startStrictService([{request: path, answer: view()}]);
		expect((await svc([...propose, '--latest', '--out', out, '--force'], {env})).exitCode).toBe(0);
		expect(readdirSync(out).sort()).toEqual(['01-orders-opens.json', 'below', 'own.json']);
	});

	it.each([
		[
			'failed',
			{status: 'failed', errorMessage: '/ redirects for ever', proposals: []},
			/failed: \/ redirects for ever/,
		],
		['cancelled', {status: 'cancelled', proposals: []}, /ended: cancelled/],
		['overtaken by another one', {discoveryId: 'dsc_2'}, /Another reading/],
	])('exits 1 when the reading was %s, and writes nothing', async (_, overrides, message) => {
		const out = join(folder(), 'plans');
		const {env} = await startStrictService([
			{request: start, status: 202, answer: ticket},
			{request: `${path}?since=0&waitSeconds=25`, answer: view(overrides)},
		]);
		const {exitCode, stderr} = await svc([...propose, '--out', out, '--output', 'json'], {env});
		expect(exitCode).toBe(1);
		expect(stderr).toMatch(message);
		expect(readdirSync(join(out, '..'))).toEqual([]);
	});

	it('says how to begin when nothing was read yet', async () => {
		const {env} = await startStrictService([
			{request: path, answer: view({discoveryId: null, status: 'idle', proposals: []})},
		]);
		const {exitCode, stderr} = await svc([...propose, '--latest'], {env});
		expect(exitCode).toBe(1);
		expect(stderr).toContain('svc test plan propose --project p1');
	});

	it('stops the reading that is under way', async () => {
		const {env} = await startStrictService([
			{request: `${start}/cancel`, answer: view({status: 'cancelled', proposals: []})},
		]);
		const {exitCode, stdout} = await svc([...propose, '--cancel'], {env});
		expect([exitCode, stdout]).toEqual([0, expect.stringContaining('status: cancelled\n')]);
	});
});
