import {deleteTest} from '../../../contract/routes/tests.ts';
import {describe, expect, it} from 'vitest';
import {getBatch} from '../../../contract/routes/batches.ts';
import {dismissCleanup, getCleanup} from '../../../contract/routes/cleanup.ts';
import {putCredential} from '../../../contract/routes/authentication.ts';
import {type CleanupUnderTest, startCleanup} from './start-cleanup.ts';
import {created, outcomes, paths, sweep} from './swept-batch.ts';

describe('after the tests of a batch', () => {
	it('records are deleted, children before their parents', async () => {
		const {service, view, batchId} = await sweep(
			['/users/{id}', '/carts/{id}', '/carts/{cartId}/items/{id}'],
			[created('/users', 'u1'), created('/carts', 'c1', {userId: 'u1'}), created('/carts/c1/items', 'i1')],
		);
		expect(paths(service)).toEqual(['/carts/c1/items/i1', '/carts/c1', '/users/u1']);
		expect(view).toMatchObject({
			state: 'done',
			progress: {captured: 3, cleaned: 3, orphaned: 0, failed: 0, pending: 0},
			totals: {deleteCalls: 3, deletedRecords: 3},
		});
		expect(view.cleanedUp.map(({badge}) => badge)).toEqual(['Auto-cleaned', 'Auto-cleaned', 'Auto-cleaned']);
		expect(view.tests.map(({title, status, kind}) => [title, status, kind])).toEqual([
			['Delete items i1', 'Passed', 'sweep'],
			['Delete carts c1', 'Passed', 'sweep'],
			['Delete users u1', 'Passed', 'sweep'],
		]);
		const {body: batch} = await service.call(getBatch, {params: {batchId}});
		expect(batch.cleanup).toMatchObject({state: 'done', captured: 3, cleaned: 3, orphaned: 0, pending: 0});
	});

	it('nothing is cleaned when nothing was created', async () => {
		const {view, service} = await sweep(['/users/{id}'], [['GET /users', {status: 200, answer: []}]]);
		expect(view).toMatchObject({state: 'none', progress: {captured: 0}, tests: []});
		expect(service.target.deletes).toEqual([]);
	});

	it('a record without a DELETE endpoint is listed with its id and source, without any call', async () => {
		const {view} = await sweep([], [created('/letters', 'l1')]);
		expect(view).toMatchObject({state: 'none', totals: {deleteCalls: 0}});
		expect(view.orphaned).toMatchObject([
			{
				capturedId: 'l1',
				sourceEndpoint: {method: 'POST', path: '/letters'},
				outcome: 'orphaned',
				reason: 'no_delete_endpoint',
				badge: 'Might be orphaned',
				label: '/letters',
				cleanupTest: null,
			},
		]);
	});

	it('a record carries the name of the variable that its handle was captured under', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes a user', [created('/users', 7)], {
			produces: ['user_id'],
			script: {produces: {user_id: 7}},
		});
		const view = await service.cleaned(await service.run());
		expect(view.cleanedUp).toMatchObject([{label: 'user_id', createdBy: {title: 'makes a user'}}]);
	});

	it('a record of a test that was deleted is told without an id in the place of the name', async () => {
		const service = await startCleanup(['/users/{id}']);
		const testId = await service.addTest('makes a user', [created('/users', 7)]);
		// With its last test the batch would go.
		await service.addTest('makes another', [created('/users', 8)]);
		const batchId = await service.run();
		await service.cleaned(batchId);
		await service.call(deleteTest, {params: {testId}});
		const {cleanedUp} = await service.cleaned(batchId);
		expect(cleanedUp.map(({createdBy}) => createdBy.title).sort()).toEqual(['a deleted test', 'makes another']);
	});

	it('a failed test is cleaned up after like any other', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('fails', [created('/users', 1)], {script: {status: 'failed'}});
		const view = await service.cleaned(await service.run());
		expect(outcomes(view)).toEqual(['1 auto']);
		expect(view.state).toBe('done');
	});

	it('at most four DELETEs of one family are sent at once', async () => {
		const {service, view} = await sweep(
			['/users/{id}'],
			Array.from({length: 12}, (_, place) => created('/users', `user-${place}`)),
			({target}) => {
				// None is answered before a second one has come, however fast this machine is.
				const second = new Promise<void>(resolve => {
					target.onDelete = async () => {
						if (target.peak > 1) resolve();
						await second;
						return undefined;
					};
				});
			},
		);
		expect(view.progress.cleaned).toBe(12);
		expect(service.target.peak).toBeLessThanOrEqual(4);
	});
});

