import {describe, expect, it} from 'vitest';
import {forgetOldHistory} from '../../../service/process/keep-history-bounded.ts';
import {accountId, forever, startEngine} from '../../helpers/start-engine.ts';

const dayMs = 86_400_000;

/** Runs one test `count` times and answers the batches, oldest first. */
async function ranTimes(count: number) {
	const fixture = await startEngine();
	const testId = await fixture.addTest('a', {produces: ['x']});
	fixture.runner.script('a', {produces: {x: 1}});
	const batchIds: string[] = [];
	for (let n = 0; n < count; n++) {
		const batchId = await fixture.runAll();
		await fixture.batchEnd(batchId);
		batchIds.push(batchId);
	}
	const kept = async () =>
		(await fixture.database.selectFrom('batches').select('id').orderBy('id').execute()).map(({id}) => id);
	return {...fixture, testId, batchIds, kept};
}

describe('history', () => {
	it('of the last year stays', async () => {
		const {database, batchIds, kept} = await ranTimes(12);
		const now = () => Date.now() + 364 * dayMs;
		expect(await forgetOldHistory({database, now}, forever)).toBe(0);
		expect(await kept()).toEqual(batchIds);
	});

	it('that is older goes with its runs, captures and waves, except the last ten batches', async () => {
		const {database, batchIds, kept, engine, testId} = await ranTimes(12);
		const now = () => Date.now() + 366 * dayMs;
		expect(await forgetOldHistory({database, now}, forever)).toBe(2);
		expect(await kept()).toEqual(batchIds.slice(2));
		for (const table of ['runs', 'captures', 'waves'] as const) {
			const rows = await database.selectFrom(table).select('batch_id').distinct().execute();
			expect(rows.map(row => row.batch_id).sort()).toEqual(batchIds.slice(2));
		}
		expect((await engine.readResult(accountId, testId)).verdict).toBe('passed');
		expect(await forgetOldHistory({database, now}, forever)).toBe(0);
	});

	it('of a project that is gone is not kept for it', async () => {
		const {database, kept} = await ranTimes(2);
		await database.deleteFrom('projects').execute();
		await forgetOldHistory({database, now: () => Date.now() + 366 * dayMs}, forever);
		expect(await kept()).toEqual([]);
	});

	it('stays where it is when the service stops', async () => {
		const {database, batchIds, kept} = await ranTimes(11);
		await forgetOldHistory({database, now: () => Date.now() + 366 * dayMs}, AbortSignal.abort());
		expect(await kept()).toEqual(batchIds);
	});
});
