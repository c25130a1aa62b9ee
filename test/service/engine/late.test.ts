import {describe, expect, it} from 'vitest';
import {runTag} from '../../../service/domain/run-tag.ts';
import {accountId, byName, labels, startEngine} from '../../helpers/start-engine.ts';

describe('late tests', () => {
	it('start when all normal tests have ended, whatever their verdicts, and before the teardown tests', async () => {
		const {addTest, runner, runAll, batchUntil, batchEnd} = await startEngine({slots: 4});
		await addTest('Bad input', {phase: 'late', priority: 'p0'});
		await addTest('Fails', {});
		await addTest('Slow', {});
		await addTest('Remove', {category: 'teardown'});
		runner.script('Fails', {status: 'failed'});
		const slow = runner.hold('Slow');
		const late = runner.hold('Bad input');
		const batchId = await runAll();
		await slow.started;
		await batchUntil(batchId, ({summary}) => summary.failed === 1);
		expect(runner.started).not.toContain('Bad input');
		slow.release();
		await late.started;
		expect(runner.started).not.toContain('Remove');
		late.release();
		const batch = await batchEnd(batchId);
		expect(runner.started.slice(2)).toEqual(['Bad input', 'Remove']);
		expect(labels(batch)).toEqual({Fails: 'Failed', Slow: 'Pass', 'Bad input': 'Pass', Remove: 'Pass'});
		expect(batch.waves.map(({wave, kind, total}) => [wave, kind, total])).toEqual([
			[1, 'tests', 2],
			[2, 'tests', 1],
			[3, 'cleanup', 1],
		]);
	});

	it('give their values to consumers, which are late as well', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine({slots: 4});
		await addTest('Use', {consumes: ['id']});
		await addTest('Make late', {phase: 'late', produces: ['id']});
		await addTest('Normal', {});
		runner.script('Make late', {produces: {id: 1}});
		const batch = await batchEnd(await runAll());
		expect(runner.started).toEqual(['Normal', 'Make late', 'Use']);
		expect(byName(batch)['Use']?.wave).toBe(3);
	});

	it('take values of normal tests, and are blocked when there are none', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine({slots: 4});
		await addTest('Make', {produces: ['id']});
		await addTest('Break', {phase: 'late', consumes: ['id']});
		await addTest('Lacks', {phase: 'late', consumes: ['other']});
		await addTest('Fails', {produces: ['other']});
		runner.script('Make', {produces: {id: 7}});
		runner.script('Fails', {status: 'failed'});
		const batch = await batchEnd(await runAll());
		expect(labels(batch)).toEqual({Make: 'Pass', Break: 'Pass', Lacks: 'Blocked', Fails: 'Failed'});
		expect(runner.jobs.find(({testName}) => testName === 'Break')?.variables).toEqual({id: 7});
	});

	it('run alone like any test', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		const id = await addTest('Bad input', {phase: 'late'});
		expect(labels(await batchEnd(await runAll([id])))).toEqual({'Bad input': 'Pass'});
		expect(runner.started).toEqual(['Bad input']);
	});
});

describe('the seed of a batch', () => {
	it('makes the tag of every test another one in every batch', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine({slots: 1});
		await addTest('One', {});
		await addTest('Two', {});
		const first = await batchEnd(await runAll());
		const second = await batchEnd(await runAll());
		const tags = runner.jobs.map(job => job.runTag);
		expect(new Set(tags).size).toBe(4);
		expect(first.seed).not.toBe(second.seed);
		expect(tags[0]).toBe(runTag(first.seed ?? '', byName(first)['One']!.testId, 1));
		expect(tags[0]).toMatch(/^[0-9a-f]{8}$/);
	});

	it('gives the same tags again when it is named', async () => {
		const {addTest, engine, runner, batchEnd} = await startEngine({slots: 1});
		const testId = await addTest('One', {});
		for (let time = 0; time < 2; time++) {
			const {batchId} = await engine.triggerRun(accountId, testId, {source: 'cli', seed: 'tuesday'});
			expect((await batchEnd(batchId)).seed).toBe('tuesday');
		}
		const {batchId} = await engine.rerunTest(accountId, testId, {
			source: 'cli',
			seed: 'tuesday',
			skipDependencies: false,
		});
		await batchEnd(batchId);
		const tags = runner.jobs.map(job => job.runTag);
		expect(new Set(tags)).toEqual(new Set([runTag('tuesday', testId, 1)]));
	});
});
