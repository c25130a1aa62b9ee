import type {AccountId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import type {Database} from '../../store/database.ts';
import type {NewId} from '../../store/ids.ts';
import * as store from '../../store/plans/settle-input.ts';
import {hasLeftRecords, hideTest, purgeTest} from '../../store/tests/delete-test.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import {asMeant, type ObservedCall} from '../learning/observe.ts';
import type {Recipe} from '../recipe.ts';

/** What a run of a recipe has called, in order, with what the answers mean to it. */
export const callsOfRun = async (
	database: Database,
	recipe: Recipe,
	{id, attempt}: {id: string; attempt: number},
): Promise<ObservedCall[]> =>
	asMeant(recipe, (await store.listRunCalls(database, id as RunId, attempt)) as unknown as ObservedCall[]);

/** A test that only looks for something. */
export type Trial = {testId: TestId; recipe: Recipe; code: string};

export type TrialParts = {
	database: Database;
	newId: NewId;
	now(): number;
	/** Runs tests with what they need; resolves when their batch has ended with its cleanup. */
	run(accountId: AccountId, projectId: ProjectId, testIds: TestId[]): Promise<void>;
};

export type Trials = ReturnType<typeof createTrials>;

/** Tests that nobody sees and that go when they have told what they were for. */
export function createTrials({database, newId, now, run}: TrialParts) {
	/** Runs trials, each with what its last step was answered; they go afterwards, whatever happens. */
	async function runAll(
		accountId: AccountId,
		projectId: ProjectId,
		trials: readonly Trial[],
	): Promise<Map<Trial, ObservedCall[]>> {
		const answers = new Map<Trial, ObservedCall[]>();
		if (trials.length === 0) return answers;
		try {
			for (const {testId, recipe, code} of trials) await insertTrial(projectId, testId, recipe, code);
			const testIds = trials.map(({testId}) => testId);
			await run(accountId, projectId, testIds);
			for (const trial of trials) {
				const ended = await store.latestRunOf(database, trial.testId);
				if (!ended) continue;
				const calls = await callsOfRun(database, trial.recipe, ended);
				answers.set(trial, alignCalls(trial.recipe, calls).get(trial.recipe.steps.at(-1)!.id) ?? []);
			}
		} finally {
			for (const {testId} of trials) await putAway(testId);
		}
		return answers;
	}

	/** A trial goes with its history, unless that is all that tells of records which could not be removed. */
	async function putAway(testId: TestId): Promise<void> {
		if (!(await hideTest(database, testId))) return;
		if (!(await hasLeftRecords(database, testId))) await purgeTest(database, testId);
	}

	const insertTrial = (projectId: ProjectId, id: string, recipe: Recipe, code: string) =>
		store.insertTrialTest(database, {
			id,
			project_id: projectId,
			name: recipe.title,
			type: 'backend',
			kind: 'endpoint',
			viewport: null,
			created_from: 'portal',
			status: 'ready',
			verdict: null,
			description: recipe.why,
			priority: 'p0',
			produces: '[]',
			consumes: JSON.stringify(recipe.consumes),
			category: null,
			wiring: null,
			after: '[]',
			step_timeout_ms: null,
			timeout_seconds: null,
			plan_steps: null,
			code,
			code_version: 1,
			phase: 'normal',
			last_run_id: null,
			created_at: now(),
			updated_at: now(),
		});

	return {
		/** A trial of a recipe. @param code what carries it out */
		of: (recipe: Recipe, code: string): Trial => ({testId: newId('tst'), recipe, code}),
		run: runAll,
	};
}
