import {describe, expect, it} from 'vitest';
import * as z from 'zod/mini';
import {routes} from '../../contract/routes/index.ts';
import {sampleIds} from '../../contract/samples/ids.ts';
import {sampleAnswer, samples} from '../../contract/samples/index.ts';
import type {Route} from '../../contract/route.ts';

const isEnumeration = (schema: z.ZodMiniType) => 'x-values' in (z.globalRegistry.get(schema) ?? {});

describe('the sample of every route', () => {
	it.each(Object.values(routes).map(route => [route.name, route] as const))('%s matches the contract', (_, route) => {
		const answer = sampleAnswer(route as Route, {});
		expect((route as Route).response.parse(answer)).toEqual(answer);
	});

	it('is there for no other route', () => {
		expect(Object.keys(samples).sort()).toEqual(Object.keys(routes).sort());
	});
});

describe('samples', () => {
	it('show what a dry run answers', () => {
		expect(samples.getRun({})).toMatchObject({
			status: 'passed',
			stepSummary: {total: 8, completed: 8, passedCount: 8, failedCount: 0},
		});
		expect(samples.getTestResult({})).toMatchObject({verdict: 'failed', failureKind: 'assertion', failedStepIndex: 5});
		expect(samples.listTestRuns({}).runs.map(({isRerun}) => isRerun)).toEqual([false, true]);
		expect(samples.getMe({})).toMatchObject({credits: 42, subPlan: 'Standard'});
	});

	it('echo what the input alone determines', () => {
		expect(samples.getTest({params: {testId: 'tst_x'}}).id).toBe('tst_x');
		expect(samples.updateProject({params: {projectId: 'p'}, body: {name: 'n', targetUrl: 'http://x'}})).toMatchObject({
			id: 'p',
			updatedFields: ['name', 'targetUrl'],
		});
		const body = {projectId: 'p', type: 'frontend' as const, name: 'n'};
		expect(samples.createTest({body})).toMatchObject({type: 'frontend'});
	});

	it('have what is given in every field of that name that may hold it', () => {
		const named: string[] = [];
		for (const route of Object.values(routes) as Route[]) {
			const body = Object.keys((route.body as {shape?: object} | undefined)?.shape ?? {});
			const answer = Object.keys((route.response as {shape?: object}).shape ?? {});
			for (const key of body.filter(name => answer.includes(name))) {
				const given = `given as ${key}`;
				const told = sampleAnswer(route, {body: {method: 'GET', path: '/x', [key]: given}} as never) as Record<
					string,
					unknown
				>;
				if (!route.response.safeParse({...told, [key]: given}).success) continue;
				// A word that no service of today says there is not repeated.
				if (isEnumeration((route.response as unknown as {shape: Record<string, z.ZodMiniType>}).shape[key]!)) continue;
				expect([route.name, key, told[key]]).toEqual([route.name, key, given]);
				named.push(`${route.name} ${key}`);
			}
		}
		expect(named).toEqual(
			expect.arrayContaining(['createProject description', 'createEndpoint path', 'triggerRun targetUrl']),
		);
		const [first] = (
			sampleAnswer(routes.listTests as Route, {query: {projectId: 'prj_x'}} as never) as {items: {projectId: string}[]}
		).items;
		expect(first?.projectId).toBe('prj_x');
	});

	it('repeat a word only where the answer knows it', () => {
		const kindOf = (kind: string) =>
			(sampleAnswer(routes.refinePlan as Route, {body: {text: 'a', kind}} as never) as {kind: string}).kind;
		expect([kindOf('add'), kindOf('titles')]).toEqual(['add', 'refine']);
	});

	it('are the same every time', () => {
		for (const sample of Object.values(samples)) {
			const answer = sample as (input: object) => unknown;
			expect(answer({})).toEqual(answer({}));
		}
	});

	it('have ids of the form of real ones', () => {
		for (const id of Object.values(sampleIds)) expect(id).toMatch(/^[a-z]{2,3}_[0-9a-z]{26}$/);
	});
});
