import type {ServerResponse} from 'node:http';
import {describe, expect, it} from 'vitest';
import {parseLeniently} from '../../../source/client/lenient-answer.ts';
import type {Route} from '../../../contract/route.ts';
import {getMe} from '../../../contract/routes/account.ts';
import {getBatch} from '../../../contract/routes/batches.ts';
import {routes} from '../../../contract/routes/index.ts';
import {rerunTest} from '../../../contract/routes/reruns.ts';
import {getRun, triggerRun} from '../../../contract/routes/runs.ts';
import {createTest, getTest} from '../../../contract/routes/tests.ts';
import {sampleAnswer} from '../../../contract/samples/index.ts';
import {createClient} from './create-client.ts';
import {sendJson, startServer} from './start-server.ts';

type Fields = Record<string, unknown>;

/** Every object within a value with the path to it. */
function objectsIn(value: unknown, path: ReadonlyArray<string | number> = []): Array<ReadonlyArray<string | number>> {
	if (Array.isArray(value)) return value.flatMap((one, place) => objectsIn(one, [...path, place]));
	if (typeof value !== 'object' || value === null) return [];
	return [path, ...Object.entries(value).flatMap(([key, one]) => objectsIn(one, [...path, key]))];
}

const at = (value: unknown, path: ReadonlyArray<string | number>): Fields =>
	path.reduce<unknown>((inner, step) => (inner as Fields)[step], value) as Fields;

describe('an answer of a service of another make', () => {
	it.each(Object.values(routes).map(route => [route.name, route as Route] as const))(
		'to %s may leave out, null and add what our own may',
		(_, route) => {
			const fresh = (): unknown => JSON.parse(JSON.stringify(sampleAnswer(route, {})));
			const accepts = (change: (value: unknown) => void) => {
				const value = fresh();
				change(value);
				return route.response.safeParse(value).success;
			};
			const reads = (change: (value: unknown) => void) => {
				const value = fresh();
				change(value);
				return parseLeniently(route.response, value);
			};
			for (const path of objectsIn(fresh())) {
				const extra = (value: unknown) => {
					at(value, path)['aFieldOfTheirs'] = {of: 'any shape'};
				};
				if (accepts(extra)) expect(reads(extra)).toHaveProperty('answer');
				for (const key of Object.keys(at(fresh(), path))) {
					const leftOut = (value: unknown) => {
						delete at(value, path)[key];
					};
					const nulled = (value: unknown) => {
						at(value, path)[key] = null;
					};
					if (!accepts(leftOut) && !accepts(nulled)) continue;
					expect(reads(leftOut), `${[...path, key].join('.')} left out`).toHaveProperty('answer');
					expect(reads(nulled), `${[...path, key].join('.')} null`).toHaveProperty('answer');
				}
			}
		},
	);

	it('that lacks what nobody can do without says which field that is', () => {
		const {runId: _, ...ticket} = sampleAnswer(triggerRun, {}) as Fields;
		expect(parseLeniently(triggerRun.response, ticket)).toEqual({field: 'runId'});
		expect(parseLeniently(triggerRun.response, {...ticket, runId: null})).toEqual({field: 'runId'});
		expect(parseLeniently(triggerRun.response, [])).toEqual({field: ''});
	});
});

