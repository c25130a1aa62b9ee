import {expect, it} from 'vitest';
import {mergeCleanup} from '../../../source/view-model/merge-cleanup.ts';
import {sampleCard, sampleCleanup} from '../../helpers/cleanup-samples.ts';

const [one, two, three] = ['one', 'two', 'three'].map(name => sampleCard({resourceId: `res_${name}`, label: name}));
const labels = (cards: ReadonlyArray<{label: string}>) => cards.map(({label}) => label);

it('a record moves to the section that the answer has it in, the others stay where they are', () => {
	const known = sampleCleanup({version: 3, pending: [one!, two!, three!]});
	const merged = mergeCleanup(
		known,
		sampleCleanup({version: 4, delta: true, cleanedUp: [{...two!, outcome: 'auto'}], state: 'running'}),
	);
	expect(labels(merged.pending)).toEqual(['one', 'three']);
	expect(labels(merged.cleanedUp)).toEqual(['two']);
	expect(merged).toMatchObject({version: 4, delta: false, state: 'running'});
});

it('a complete answer replaces everything', () => {
	const known = sampleCleanup({version: 3, pending: [one!]});
	expect(mergeCleanup(known, sampleCleanup({version: 9, orphaned: [two!]})).pending).toEqual([]);
});
