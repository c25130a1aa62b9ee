import type * as routes from '../routes/variables.ts';
import type {Variable} from '../variable.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const variable: Variable = {
	variableId: sampleIds.variable,
	name: 'order_id',
	tag: 'order',
	state: 'captured',
	value: '17',
	valueType: 'number',
	secret: false,
	source: {
		testId: sampleIds.producerTest,
		title: 'an order can be placed',
		runId: sampleIds.producerRun,
		label: 'Pass',
	},
	otherSources: [],
	nearMisses: [],
	capturedFrom: {location: 'body', path: '$.id'},
	capturedAt: sampleTimes.started,
	usedBy: [{testId: sampleIds.test, title: 'an order can be paid', label: 'Pass'}],
	cleanupRelevant: true,
	deletedBy: {
		kind: 'test',
		cleanupTestId: sampleIds.cleanupTest,
		testId: sampleIds.teardownTest,
		title: 'an order can be deleted',
		status: 'Passed',
	},
	cleanupOutcome: 'test',
	resourceId: sampleIds.resource,
};

const page = (batchId: string) => ({batchId, version: 8, items: [variable], nextToken: null});

export const variableSamples: Samples<typeof routes> = {
	listBatchVariables: ({params}) => page(params?.batchId ?? sampleIds.batch),
	listProjectVariables: () => page(sampleIds.batch),
};