describe('the answer of a DELETE', () => {
	it('404 counts as cleaned up, 200 and 202 too', async () => {
		const {view} = await sweep(
			['/users/{id}'],
			[created('/users', 1), created('/users', 2), created('/users', 3)],
			({target}) => {
				target.reply('/users/1', 404);
				target.reply('/users/2', 202);
				target.reply('/users/3', {status: 200, body: {archived: true}});
			},
		);
		expect(outcomes(view)).toEqual(['1 auto', '2 auto', '3 auto']);
	});

	it('5xx is tried three times, then the record might be orphaned', async () => {
		const {view, service} = await sweep(['/users/{id}'], [created('/users', 1)], ({target}) =>
			target.reply('/users/1', 500),
		);
		expect(paths(service)).toHaveLength(3);
		expect(view.state).toBe('failed');
		expect(view.orphaned).toMatchObject([
			{outcome: 'orphaned', reason: 'delete_failed', cleanupTest: {status: 'Failed', httpStatus: 500, attempts: 3}},
		]);
	});

	it('500 that works at the second try, or that had deleted, is cleaned up', async () => {
		const {view, service} = await sweep(
			['/users/{id}'],
			[created('/users', 1), created('/users', 2), created('/users', 3)],
			({target}) => {
				target.reply('/users/1', 500, 204);
				target.reply('/users/2', 500, 404);
				// It always answers 500, and yet the record is gone.
				target.reply('/users/3', 500);
				target.reading('/users/3', 404);
			},
		);
		expect(outcomes(view)).toEqual(['1 auto', '2 auto', '3 auto']);
		expect(service.target.deletes).toHaveLength(7);
	});

	it('that a repeated DELETE refuses, after a try that had deleted, is settled by reading the record', async () => {
		const {view} = await sweep(['/users/{id}'], [created('/users', 1), created('/users', 2)], ({target}) => {
			target.reply('/users/1', 500, 403);
			target.reading('/users/1', 404);
			target.reply('/users/2', 500, 400);
			target.reading('/users/2', 200);
		});
		expect(outcomes(view)).toEqual(['1 auto', '2 failed']);
	});

	it('that never comes because the connection drops is a failure of transport', async () => {
		const {view, recorded} = await sweep(['/users/{id}'], [created('/users', 1), created('/users', 2)], ({target}) => {
			target.reply('/users/1', 'drop');
			target.reply('/users/2', 'drop');
			target.reading('/users/2', 404);
		});
		expect(outcomes(view)).toEqual(['1 orphaned', '2 auto']);
		// Three each, and one more of the first alone, after the others.
		expect(recorded).toHaveLength(7);
		expect(recorded.every(({status, detail}) => status === null && JSON.parse(detail).error)).toBe(true);
	});

	it.each([400, 403, 422, 301])('%i fails the cleanup test and keeps the body', async status => {
		const body = {message: 'no', filler: 'ä'.repeat(4096)};
		const {view, service} = await sweep(['/users/{id}'], [created('/users', 1)], ({target}) =>
			target.reply('/users/1', {status, body}),
		);
		expect(paths(service)).toHaveLength(1);
		const [card] = view.orphaned;
		expect(card).toMatchObject({outcome: 'failed', badge: null, reason: null});
		expect(card?.cleanupTest).toMatchObject({status: 'Failed', httpStatus: status});
		const kept = card?.cleanupTest?.responseBody ?? '';
		expect(kept.startsWith('{"message":"no"')).toBe(true);
		expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(4096);
		expect(Buffer.byteLength(kept)).toBeGreaterThan(4090);
		expect(view.state).toBe('failed');
	});

	it('415 is answered by naming the kind of body that is not there', async () => {
		const {view, service} = await sweep(['/users/{id}'], [created('/users', 1)], ({target}) =>
			target.decide(request => (request.headers['content-type'] === 'application/json' ? undefined : 415)),
		);
		expect(outcomes(view)).toEqual(['1 auto']);
		expect(service.target.deletes.map(({headers}) => headers['content-type'])).toEqual([undefined, 'application/json']);
	});

	it('409 of a parent is tried once more after the others', async () => {
		const {view, service} = await sweep(
			['/users/{id}', '/notes/{id}'],
			// Nothing in the request says that the note belongs to the user.
			[created('/users', 'u1'), created('/notes', 'n1')],
			({target}) =>
				target.decide(({url}) =>
					url === '/users/u1' && !target.deletes.some(({path}) => path === '/notes/n1') ? 409 : undefined,
				),
		);
		expect(outcomes(view)).toEqual(['n1 auto', 'u1 auto']);
		expect(service.target.deletes.length).toBeLessThanOrEqual(3);
	});

	it('409 that stays fails', async () => {
		const {view, service} = await sweep(['/users/{id}'], [created('/users', 1)], ({target}) =>
			target.reply('/users/1', {status: 409, body: {error: 'in use'}}),
		);
		expect(paths(service)).toHaveLength(2);
		expect(view.orphaned).toMatchObject([
			{outcome: 'failed', cleanupTest: {httpStatus: 409, attempts: 2, responseBody: '{"error":"in use"}'}},
		]);
	});
});

