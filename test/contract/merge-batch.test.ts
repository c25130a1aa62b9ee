import fc from '../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {mergeBatch} from '../../contract/merge-batch.ts';
import {mergedBatch} from '../helpers/wire-world.ts';
import {sampleBatch, sampleMember} from '../helpers/wire-samples.ts';

const member = (index: number, status = 'queued', rev = 1) =>
	sampleMember({runId: `run_${index}`, testId: `tst_${index}`, status, rev});
const full = sampleBatch([member(1), member(2), member(3)], {version: 1});
const delta = (version: number, members: ReturnType<typeof member>[]) =>
	sampleBatch(members, {version, delta: true, phase: 'tests', status: 'running'});

describe('answers of the long poll', () => {
	it('change the members they name, in their places', () => {
		const {batch, changed} = mergeBatch(full, delta(2, [member(2, 'running', 2)]));
		expect(batch.members.map(({status}) => status)).toEqual(['queued', 'running', 'queued']);
		expect(batch.members[0]).toBe(full.members[0]);
		expect(changed.map(({runId}) => runId)).toEqual(['run_2']);
		expect(batch.version).toBe(2);
	});

	it('add members that were not known', () => {
		const {batch} = mergeBatch(full, delta(2, [member(4)]));
		expect(batch.members.map(({runId}) => runId)).toEqual(['run_1', 'run_2', 'run_3', 'run_4']);
	});

	it('without rows leave the rows as they are', () => {
		expect(mergeBatch(full, delta(1, [])).batch.members).toBe(full.members);
	});

	it('that are not deltas replace everything', () => {
		const replacement = sampleBatch([member(9)], {version: 5});
		expect(mergeBatch(full, replacement).batch).toBe(replacement);
	});

	it('of another batch replace everything', () => {
		const other = {...delta(7, [member(1)]), batchId: 'bat_2'};
		expect(mergeBatch(full, other).batch).toBe(other);
	});

	it('that are older than what is known change nothing', () => {
		const newer = mergeBatch(full, delta(4, [member(1, 'passed', 4)])).batch;
		expect(mergeBatch(newer, delta(3, [member(1, 'running', 3)])).batch).toBe(newer);
	});

	it('lead to the state of the service, wherever the polls fall', () => {
		const statuses = fc.constantFrom('queued', 'running', 'passed', 'failed');
		const change = fc.record({index: fc.nat(9), status: statuses, isPolled: fc.boolean()});
		fc.assert(
			fc.property(fc.array(change, {maxLength: 40}), changes => {
				let truth = sampleBatch(
					Array.from({length: 10}, (_, index) => member(index)),
					{version: 1},
				);
				const answers = [truth];
				let seen = 1;
				const poll = () => {
					answers.push({...truth, delta: true, members: truth.members.filter(({rev}) => rev > seen)});
					seen = truth.version;
				};
				for (const {index, status, isPolled} of changes) {
					const version = truth.version + 1;
					const members = truth.members.map((row, at) => (at === index ? {...row, status, rev: version} : row));
					truth = {...truth, version, members};
					if (isPolled) poll();
				}
				poll();
				expect(mergedBatch(answers)?.members).toEqual(truth.members);
			}),
			{numRuns: 50},
		);
	});
});
