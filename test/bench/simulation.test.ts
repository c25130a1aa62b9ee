import {describe, expect, it} from 'vitest';
import {type Shelf, simulateCrew} from '../../bench/simulation/crew.ts';
import {idealMakespan} from '../../bench/simulation/ideal.ts';
import {MemoryShelf} from '../../bench/simulation/memory-shelf.ts';
import {simulatedProject} from '../../bench/simulation/work.ts';
import type {ProjectId, RunId, TestId} from '../../contract/ids.ts';
import {newBatch} from '../../service/engine/trigger.ts';
import {planFreshRun} from '../../service/graph/plan-batch.ts';
import {accountId, openStore, type StoreFixture} from '../helpers/start-engine.ts';

const crew = {workers: 6, slots: 3, keepStarts: true};
const projects = [0, 1].map(project => simulatedProject(project, 90, 5));
const all = projects.flat();
const named = new Map(all.map(test => [test.id, test]));

/** The real store with a batch of each project. */
async function storeShelf(): Promise<Shelf> {
	const known = new Map<string, string>();
	const now = 1_800_000_000_000;
	const {store, projectId, addTest} = await openStore({now: () => now});
	const batches: TestId[][] = [];
	for (const tests of projects) {
		const ids: TestId[] = [];
		for (const {id, produces, consumes, ...test} of tests) {
			const {type, priority, category, phase = 'normal'} = test;
			const added = (await addTest(id, {
				type,
				priority,
				category,
				phase,
				produces: produces.map(name => `${name}_of_${batches.length}`),
				consumes: consumes.map(name => `${name}_of_${batches.length}`),
			})) as TestId;
			known.set(added, id);
			ids.push(added);
		}
		batches.push(ids);
	}
	for (const testIds of batches)
		await store.createBatch(
			{accountId, projects: [{projectId: projectId as ProjectId, testIds, environment: 'default'}], forRerun: false},
			([snapshot]) => {
				const tests = snapshot!.tests.filter(({id}) => testIds.includes(id as TestId));
				return {
					parts: [{snapshot: snapshot!, plan: planFreshRun(tests, tests)}],
					batch: newBatch({source: 'cli'}, {trigger: 'run_all', advisories: []}),
					extra: null,
				};
			},
		);
	return {
		hasReady: () => store.hasReady(['backend', 'frontend']),
		async finishAndClaim(ended, claim) {
			const finishes = ended.map(({id, testId}) => passed(id as RunId, named.get(testId)!, batchOf(testId)));
			const {runs, ended: stored} = await store.finishAndClaim(finishes, {...claim, leaseMs: 30_000});
			expect(stored).not.toContain(false);
			return runs.map(run => {
				const test = named.get(known.get(run.test_id)!)!;
				return {id: run.id, testId: test.id, type: test.type, takesMs: test.takesMs};
			});
		},
	};
}

const batchOf = (testId: string) => projects.findIndex(tests => tests.some(({id}) => id === testId));
const passed = (
	runId: RunId,
	test: (typeof all)[number],
	batch: number,
): Parameters<StoreFixture['store']['finishAndClaim']>[0][number] => ({
	runId,
	attempt: 1,
	status: 'passed',
	failureKind: null,
	error: null,
	trace: null,
	apiOutput: '',
	failedLine: null,
	captures: test.produces.map(name => ({name: `${name}_of_${batch}`, value: 1, declared: true, at: 1})),
	calls: [],
	advisories: [],
});

describe('the simulation of many workers', () => {
	it('starts what the store would start, on the same worker, in the same order', async () => {
		const shelf = new MemoryShelf();
		for (const tests of projects) shelf.trigger(tests, 1_800_000_000_000);
		const simulated = await simulateCrew(shelf, crew);
		const stored = await simulateCrew(await storeShelf(), crew);
		expect(simulated.tests).toBe(all.length);
		expect(stored).toEqual(simulated);
	});

	it('never beats the work divided by the slots, nor the longest chain', () => {
		const batches = projects.map(tests => planFreshRun(tests, tests).members);
		const ideal = idealMakespan(batches, 18);
		expect(ideal.workMs).toBe(all.reduce((sum, {takesMs}) => sum + takesMs, 0));
		expect(ideal.makespanMs).toBeGreaterThanOrEqual(Math.max(ideal.workMs / 18, ideal.longestMs));
		expect(idealMakespan(batches, all.length).makespanMs).toBe(ideal.longestMs);
	});

	it('ends within 5 % of the ideal where it is known how long tests took before, and later where nobody knows', async () => {
		const ratio = async (isKnown: boolean) => {
			const shelf = new MemoryShelf();
			const members = shelf.trigger(simulatedProject(0, 200, 3, isKnown), 0);
			const {makespanMs} = await simulateCrew(shelf, {workers: 2, slots: 8});
			return makespanMs / idealMakespan([members], 16).makespanMs;
		};
		expect(await ratio(true)).toBeLessThan(1.05);
		expect(await ratio(false)).toBeGreaterThan(1.05);
	});

	it('ends later when each start holds the others up', async () => {
		const spans = [];
		for (const lockMs of [0, 500]) {
			const shelf = new MemoryShelf();
			for (const tests of projects) shelf.trigger(tests, 0);
			spans.push((await simulateCrew(shelf, {...crew, lockMs})).makespanMs);
		}
		expect(spans[1]!).toBeGreaterThan(all.length * 500);
		expect(spans[0]!).toBeLessThan(spans[1]!);
	});
});