describe('a request that was accepted with an answer of no use', () => {
	it.each([
		['a ticket without its run', {status: 'queued'}],
		['nothing', null],
	])('is never sent again: %s', async (_, answer) => {
		for (const route of [triggerRun, rerunTest] as const) {
			const server = await startServer((__, response) => sendJson(response, answer, {status: 202}));
			const {client, run} = createClient(server.url);
			const error = await run(client.call(route, {params: {testId: 'tst_1'}, idempotencyKey: 'k'})).catch(
				(thrown: unknown) => thrown,
			);
			expect(error).toMatchObject({
				code: 'INTERNAL',
				message: expect.stringContaining('a run may be under way'),
				// Two sentences: the command of the first ends where the second begins.
				nextAction: expect.stringMatching(
					/^Look before you send it again: svc batch list --project [^ ]+\. Then check /,
				),
			});
			expect(server.received).toHaveLength(1);
		}
	});

	it('is said to have been accepted where it makes something, too', async () => {
		const server = await startServer((_, response) => response.writeHead(201).end('<html>'));
		const {client, run} = createClient(server.url);
		await expect(run(client.call(createTest, {idempotencyKey: 'k'}))).rejects.toMatchObject({
			message: expect.stringContaining('The service has accepted the request'),
		});
		expect(server.received).toHaveLength(1);
	});

	it.each([triggerRun, createTest] as const)('is never sent again when it breaks off: $name', async route => {
		const server = await startServer((_, response) => {
			response.writeHead(202, {'content-type': 'application/json', 'content-length': 500});
			response.write('{"runId":"run_1",', () => response.destroy());
		});
		const {client, run} = createClient(server.url);
		await expect(run(client.call(route, {params: {testId: 'tst_1'}, idempotencyKey: 'k'}))).rejects.toMatchObject({
			code: 'INTERNAL',
			message: expect.stringMatching(/broke off .*The service has accepted the request/),
		});
		expect(server.received).toHaveLength(1);
	});

	it('is asked for again when it breaks off and only reads', async () => {
		const server = await startServer((_, response, count) => {
			if (count > 0) return sendJson(response, sampleAnswer(getTest, {}));
			response.writeHead(200, {'content-type': 'application/json', 'content-length': 500});
			return response.write('{"id":', () => response.destroy());
		});
		const {client, run} = createClient(server.url);
		await run(client.call(getTest, {params: {testId: 'tst_1'}}));
		expect(server.received).toHaveLength(2);
	});
});

describe('a request that starts a run and gets no answer', () => {
	it('says that a run may have been started, and where to look', async () => {
		const server = await startServer((_, response) => response.destroy());
		const {client, run} = createClient(server.url);
		await expect(run(client.call(triggerRun, {params: {testId: 'tst_1'}}))).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			message: expect.stringContaining('Whether it has started a run is not known.'),
			nextAction: expect.stringMatching(/^Look before you send it again: svc batch list/),
		});
	});

	it('does not say so where nobody listens', async () => {
		const server = await startServer((_, response) => response.end());
		const {client, run} = createClient(server.url.replace(/\d+$/, '1'));
		await expect(run(client.call(triggerRun, {params: {testId: 'tst_1'}}))).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			message: expect.not.stringContaining('started'),
		});
	});
});

describe('what no command decides by', () => {
	it('is empty where an answer lacks it, and nothing is made up for what a command needs', () => {
		const {enqueuedAt: _, ...ticket} = sampleAnswer(triggerRun, {}) as Fields;
		expect(parseLeniently(triggerRun.response, ticket)).toEqual({
			answer: {...(sampleAnswer(triggerRun, {}) as Fields), enqueuedAt: ''},
		});
		const batch = sampleAnswer(getBatch, {}) as Fields;
		const member = {...(batch['members'] as Fields[])[0], waitingFor: null, role: undefined};
		expect(parseLeniently(getBatch.response, {...batch, members: [member]})).toMatchObject({
			answer: {members: [{waitingFor: [], role: ''}]},
		});
		expect(parseLeniently(getBatch.response, {...batch, members: undefined})).toEqual({field: 'members'});
		expect(parseLeniently(getBatch.response, {...batch, summary: undefined})).toEqual({field: 'summary'});
		expect(parseLeniently(getBatch.response, {...batch, credits: undefined})).toMatchObject({
			answer: {credits: {held: 0, charged: 0}},
		});
		expect(parseLeniently(getBatch.response, {...batch, credits: {held: 1}})).toEqual({field: 'credits.charged'});
		const {stepSummary: __, ...run} = sampleAnswer(getRun, {}) as Fields;
		expect(parseLeniently(getRun.response, run)).toMatchObject({
			answer: {stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0}},
		});
		// Of another type is not the same as missing.
		expect(parseLeniently(triggerRun.response, {...ticket, enqueuedAt: 7})).toEqual({field: 'enqueuedAt'});
	});
});

