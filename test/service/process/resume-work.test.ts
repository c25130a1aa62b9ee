import {expect, it} from 'vitest';
import {finishDeletions} from '../../../service/process/resume-work.ts';
import {hideProject} from '../../../service/store/projects/delete-project.ts';
import {hideTest} from '../../../service/store/tests/delete-test.ts';
import {accountId, startEngine} from '../../helpers/start-engine.ts';

it('a deletion that a dead process left half done is ended, its running test included', async () => {
	const {database, engine, runner, projectId, addTest, runAll, batchEnd} = await startEngine();
	const gone = await addTest('gone');
	const kept = await addTest('kept');
	await batchEnd(await runAll());
	const held = runner.hold('gone');
	await runAll([gone]);
	await held.started;
	await hideTest(database, gone);
	await finishDeletions(database, engine);
	expect(runner.executing.size).toBe(0);
	const ids = async (table: 'tests' | 'runs') =>
		(
			await database
				.selectFrom(table)
				.select(table === 'tests' ? 'id' : 'test_id as id')
				.execute()
		).map(({id}) => id);
	expect(await ids('tests')).toEqual([kept]);
	expect(await ids('runs')).toEqual([kept]);
	await hideProject(database, accountId, projectId);
	await finishDeletions(database, engine);
	for (const table of ['projects', 'tests', 'runs', 'batches', 'waves', 'codes'] as const)
		expect(await database.selectFrom(table).selectAll().execute()).toEqual([]);
});
