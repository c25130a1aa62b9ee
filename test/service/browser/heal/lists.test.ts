import {describe, expect, it} from 'vitest';
import {recordedDrifts} from '../../../helpers/looks.ts';
import {readDriftList, recordDrifts} from '../../../helpers/record-drifts.ts';
import {replayDrift} from '../../../helpers/replay-drift.ts';

/** Lists of changes of pages, each written by somebody who had not seen how repairs are decided. */
const lists = [
	{name: 'first', kept: 25},
	{name: 'second', kept: 18},
	{name: 'third', kept: 31},
	{name: 'fourth', kept: 33},
	{name: 'fifth', kept: 29},
];

// `UPDATE_DRIFTS=1` opens the pages anew in a real browser; else what was recorded of them is read.
if (process.env['UPDATE_DRIFTS'])
	it.each(lists)('list $name is recorded', async ({name}) => {
		await recordDrifts(name);
		expect(recordedDrifts(name)).toHaveLength(readDriftList(name).drifts.length + readDriftList(name).mustNot.length);
	});

describe.each(lists)('of the list $name', ({name, kept}) => {
	const drifts = recordedDrifts(name);

	it.each(drifts.filter(({kind}) => kind === 'mustNot'))('nothing else is taken for $id: $step', async drift => {
		expect(await replayDrift(drift)).toMatchObject({isRight: true});
	});

	it('what changed is found again as often as ever, and never another one', async () => {
		const outcomes = await Promise.all(
			drifts.filter(({kind}) => kind === 'drift').map(async one => ({id: one.id, ...(await replayDrift(one))})),
		);
		if (process.env['TELL_DRIFTS'])
			console.log(outcomes.map(one => `${one.id} ${one.did} ${one.isRight} ${one.told}`).join('\n'));
		expect(outcomes.filter(({did, isRight}) => did !== 'refused' && !isRight)).toEqual([]);
		expect(outcomes.filter(({isRight}) => isRight).length).toBeGreaterThanOrEqual(kept);
	});
});