describe('a store that is busy', () => {
	/** Refuses DELETEs that are under way with others; the first one waits for company. */
	function sweepLocked(status: number) {
		let under = 0;
		let meet = () => {};
		const company = new Promise<void>(resolve => {
			meet = resolve;
		});
		const users = Array.from({length: 6}, (_, place) => created('/users', `user-${place}`));
		return sweep(['/users/{id}'], users, ({target}) => {
			target.onDelete = async () => {
				if (++under > 1) meet();
				await (target.deletes.length < 3 ? company : null);
				const isAlone = under === 1;
				under--;
				return isAlone ? undefined : status;
			};
		});
	}

	it.each([423, 500, 503])('and answers %i to DELETEs beside others ends clean', async status => {
		const {view} = await sweepLocked(status);
		expect(view).toMatchObject({state: 'done', progress: {captured: 6, cleaned: 6}});
	});

	it('and stays so leaves its records, each tried once alone', async () => {
		const {view, service} = await sweep(['/users/{id}'], [created('/users', 1), created('/users', 2)], ({target}) =>
			target.decide(() => 503),
		);
		expect(outcomes(view)).toEqual(['1 orphaned', '2 orphaned']);
		// Three beside each other; alone one and its repetition.
		expect(paths(service).slice(6)).toEqual(['/users/2', '/users/2', '/users/1', '/users/1']);
	});
});

