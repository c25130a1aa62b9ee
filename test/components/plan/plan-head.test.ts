import {expect, it} from 'vitest';
import {standingLines} from '../../../components/plan/plan-head.tsx';
import {getPlan} from '../../../contract/routes/plans.ts';
import {sampleAnswer} from '../../../contract/samples/index.ts';
import {glyphSets} from '../../../source/terminal/glyphs.ts';

it('a plan says what its tests cost only where credits are counted', () => {
	const plan = {...sampleAnswer(getPlan, {params: {projectId: 'prj_1'}}), status: 'draft'};
	const sum = {selected: 5, rows: 6, chains: 1};
	const words = (credits: number | null) =>
		standingLines({plan, sum, generation: null, discovery: null, hasEndpoints: true, credits}, 140, glyphSets.unicode)
			.map(spans => spans.map(({text}) => text).join(''))
			.join('\n');
	expect(words(42)).toContain('5 of 6 tests ticked, 1 of them chains   making them costs 5 of 42 credits');
	expect(words(null)).toContain('5 of 6 tests ticked, 1 of them chains');
	expect(words(null)).not.toMatch(/credit/);
});

it('counts the endpoints that need a value of the environment', () => {
	const answer = sampleAnswer(getPlan, {params: {projectId: 'prj_1'}});
	const words = (endpoints: number) => {
		const plan = {...answer, status: 'draft', environment: [{key: 'ORG', parameter: 'org', endpoints}]};
		const sum = {selected: 5, rows: 6, chains: 1};
		return standingLines(
			{plan, sum, generation: null, discovery: null, hasEndpoints: true, credits: null},
			140,
			glyphSets.unicode,
		)
			.flatMap(spans => spans.map(({text}) => text))
			.join('');
	};
	expect(words(1)).toContain('(VAR_ORG, 1 endpoint)');
	expect(words(2)).toContain('(VAR_ORG, 2 endpoints)');
});

it('a key that makes a plan is told where there is something to make it of', () => {
	const plan = {...sampleAnswer(getPlan, {params: {projectId: 'prj_1'}}), status: 'none', environment: []};
	const sum = {selected: 0, rows: 0, chains: 0};
	const words = (hasEndpoints: boolean) =>
		standingLines(
			{plan, sum, generation: null, discovery: null, hasEndpoints, credits: null},
			140,
			glyphSets.unicode,
		).flatMap(spans => spans.map(({text}) => text));
	expect(words(true).join('')).toContain('m makes a plan');
	expect(words(false)).toEqual([]);
});
