import {describe, expect, it} from 'vitest';
import {activeRowId, attention, producerRowId, selectBatchRows, waveRowIds} from '../../../source/stores/batch-rows.ts';
import {sampleBatch, sampleMember} from '../../helpers/wire-samples.ts';

const blocked = {
	status: 'blocked',
	blockedBy: {
		variable: 'orderId',
		reason: 'producer_failed',
		producer: {testId: 'tst_a', title: 'a'},
		didYouMean: null,
	},
} as const;
const members = [
	sampleMember({runId: 'run_c', testId: 'tst_c', name: 'c', wave: 2, ...blocked}),
	sampleMember({runId: 'run_b', testId: 'tst_b', name: 'b', wave: 1, status: 'passed'}),
	sampleMember({runId: 'run_a', testId: 'tst_a', name: 'a', wave: 1, status: 'failed'}),
	sampleMember({runId: 'run_d', testId: 'tst_d', name: 'd', wave: 2, status: 'running'}),
	sampleMember({
		runId: 'run_e',
		testId: 'tst_e',
		name: 'e',
		wave: 3,
		status: 'blocked',
		label: 'Skipped',
		role: 'teardown',
	}),
];
const batch = sampleBatch(members);
const ids = (...args: [filter?: string, only?: string | null, folded?: string[]]) =>
	selectBatchRows()(batch, args[0] ?? '', args[1] ?? null, args[2] ?? []).map(({id}) => id);

describe('lines of a run', () => {
	it('are what runs first, then what failed, then the others in the order of waves and names', () => {
		expect(ids()).toEqual(['wave 2', 'run_d', 'run_c', 'wave 1', 'run_a', 'run_b', 'wave 3', 'run_e']);
		const passed = sampleBatch(members.map(member => sampleMember({...member, status: 'passed', label: undefined})));
		const rows = selectBatchRows()(passed, '', null, []).map(({id}) => id);
		expect(rows).toEqual(['wave 1', 'run_a', 'run_b', 'wave 2', 'run_c', 'run_d', 'wave 3', 'run_e']);
	});

	it('of a folded wave are its head only', () => {
		expect(ids('', null, ['wave 1'])).toEqual(['wave 2', 'run_d', 'run_c', 'wave 1', 'wave 3', 'run_e']);
	});

	it('that need attention are failed and blocked ones, not skipped ones', () => {
		expect(ids('', attention)).toEqual(['wave 2', 'run_c', 'wave 1', 'run_a']);
	});

	it('match every word of the filter in name or status', () => {
		expect(ids('d running')).toEqual(['wave 2', 'run_d']);
		expect(ids('nothing')).toEqual([]);
	});

	it('count members by status', () => {
		const rows = selectBatchRows()(batch, '', null, []);
		expect(rows.find(({id}) => id === 'wave 1')).toMatchObject({kind: 'wave', counts: {Pass: 1, Failed: 1}});
	});

	it('are the same array while nothing changed', () => {
		const select = selectBatchRows();
		const folded: string[] = [];
		const rows = select(batch, '', null, folded);
		expect(select({...batch, version: 9}, '', null, folded)).toBe(rows);
		expect(select(batch, 'a', null, folded)).not.toBe(rows);
	});

	it('keep their order when members change', () => {
		const select = selectBatchRows();
		select(batch, '', null, []);
		const changed = batch.members.map(member => (member.runId === 'run_a' ? {...member, name: 'z'} : member));
		const rows = select({...batch, members: changed}, '', null, []);
		expect(rows.map(({id}) => id).slice(3, 6)).toEqual(['wave 1', 'run_a', 'run_b']);
	});
});

describe('where a run is', () => {
	it('is its first running member, else its first pending one, else nowhere', () => {
		const rowsOf = (statuses: string[]) =>
			selectBatchRows()(
				sampleBatch(statuses.map((status, index) => sampleMember({runId: `run_${index}`, name: `${index}`, status}))),
				'',
				null,
				[],
			);
		expect(activeRowId(rowsOf(['passed', 'queued', 'running']))).toBe('run_2');
		expect(activeRowId(rowsOf(['passed', 'queued']))).toBe('run_1');
		expect(activeRowId(rowsOf(['passed']))).toBe(null);
	});
});

describe('the producer of a member', () => {
	it('is the one that blocks it, or the first it waits for', () => {
		const [c] = members;
		expect(c && producerRowId(batch, c)).toBe('run_a');
		const waiting = sampleMember({runId: 'run_x', waitingFor: [{testId: 'tst_b', title: 'b'}]});
		expect(producerRowId(batch, waiting)).toBe('run_b');
	});

	it('is none where it is not in the batch or nothing is missing', () => {
		expect(producerRowId(batch, sampleMember({waitingFor: [{testId: 'tst_z', title: 'z'}]}))).toBe(null);
		expect(producerRowId(batch, sampleMember())).toBe(null);
	});
});

describe('waves', () => {
	it('are told by their ids in order', () => {
		expect(waveRowIds(batch)).toEqual(['wave 1', 'wave 2', 'wave 3']);
	});
});
