import {describe, expect, it} from 'vitest';
import type {FailureContext} from '../../contract/result.ts';
import {startWithProject, failed, contextOf} from './failed-runs.ts';

describe('a signed address', () => {
	async function addresses() {
		const world = await startWithProject();
		world.http.runner.script('Coupon', failed());
		const {runId} = await world.run(await world.addTest('Coupon', 'assert r.status_code == 201\n'));
		const {evidence} = (await contextOf(world.http, runId)).failure;
		return {...world, runId, urls: evidence.map(({url}) => url)};
	}

	it('opens a part of the run without a key: the call as JSON, trace and output as text', async () => {
		const {urls} = await addresses();
		const [call, trace, output] = await Promise.all(urls.map(url => fetch(url)));
		expect(call?.headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(await call?.json()).toMatchObject({
			request: {method: 'POST', url: 'http://127.0.0.1:9/coupons'},
			response: {status: 500, body: '{"error":"boom"}'},
			latencyMs: 7,
		});
		expect(trace?.headers.get('content-type')).toBe('text/plain; charset=utf-8');
		expect(trace?.headers.get('x-content-type-options')).toBe('nosniff');
		expect(await trace?.text()).toMatch(/^Traceback/);
		expect(await output?.text()).toBe('creating\n');
	});

	it.each([
		['bytes=0-3', 206, 'crea', 'bytes 0-3/9'],
		['bytes=6-', 206, 'ng\n', 'bytes 6-8/9'],
		['bytes=-2', 206, 'g\n', 'bytes 7-8/9'],
		['bytes=4-400', 206, 'ting\n', 'bytes 4-8/9'],
		['bytes=0-1,3-4', 200, 'creating\n', null],
		['lines=1-2', 200, 'creating\n', null],
	])('answers the range %s with %i', async (range, status, body, contentRange) => {
		const {urls} = await addresses();
		const answer = await fetch(urls.at(-1)!, {headers: {range, 'accept-encoding': 'gzip'}});
		expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
			status,
			body,
			contentRange,
		]);
	});

	it('answers a range that lies outside with the envelope, and says how much there is', async () => {
		const {urls} = await addresses();
		const answer = await fetch(urls.at(-1)!, {headers: {range: 'bytes=9-'}});
		expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */9']);
		expect(await answer.json()).toEqual({
			error: {
				code: 'VALIDATION_ERROR',
				message: 'The range lies outside of these 9 bytes.',
				nextAction: 'Correct the request and send it again.',
				requestId: answer.headers.get('x-request-id'),
				details: {field: 'range', reason: 'out_of_range', sizeBytes: 9},
			},
		});
	});

	it('is refused after 15 minutes, and opens until then', async () => {
		const {http, urls} = await addresses();
		http.advance(15 * 60_000 - 5000);
		expect((await fetch(urls[0]!)).status).toBe(200);
		http.advance(5001);
		const late = await fetch(urls[0]!);
		expect(late.status).toBe(403);
		expect(await late.json()).toMatchObject({error: {code: 'AUTH_FORBIDDEN', details: {reason: 'url_expired'}}});
	});

	it('opens nothing else: not another part, not a later end, not without its signature', async () => {
		const {urls, runId} = await addresses();
		const change = (edit: (url: URL) => void) => {
			const url = new URL(urls[0]!);
			edit(url);
			return fetch(url);
		};
		const answers = await Promise.all([
			change(url => {
				url.pathname = url.pathname.replace(/_call_1$/, '_code');
			}),
			change(url => url.searchParams.set('exp', String(Number(url.searchParams.get('exp')) + 60))),
			change(url => url.searchParams.delete('sig')),
			change(url => url.searchParams.append('sig', 'x')),
			change(url => url.searchParams.set('sig', '')),
		]);
		expect(answers.map(({status}) => status)).toEqual([403, 403, 403, 403, 403]);
		expect(urls[0]).toContain(runId.replace('run_', 'ast_'));
	});

	it('finds nothing once the run is gone', async () => {
		const {http, urls, runId} = await addresses();
		await http.database.deleteFrom('runs').where('id', '=', runId).execute();
		const answer = await fetch(urls[0]!);
		expect(answer.status).toBe(404);
		expect(await answer.json()).toMatchObject({error: {details: {resource: 'asset', reason: 'not_found'}}});
	});

	it('leads through the proxy that the caller came through', async () => {
		const {http, runId} = await addresses();
		const answer = await http.send('GET', `/runs/${runId}/failure`, {
			headers: {'x-forwarded-proto': 'https', 'x-forwarded-host': 'svc.example'},
		});
		const context = (await answer.json()) as FailureContext;
		expect(context.failure.evidence[0]?.url).toMatch(/^https:\/\/svc\.example\/api\/cli\/v1\/assets\/ast_/);
	});
});
