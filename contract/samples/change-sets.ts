import type {ChangeSet} from '../change-set.ts';
import type * as routes from '../routes/change-sets.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import {sampleChangeSet} from './plans.ts';
import type {Samples} from './sample.ts';

const applied: ChangeSet = {
	...sampleChangeSet,
	version: 3,
	status: 'applied',
	appliedVersion: 3,
	appliedAt: sampleTimes.finished,
};
const named = (set: ChangeSet, changeSetId: string | undefined): ChangeSet => ({
	...set,
	changeSetId: changeSetId ?? sampleIds.changeSet,
});

export const changeSetSamples: Samples<typeof routes> = {
	listChangeSets: () => ({items: [{...sampleChangeSet, changes: []}], nextToken: null}),
	getChangeSet: ({params}) => named(sampleChangeSet, params?.changeSetId),
	settlePlan: ({body}) => ({
		...(body?.apply ? applied : sampleChangeSet),
		source: 'settled',
		text: 'settle what the API refuses',
	}),
	applyChangeSet: ({params}) => named(applied, params?.changeSetId),
	undoChangeSet: ({params}) => named({...applied, version: 4, status: 'undone'}, params?.changeSetId),
	discardChangeSet: ({params}) => named({...sampleChangeSet, version: 3, status: 'discarded'}, params?.changeSetId),
	undoPlan: () => ({...applied, version: 4, status: 'undone'}),
};
