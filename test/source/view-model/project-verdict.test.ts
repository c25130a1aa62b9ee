import {describe, expect, it} from 'vitest';
import {projectVerdict, passRates} from '../../../source/view-model/project-verdict.ts';
import {sampleBatch, sampleMember} from '../../helpers/wire-samples.ts';

const batch = (batchId: string, trigger: string, status: string) =>
	sampleBatch([sampleMember({status})], {batchId, trigger, status});

describe('how a project stands', () => {
	const whole = {red: batch('red', 'run_all', 'failed'), green: batch('green', 'run_all', 'passed')};
	const part = {red: batch('part red', 'rerun', 'blocked'), green: batch('part green', 'run', 'passed')};

	it.each([
		['the newest run of all tests', [whole.green, whole.red], 'green', false],
		['a red run, though a part of it passed since', [part.green, whole.red], 'red', false],
		['a part that failed since all passed', [part.green, part.red, whole.green], 'part red', true],
		['a run of all, where a part passed as well', [part.green, whole.green], 'green', false],
		['a part where nothing else ran', [part.green], 'part green', true],
	])('is what it says: %s', (_what, batches, id, isPartial) => {
		expect(projectVerdict(batches)).toMatchObject({batch: {batchId: id}, isPartial});
	});

	it('takes the word of the service for what is a part, however it was asked for', () => {
		const named = {...part.green, wholeProject: true};
		expect(projectVerdict([named, whole.red])).toMatchObject({batch: {batchId: 'part green'}, isPartial: false});
		const some = {...batch('some', 'rerun_all', 'passed'), wholeProject: false};
		expect(projectVerdict([some, whole.red])).toMatchObject({batch: {batchId: 'red'}});
	});

	it('is not what a part said whose failures have run again since', () => {
		const over = {...part.red, unresolved: 0};
		expect(projectVerdict([part.green, over])).toMatchObject({batch: {batchId: 'part green'}, isPartial: true});
		expect(projectVerdict([part.green, over, whole.green])).toMatchObject({batch: {batchId: 'green'}});
		const left = {...part.red, unresolved: 1};
		expect(projectVerdict([part.green, left])).toMatchObject({batch: {batchId: 'part red'}});
	});

	it.each(['failed', 'blocked'])('is not what a whole run that %s said before all its failures ran again', status => {
		const over = {...batch('over', 'run_all', status), unresolved: 0};
		expect(projectVerdict([part.green, over])).toMatchObject({batch: {batchId: 'part green'}, isPartial: true});
		expect(projectVerdict([part.green, {...part.red, unresolved: 1}, over])).toMatchObject({
			batch: {batchId: 'part red'},
		});
		expect(projectVerdict([part.green, {...over, unresolved: 1}])).toMatchObject({batch: {batchId: 'over'}});
		expect(projectVerdict([over])).toMatchObject({batch: {batchId: 'over'}, isPartial: false});
	});

	it('stays cancelled where what was cancelled did not run again', () => {
		const stopped = {...batch('stopped', 'run_all', 'cancelled'), unresolved: 0};
		expect(projectVerdict([part.green, stopped])).toMatchObject({batch: {batchId: 'stopped'}});
	});

	it('is not made green by a test list that a schedule runs', () => {
		const list = {...batch('list', 'schedule', 'passed'), testListId: 'lst_1'};
		expect(projectVerdict([list, whole.red])).toMatchObject({batch: {batchId: 'red'}});
	});

	it('is not known before it ran', () => {
		expect(projectVerdict([])).toBe(null);
	});

	it('has a pass rate of whole runs alone', () => {
		expect(passRates([part.green, whole.red])).toEqual([0]);
	});
});
