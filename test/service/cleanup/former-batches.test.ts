import {describe, expect, it} from 'vitest';
import {startCleanup} from './start-cleanup.ts';

describe('a record that a former batch has shown', () => {
	it('is nobody’s to delete, also after many batches, until something has deleted it', async () => {
		const service = await startCleanup(['/tags/{id}', '/users/{id}']);
		const list = ['GET /tags', {status: 200, answer: [{id: 5, name: 'x'}]}] as const;
		await service.addTest('shows a tag', [[...list]]);
		await service.addTest('makes a user', [['POST /users', {answer: {id: 1}}]]);
		await service.cleaned(await service.run());
		await service.addTest('gets or creates', [['POST /tags', {status: 200, sent: {label: 'x'}, answer: {id: 5}}]]);
		await service.addTest('makes a user again', [['POST /users', {answer: {id: 1}}]]);
		for (const name of ['shows a tag', 'makes a user']) service.runner.script(name, {});
		const second = await service.run();
		const view = await service.cleaned(second);
		expect(view.calls?.map(({method, path, reason}) => `${method} ${path} ${reason}`)).toEqual([
			'POST /tags known_record',
		]);
		// The sweep of the first batch deleted the user 1; the server has used its id again.
		const [user] = [...view.cleanedUp, ...view.orphaned];
		expect([user?.capturedId, user?.proof?.kind]).toEqual(['1', 'server_id']);
		expect((await service.deleteCalls(second)).map(({url}) => new URL(url).pathname)).toContain('/users/1');
		expect((await service.deleteCalls(second)).map(({url}) => url).join()).not.toContain('/tags');
	});
});