describe('after the sweep', () => {
	it('what is not there any more is gone, and is said to be gone with its parent', async () => {
		const {view} = await sweep(
			['/boards/{id}', '/boards/{boardId}/cards/{id}'],
			[created('/boards', 'b1'), created('/boards/b1/cards', 'c1'), created('/boards/b1/notes', 'n1')],
			({target}) => {
				// The card cannot be deleted by itself; both go with their board.
				target.reply('/boards/b1/cards/c1', 405);
				target.decide(({url}) => {
					if (url !== '/boards/b1') return undefined;
					for (const path of ['/boards/b1/cards/c1', '/boards/b1/notes/n1']) target.lose(path);
					return undefined;
				});
			},
		);
		expect(outcomes(view)).toEqual(['b1 auto', 'c1 gone', 'n1 gone']);
		expect(view.cleanedUp.map(({note}) => note)).toEqual([null, 'gone with Board b1', 'gone with Board b1']);
		expect(view).toMatchObject({state: 'done', progress: {captured: 3, cleaned: 3, orphaned: 0, failed: 0}});
	});

	it('a record that failed to be deleted can be dismissed and comes back as it was', async () => {
		const {service, batchId, view} = await sweep(['/users/{id}'], [created('/users', 1)], ({target}) =>
			target.reply('/users/1', 409),
		);
		const resourceIds = view.orphaned.map(({resourceId}) => resourceId);
		const params = {batchId};
		const {body} = await service.call(dismissCleanup, {params, body: {resourceIds}});
		expect(body).toMatchObject({dismissed: resourceIds});
		expect((await service.call(getCleanup, {params})).body).toMatchObject({state: 'done', orphaned: []});
		await service.call(dismissCleanup, {params, body: {resourceIds, restore: true}});
		expect(outcomes((await service.call(getCleanup, {params})).body)).toEqual(['1 failed']);
	});
});

describe('the credentials of the sweep', () => {
	it('that a test used on its own and nobody else knows leave its record: no DELETE goes out without them', async () => {
		const {view, service} = await sweep(
			['/users/{id}'],
			[['POST /users', {answer: {id: 1}, headers: {Authorization: '•••'}}]],
		);
		expect(paths(service)).toEqual([]);
		expect(view.orphaned).toMatchObject([
			{outcome: 'orphaned', reason: 'no_credential', cleanupTest: {attempts: 0, httpStatus: null}},
		]);
		expect(view.totals.deleteCalls).toBe(0);
	});

	const needsToken = (token: string) => (service: CleanupUnderTest) =>
		service.target.decide(({headers}) => (headers.authorization === `Bearer ${token}` ? undefined : 401));

	it('are those of the project', async () => {
		const {view, recorded} = await sweep(['/users/{id}'], [created('/users', 1)], async service => {
			needsToken('secret-of-the-shop')(service);
			await service.call(putCredential, {
				params: {projectId: service.projectId},
				body: {authType: 'Bearer token', credential: 'secret-of-the-shop'},
			});
		});
		expect(outcomes(view)).toEqual(['1 auto']);
		expect(recorded.map(({detail}) => detail).join()).not.toContain('secret-of-the-shop');
	});

	it('are the captured token of the test that created the record, when the project has none', async () => {
		const service = await startCleanup(['/users/{id}']);
		needsToken('token-of-a-test')(service);
		await service.addTest('logs in', [['POST /login', {status: 200, answer: {token: 'token-of-a-test'}}]], {
			produces: ['access_token'],
			script: {produces: {access_token: 'token-of-a-test'}},
		});
		await service.addTest('makes a user', [['POST /users', {answer: {id: 1}, headers: {Authorization: '•••'}}]], {
			consumes: ['access_token'],
		});
		const batchId = await service.run();
		expect(outcomes(await service.cleaned(batchId))).toEqual(['1 auto']);
		expect((await service.deleteCalls(batchId)).map(({detail}) => detail).join()).not.toContain('token-of-a-test');
	});

	it('that are refused without auto-auth fail the cleanup test after one call', async () => {
		const {view, service} = await sweep(['/users/{id}'], [created('/users', 1)], needsToken('other'));
		expect(paths(service)).toHaveLength(1);
		expect(view.orphaned).toMatchObject([{outcome: 'failed', cleanupTest: {httpStatus: 401}}]);
	});

	it('go with the headers that said for whom a request was', async () => {
		const {service} = await sweep(
			['/users/{id}'],
			[['POST /users', {answer: {id: 1}, headers: {'X-Tenant': 'blue', 'X-Request-Id': 'r1'}}]],
		);
		expect(service.target.deletes[0]?.headers).toMatchObject({'x-tenant': 'blue'});
		expect(service.target.deletes[0]?.headers).not.toHaveProperty('x-request-id');
	});
});
