import {describe, expect, it} from 'vitest';
import {compareBatches, comparisonSentence, type MemberChange} from '../../../source/view-model/compare-batches.ts';
import {sampleBatch, sampleMember} from '../../helpers/wire-samples.ts';

const batchOf = (statuses: Record<string, string>, createdAt: string, durationMs: number | null = 100) => ({
	...sampleBatch(
		Object.entries(statuses).map(([testId, status]) => sampleMember({testId, name: testId, status, durationMs})),
	),
	createdAt,
});
const early = '2026-01-31T09:00:00.000Z';
const late = '2026-01-31T10:00:00.000Z';

describe('two batches side by side', () => {
	it.each<[string, string, MemberChange]>([
		['passed', 'failed', 'newly failed'],
		['cancelled', 'failed', 'newly failed'],
		['passed', 'blocked', 'newly blocked'],
		['failed', 'passed', 'recovered'],
		['blocked', 'passed', 'recovered'],
		['failed', 'blocked', 'changed'],
		['blocked', 'failed', 'changed'],
		['passed', 'cancelled', 'changed'],
		['cancelled', 'passed', 'changed'],
		['failed', 'failed', 'still broken'],
		['blocked', 'blocked', 'still broken'],
		['passed', 'passed', 'same'],
		['cancelled', 'cancelled', 'same'],
	])('say of a test that was %s and is %s: %s', (before, after, change) => {
		const {members} = compareBatches(batchOf({tst_1: before}, early), batchOf({tst_1: after}, late));
		expect(members.map(member => member.change)).toEqual([change]);
	});

	it('name the tests that only one of them has', () => {
		const {members} = compareBatches(batchOf({tst_1: 'passed'}, early), batchOf({tst_2: 'passed'}, late));
		expect(members.map(({testId, change}) => [testId, change])).toEqual([
			['tst_2', 'added'],
			['tst_1', 'gone'],
		]);
	});

	it.each<[string, boolean, boolean, MemberChange[]]>([
		['the later is of some tests', true, false, ['added', 'left out']],
		['the earlier is of some tests', false, true, ['gone', 'left out']],
		['both are of some tests', false, false, ['left out', 'left out']],
	])('call no test gone or added that a run has only left out: %s', (_what, isEarlyOfAll, isLateOfAll, changes) => {
		const before = {...batchOf({tst_1: 'passed', tst_3: 'failed'}, early), wholeProject: isEarlyOfAll};
		const after = {...batchOf({tst_2: 'passed', tst_3: 'failed'}, late), wholeProject: isLateOfAll};
		const {members} = compareBatches(before, after);
		const others = members.filter(({testId}) => testId !== 'tst_3').map(({change}) => change);
		expect(others).toEqual(changes);
		expect(members.find(({testId}) => testId === 'tst_3')?.change).toBe('still broken');
	});

	it('put what changed first, then go by name', () => {
		const before = batchOf({d: 'passed', c: 'passed', b: 'failed', a: 'passed', e: 'failed'}, early);
		const after = batchOf({a: 'passed', b: 'passed', c: 'failed', d: 'failed', e: 'failed'}, late);
		const {members, counts} = compareBatches(before, after);
		expect(members.map(({testId}) => testId)).toEqual(['c', 'd', 'b', 'e', 'a']);
		expect(comparisonSentence({counts})).toBe('2 newly failed, 1 recovered, 1 still broken, 1 same');
	});

	it('take the one that started first as before, whichever is named first', () => {
		const [before, after] = [batchOf({tst_1: 'passed'}, early), batchOf({tst_1: 'failed'}, late)];
		expect(compareBatches(after, before)).toEqual(compareBatches(before, after));
	});

	it('tell how much longer a test took, where both ended', () => {
		const [then, now] = [batchOf({tst_1: 'passed'}, early, 100), batchOf({tst_1: 'passed'}, late, 350)];
		expect(compareBatches(then, now).members[0]?.slowerMs).toBe(250);
		expect(compareBatches(then, batchOf({tst_1: 'running'}, late, null)).members[0]?.slowerMs).toBeNull();
	});

	it('have nothing to tell of two empty ones', () => {
		const comparison = compareBatches(batchOf({}, early), batchOf({}, late));
		expect(comparison.members).toEqual([]);
		expect(comparisonSentence(comparison)).toBe('no tests');
	});
});
