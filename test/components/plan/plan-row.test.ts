import {expect, it} from 'vitest';
import {originOf} from '../../../components/plan/plan-row.ts';
import {listEdges} from '../../../contract/routes/edges.ts';
import {sampleAnswer} from '../../../contract/samples/index.ts';

it.each([
	[{}, 'VAR_ORG of the environment'],
	[{state: 'cut'}, 'cut: VAR_ORG of the environment'],
	[{state: 'cut', value: 7}, 'cut: 7'],
	[{state: 'cut', environmentKey: null}, 'cut: plain data'],
	[{environmentKey: null}, 'plain data'],
] as const)('a value of a request that nothing feeds, %j, is said to come from: %s', (change, words) => {
	const [edge] = sampleAnswer(listEdges, {params: {projectId: 'prj_1'}}).items;
	expect(originOf({...edge!, producer: null, environmentKey: 'ORG', ...change})).toBe(words);
});