describe('a part that may be left out as a whole', () => {
	const {features: _, ...bare} = sampleAnswer(getMe, {}) as Fields;

	it('is left out when it is incomplete', () => {
		const read = parseLeniently(getMe.response, {...bare, features: {scheduleSlots: 3}});
		expect(read).toEqual(parseLeniently(getMe.response, {...bare}));
		expect(read).toHaveProperty('answer');
	});

	it('is not when it says something of another type, and what must be there is still asked for', () => {
		expect(parseLeniently(getMe.response, {...bare, features: {autoAuth: 'yes', scheduleSlots: 3}})).toEqual({
			field: 'features.autoAuth',
		});
		const batch = sampleAnswer(getBatch, {}) as Fields;
		const {passed: __, ...counts} = batch['summary'] as Fields;
		expect(parseLeniently(getBatch.response, {...batch, summary: counts})).toEqual({field: 'summary.passed'});
		const [first, ...others] = batch['members'] as Fields[];
		const {runId: ___, ...member} = first!;
		expect(parseLeniently(getBatch.response, {...batch, members: [member, ...others]})).toEqual({
			field: 'members.0.runId',
		});
	});
});

/** What a service may say to a request that it has carried out, and what a client cannot use. */
const useless: Record<string, (response: ServerResponse) => unknown> = {
	'no body': response => response.writeHead(202).end(),
	'no content': response => response.writeHead(204).end(),
	'a page': response =>
		response.writeHead(202, {'content-type': 'text/html'}).end('<html><body>Accepted</body></html>'),
	'a page that says it is JSON': response =>
		response.writeHead(202, {'content-type': 'application/json'}).end('<!doctype html>'),
	'half a document': response => response.writeHead(202, {'content-type': 'application/json'}).end('{"runId":"run_1",'),
	'a document that breaks off': response => {
		response.writeHead(202, {'content-type': 'application/json', 'content-length': 500});
		response.write('{"runId":"run_1",', () => response.destroy());
	},
	'chunks that break off': response => {
		response.writeHead(202, {'content-type': 'application/json'});
		response.write('{"runId":', () => response.destroy());
	},
	'bytes that are no text': response =>
		response.writeHead(202, {'content-type': 'application/json'}).end(Buffer.from([0xff, 0xfe, 0x00, 0x7b])),
	'a body that is said to be packed': response =>
		response.writeHead(202, {'content-type': 'application/json', 'content-encoding': 'gzip'}).end('{}'),
	null: response => sendJson(response, null, {status: 202}),
	'a list': response => sendJson(response, [], {status: 202}),
	'a number': response => sendJson(response, 17, {status: 202}),
	'a sentence': response => sendJson(response, 'accepted', {status: 202}),
	true: response => sendJson(response, true, {status: 200}),
	'an empty object': response => sendJson(response, {}, {status: 202}),
	'every field of another type': response =>
		sendJson(
			response,
			{runId: 7, batchId: {}, status: [], accepted: 'all', conflicts: 1, deferred: null, closure: 'x', deletions: true},
			{status: 202},
		),
	'every field null': response =>
		sendJson(response, {runId: null, batchId: null, status: null, accepted: null, enqueuedAt: null}, {status: 202}),
	'an envelope around it': response => sendJson(response, {data: {runId: 'run_1'}}, {status: 202}),
	'an error with a status of success': response =>
		sendJson(response, {error: {code: 'INTERNAL', message: 'no'}}, {status: 200}),
	'a redirect': response => response.writeHead(303, {location: '/elsewhere'}).end(),
	'a redirect that repeats': response => response.writeHead(307, {location: '/elsewhere'}).end(),
};

describe('each request that starts a run', () => {
	const triggers = Object.values(routes as Record<string, Route>).filter(({trigger}) => trigger);

	it.each(triggers.map(route => [route.name, route] as const))(
		'is sent once, whatever answers it, and says what became of it: %s',
		async (_, route) => {
			const [params] = [Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, 'x_1']))];
			const told: string[] = [];
			for (const [kind, answer] of Object.entries(useless)) {
				const server = await startServer((__, response) => answer(response));
				const {client, run} = createClient(server.url);
				const outcome = await run(client.call(route, {params, idempotencyKey: 'k'} as never)).then(
					() => 'taken for an answer',
					(error: unknown) => String((error as Error).message),
				);
				const sent = server.received.length;
				if (sent !== 1 || !/a run may be under way|started a run/.test(outcome))
					told.push(`${kind}: ${sent} sent, ${outcome}`);
			}
			expect(told).toEqual([]);
		},
	);
});
