import {expect, it, vi} from 'vitest';
import {accountId, insertDefaultEnvironment, openStore, startEngine} from '../../helpers/start-engine.ts';

/** A project that may execute `most` tests at once, and another one without a limit, of one account. */
async function twoProjects(most: number, tests: number) {
	const store = await openStore();
	const {database, newId, projectId: limited} = store;
	const other = newId('prj');
	const project = await database.selectFrom('projects').selectAll().where('id', '=', limited).executeTakeFirstOrThrow();
	await database.updateTable('projects').set({max_parallel: most}).where('id', '=', limited).execute();
	await database
		.insertInto('projects')
		.values({...project, id: other, name: 'Other'})
		.execute();
	await insertDefaultEnvironment(database, other, 'http://127.0.0.1:1');
	const names = Array.from({length: tests}, (_, place) => `Limited ${place}`);
	const ids: string[] = [];
	for (const name of names) ids.push(await store.addTest(name));
	const free = await store.addTest('Free');
	await database.updateTable('tests').set({project_id: other}).where('id', '=', free).execute();
	return {store, names, ids, free};
}

const executing = (database: Awaited<ReturnType<typeof openStore>>['database'], projectId: string) =>
	database
		.selectFrom('runs')
		.select('name')
		.where('project_id', '=', projectId)
		.where('status', '=', 'running')
		.orderBy('name')
		.execute();

it('a project executes no more tests at once than it says, over all its batches, and others go on beside it', async () => {
	const {store, names, ids, free} = await twoProjects(2, 6);
	const {runner, engine, runAll, batchEnd, database, projectId} = await startEngine({slots: 4, store});
	const held = names.map(name => runner.hold(name));
	const first = await runAll(ids.slice(0, 3));
	const second = await runAll(ids.slice(3));
	await Promise.race(held.map(({started}) => started));
	// It has waited behind six that are ready, of which two execute.
	const ticket = await engine.triggerRun(accountId, free, {source: 'cli'});
	await batchEnd(ticket.batchId);
	let most = 0;
	for (let ended = 0; ended < names.length; ended++) {
		const now = await executing(database, projectId);
		most = Math.max(most, now.length);
		const [one] = now;
		const place = names.indexOf(one!.name);
		held[place]!.release();
		// A slot of the project is free: the next of it starts with the end that is stored.
		await vi.waitFor(async () =>
			expect((await executing(database, projectId)).map(({name}) => name)).not.toContain(one!.name),
		);
	}
	await batchEnd(first);
	await batchEnd(second);
	expect(most).toBe(2);
	expect(runner.started.indexOf('Free')).toBeLessThanOrEqual(2);
});

it('a limit that is set while tests execute lets them end and starts no more', async () => {
	const {store, names, ids} = await twoProjects(3, 4);
	const {runner, runAll, batchEnd, database, projectId} = await startEngine({slots: 4, store});
	const held = names.map(name => runner.hold(name));
	const batch = await runAll(ids);
	await Promise.all(held.slice(0, 3).map(({started}) => started));
	await database.updateTable('projects').set({max_parallel: 1}).where('id', '=', projectId).execute();
	held[0]!.release();
	await vi.waitFor(async () =>
		expect(await executing(database, projectId)).toEqual([{name: 'Limited 1'}, {name: 'Limited 2'}]),
	);
	for (const {release} of held) release();
	await batchEnd(batch);
	expect(runner.started).toHaveLength(4);
});
