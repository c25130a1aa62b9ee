import {describe, expect, it} from 'vitest';
import {createCleanupRule} from '../../../contract/routes/cleanup.ts';
import {type CleanupUnderTest, startCleanup} from './start-cleanup.ts';
import {created, outcomes, paths, sweep} from './swept-batch.ts';

describe('teardown tests', () => {
	it('run first, and what they have deleted is not deleted again', async () => {
		const service = await startCleanup(['/users/{id}', '/carts/{id}']);
		await service.addTest('makes a user', [created('/users', 'u1'), created('/carts', 'c1')], {
			produces: ['user_id'],
			script: {produces: {user_id: 'u1'}},
		});
		const teardown = await service.addTest('removes the user', [['DELETE /users/u1', {status: 204}]], {
			consumes: ['user_id'],
			category: 'teardown',
		});
		const batchId = await service.run();
		const view = await service.cleaned(batchId);
		expect(paths(service)).toEqual(['/carts/c1']);
		expect(outcomes(view)).toEqual(['c1 auto', 'u1 test']);
		expect(view.totals).toEqual({deleteCalls: 2, deletedRecords: 2, markedRecords: 0});
		expect(await service.deleteCalls(batchId)).toHaveLength(2);
		const [planned] = view.tests;
		expect(planned).toMatchObject({kind: 'planned', testId: teardown, status: 'Passed', attempts: 1, httpStatus: 204});
		const card = view.cleanedUp.find(({capturedId}) => capturedId === 'u1');
		expect(card).toMatchObject({badge: null, cleanupTest: {cleanupTestId: planned?.cleanupTestId}});
	});

	it('that could not delete are not helped by a second DELETE', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes a user', [created('/users', 'u1')], {
			produces: ['user_id'],
			script: {produces: {user_id: 'u1'}},
		});
		await service.addTest('removes the user', [['DELETE /users/u1', {status: 403, answer: {no: true}}]], {
			consumes: ['user_id'],
			category: 'teardown',
			script: {status: 'failed'},
		});
		const view = await service.cleaned(await service.run());
		expect(paths(service)).toEqual([]);
		expect(view.orphaned).toMatchObject([
			{outcome: 'failed', cleanupTest: {kind: 'planned', status: 'Failed', responseBody: '{"no":true}'}},
		]);
	});

	it('that were refused with 409 are helped by one after the children are gone', async () => {
		const service = await startCleanup(['/teams/{id}', '/teams/{id}/members/{memberId}']);
		const {target} = service;
		target.decide(({url}) =>
			url === '/teams/t1' && !target.deletes.some(({path}) => path === '/teams/t1/members/m1') ? 409 : undefined,
		);
		await service.addTest('makes a team', [created('/teams', 't1'), created('/teams/t1/members', 'm1')], {
			produces: ['team_id'],
			script: {produces: {team_id: 't1'}},
		});
		await service.addTest('removes the team', [['DELETE /teams/t1', {status: 409}]], {
			consumes: ['team_id'],
			category: 'teardown',
			script: {status: 'failed'},
		});
		const view = await service.cleaned(await service.run());
		expect(paths(service)).toEqual(['/teams/t1/members/m1', '/teams/t1']);
		expect(outcomes(view)).toEqual(['m1 auto', 't1 auto']);
		expect(view).toMatchObject({progress: {cleaned: 2, failed: 0}, totals: {deleteCalls: 3}});
	});

	it('make a record without a known DELETE endpoint one that is cleaned up', async () => {
		const service = await startCleanup();
		await service.addTest('makes a letter', [created('/letters', 'l1')], {
			produces: ['letter_id'],
			script: {produces: {letter_id: 'l1'}},
		});
		await service.addTest('removes the letter', [['POST /letters/l1/burn', {status: 200}]], {
			consumes: ['letter_id'],
			category: 'cleanup',
		});
		const view = await service.cleaned(await service.run());
		expect(outcomes(view)).toEqual(['l1 test']);
		expect(view.state).toBe('done');
	});
});

describe('a DELETE endpoint that only a teardown test shows', () => {
	it('serves for the other records of its family', async () => {
		const service = await startCleanup();
		await service.addTest('makes users', [created('/users', 'u-000001'), created('/users', 'u-000002')], {
			produces: ['user_id'],
			script: {produces: {user_id: 'u-000001'}},
		});
		await service.addTest('removes one', [['DELETE /users/u-000001', {status: 204}]], {
			consumes: ['user_id'],
			category: 'teardown',
		});
		const view = await service.cleaned(await service.run());
		expect(outcomes(view)).toEqual(['u-000001 test', 'u-000002 auto']);
		expect(view.progress).toMatchObject({captured: 2, cleaned: 2, pending: 0});
	});
});

describe('rules of cleanup', () => {
	const rule = (instruction: string) => (service: CleanupUnderTest) =>
		service.call(createCleanupRule, {params: {projectId: service.projectId}, body: {instruction}});

	it('keep the records of an endpoint or with a value, and say so', async () => {
		const {view, service} = await sweep(
			['/users/{id}', '/carts/{id}'],
			[created('/users', 1, {name: 'Ada'}), created('/users', 2, {name: 'Bob'}), created('/carts', 3)],
			async one => {
				await rule('keep records of POST /carts')(one);
				await rule('keep the user with name Ada')(one);
			},
		);
		expect(outcomes(view)).toEqual(['1 kept', '2 auto', '3 kept']);
		expect(view.pending.map(({outcome}) => outcome)).toEqual(['kept', 'kept']);
		expect(view.progress).toMatchObject({captured: 3, cleaned: 1, kept: 2, pending: 0});
		expect(paths(service)).toEqual(['/users/2']);
		expect(view.state).toBe('done');
	});

	it('delete one by one', async () => {
		const {service} = await sweep(
			['/users/{id}'],
			Array.from({length: 6}, (_, place) => created('/users', `user-${place}`)),
			rule('delete serially'),
		);
		expect(service.target.peak).toBe(1);
	});
});
