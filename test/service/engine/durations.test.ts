import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {startEngine} from '../../helpers/start-engine.ts';

describe('tests that have run before', () => {
	it('start in the order of how long they took, where nothing else tells them apart', async () => {
		const {addTest, runAll, batchEnd, runner, database} = await startEngine();
		for (const name of ['quick', 'failed after long', 'slow', 'cancelled', 'slower']) await addTest(name);
		runner.script('failed after long', {status: 'failed', failureKind: 'assertion'});
		const ranked = async () => {
			const {batchId} = await batchEnd(await runAll());
			const rows = await database
				.selectFrom('runs')
				.select('name')
				.where('batch_id', '=', batchId)
				.orderBy('rank')
				.execute();
			return rows.map(({name}) => name);
		};
		// As they were made, as long as nobody knows.
		expect(await ranked()).toEqual(['quick', 'failed after long', 'slow', 'cancelled', 'slower']);
		const seconds = {quick: 1, 'failed after long': 5, slow: 20, cancelled: 600, slower: 50};
		for (const [name, took] of Object.entries(seconds))
			await database
				.updateTable('runs')
				.set({finished_at: sql<number>`started_at + ${sql.lit(took * 1000)}`})
				.where('name', '=', name)
				.execute();
		// What was stopped says nothing.
		await database.updateTable('runs').set({status: 'cancelled'}).where('name', '=', 'cancelled').execute();
		expect(await ranked()).toEqual(['slower', 'slow', 'failed after long', 'quick', 'cancelled']);
	});
});
