import type {Heal} from '../heal.ts';
import type * as routes from '../routes/heals.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const healOf = (params: {testId?: string; healId?: string} | undefined, status: string): Heal => ({
	healId: params?.healId ?? sampleIds.heal,
	testId: params?.testId ?? sampleIds.test,
	runId: sampleIds.run,
	stepIndex: 3,
	status,
	score: 0.93,
	margin: 0.41,
	evidence: ['name alike: "Add" and "Add task"', 'same place in the form'],
	from: {
		locator: {by: 'role', role: 'button', value: 'Add', exact: true, within: []},
		role: 'button',
		name: 'Add',
	},
	to: {
		locator: {by: 'role', role: 'button', value: 'Add task', exact: true, within: []},
		role: 'button',
		name: 'Add task',
	},
	beforeUrl: null,
	afterUrl: null,
	createdAt: sampleTimes.finished,
	decidedAt: status === 'proposed' ? null : sampleTimes.cleaned,
});

export const healSamples: Samples<typeof routes> = {
	listHeals: ({params, query}) => ({items: [healOf(params, String(query?.status ?? 'proposed'))], nextToken: null}),
	acceptHeal: ({params}) => ({...healOf(params, 'accepted'), codeVersion: 'v2'}),
	refuseHeal: ({params}) => healOf(params, 'refused'),
};
