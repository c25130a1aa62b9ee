import type {ChangeOperation} from '../../../source/contract/change-operation.ts';
import type {ChangeSet} from '../../../source/contract/change-set.ts';
import {ServiceError} from '../../domain/service-error.ts';
import type {Settling} from '../../domain/settling.ts';
import type {ChangeSetTable} from '../../store/change-set-tables.ts';
import type {Database} from '../../store/database.ts';
import type {Evidence} from '../../domain/group-deviations.ts';
import {regroupWhereSeen} from '../../store/regroup-findings.ts';
import {endpointIdsOf, seeDeviations} from '../../store/see-deviations.ts';
import {hideTest, purgeTest} from '../../store/delete-test.ts';
import {updateChangeSet} from '../../store/change-sets.ts';
import {environmentKeys} from '../../store/environments.ts';
import type {NewId} from '../../store/ids.ts';
import {hasCredential} from '../../store/plan-credential.ts';
import {latestPlan} from '../../store/plans.ts';
import * as store from '../../store/settle-input.ts';
import {changeSetView} from '../changes/change-set-view.ts';
import type {createChangeSets} from '../changes/create-change-sets.ts';
import {renderTest} from '../code/render-test.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import type {ObservedCall} from '../learning/observe.ts';
import type {LoadedApi} from '../load-api.ts';
import {planRows} from '../plan-rows.ts';
import type {Recipe} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';
import {fieldsThatWork, ladderOf, ladderRecipe, type Rung} from './ladder.ts';
import type {RefusedRequest} from '../learning/refused-request.ts';
import {refusedIn} from './refused.ts';

export type SettleParts = {
	database: Database;
	newId: NewId;
	now(): number;
	changeSets: ReturnType<typeof createChangeSets>;
	load(projectId: string): Promise<LoadedApi>;
	/** Runs tests with what they need; resolves when their batch has ended with its cleanup. */
	run(accountId: string, projectId: string, testIds: string[]): Promise<void>;
	log: {error(fields: object, message: string): void};
};

type Trial = RefusedRequest & {testId: string; rungs: Rung[]; recipe: Recipe};

/** Settling over the store and the engine. */
export function createSettling(parts: SettleParts): Settling {
	const {database, changeSets, log} = parts;
	const running = new Map<string, Promise<void>>();

	async function round(accountId: string, projectId: string, set: ChangeSetTable, apply: boolean): Promise<void> {
		const tests = await store.listSettleTests(database, projectId);
		const stale = tests.filter(test => !test.is_current || test.run_status === 'blocked').map(({id}) => id);
		if (tests.some(test => !test.is_current)) await parts.run(accountId, projectId, stale);
		const refused = await findRefused(projectId);
		if (refused.length === 0) {
			await changeSets.answer(set, 'Nothing is refused: the API accepts what the tests send.', {
				kind: 'answer',
				choices: [],
			});
			return;
		}
		const trials = await makeTrials(projectId, refused);
		const found = await runTrials(accountId, projectId, trials);
		const inVain = refused.filter(one => !found.some(({operation}) => nameOf(operation) === nameOf(one.operation)));
		const operations = await operationsFor(projectId, found);
		if (operations.length === 0) {
			await changeSets.fail(set, `No body was accepted. ${inVain.map(needOf).join(' ')}`.trim());
			return;
		}
		const reply = [
			...found.map(({operation, fields}) => `${nameOf(operation)} accepts ${fields.join(', ') || 'an empty body'}.`),
			...inVain.map(needOf),
		].join(' ');
		await changeSets.fill(set, {source: 'settled', text: set.text, reply, operations, autoApply: apply});
	}

	/** Operations that refused a valid body, one test each. */
	async function findRefused(projectId: string): Promise<RefusedRequest[]> {
		const found = new Map<string, RefusedRequest>();
		for (const test of await store.listSettleTests(database, projectId)) {
			if (test.run_id === null || !['failed', 'blocked'].includes(test.run_status ?? '')) continue;
			const recipe = JSON.parse(test.recipe) as Recipe;
			const calls = (await store.listRunCalls(
				database,
				test.run_id,
				test.run_attempt ?? 1,
			)) as unknown as ObservedCall[];
			const refused = refusedIn(recipe, calls);
			if (!refused || found.has(nameOf(refused.operation))) continue;
			found.set(nameOf(refused.operation), refused);
			const call = calls.findLast(({status}) => status === refused.status) as (ObservedCall & {id: string}) | undefined;
			if (refused.status >= 500) await keepFinding(projectId, refused, {callId: call?.id ?? null, runId: test.run_id});
		}
		return [...found.values()];
	}

	/** "A 5xx on any step is a finding even if a smaller body works": no test that passes takes it away. */
	async function keepFinding(
		projectId: string,
		{operation, step, status}: RefusedRequest,
		evidence: Evidence,
	): Promise<void> {
		const testId = `settled ${nameOf(operation)}`;
		await database.transaction().execute(async transaction => {
			const endpointId = (await endpointIdsOf(transaction, projectId, [operation])).get(nameOf(operation));
			if (endpointId === undefined) return;
			const seen = {
				endpointId,
				kind: 'server_error' as const,
				difference: `answers ${status}`,
				document: null,
				observed: String(status),
				evidence,
				expectation: {testId, environment: '', step: step.id, assert: 'no-server-error'},
			};
			const report = {projectId, testId, environment: '', looks: [], seen: [seen], isComplete: false};
			await seeDeviations(transaction, report, parts.now());
			await regroupWhereSeen(transaction, JSON.stringify([projectId]), parts.newId);
		});
	}

	async function makeTrials(projectId: string, refused: readonly RefusedRequest[]): Promise<Trial[]> {
		const {api} = await parts.load(projectId);
		const trials: Trial[] = [];
		for (const one of refused) {
			const {method, path} = one.operation;
			const operation = api.operations.find(({endpoint}) => endpoint.method === method && endpoint.path === path);
			const {pointer} = sentRecord(one.step.call.body);
			const whole = api.schemas.view(operation?.endpoint.body?.schema);
			const view = pointer === '$' ? whole : api.schemas.view(whole.properties.get(pointer.slice(2)));
			const required = new Set(view.required);
			const rungs = ladderOf(one.step, required, one.words);
			if (rungs.length === 0) continue;
			const recipe = ladderRecipe(one.recipe, one.step, rungs);
			const testId = parts.newId('tst');
			await insertTrial(projectId, testId, recipe);
			trials.push({...one, testId, rungs, recipe});
		}
		return trials;
	}

	const insertTrial = (projectId: string, id: string, recipe: Recipe) =>
		store.insertTrialTest(database, {
			id,
			project_id: projectId,
			name: recipe.title,
			type: 'backend',
			kind: 'endpoint',
			created_from: 'portal',
			status: 'ready',
			verdict: null,
			description: recipe.why,
			priority: 'p0',
			produces: '[]',
			consumes: JSON.stringify(recipe.consumes),
			category: null,
			wiring: null,
			step_timeout_ms: null,
			timeout_seconds: null,
			plan_steps: null,
			viewport: null,
			code: renderTest(recipe, {hasExtraHeaders: false}),
			code_version: 1,
			phase: 'normal',
			last_run_id: null,
			created_at: parts.now(),
			updated_at: parts.now(),
		});

	/** What each ladder has found; its test goes whatever happens. */
	async function runTrials(accountId: string, projectId: string, trials: readonly Trial[]) {
		const found: Array<{operation: Trial['operation']; fields: string[]}> = [];
		try {
			if (trials.length > 0)
				await parts.run(
					accountId,
					projectId,
					trials.map(({testId}) => testId),
				);
			for (const {testId, recipe, rungs, operation} of trials) {
				const run = await store.latestRunOf(database, testId);
				if (!run) continue;
				const calls = (await store.listRunCalls(database, run.id, run.attempt)) as unknown as ObservedCall[];
				const own = alignCalls(recipe, calls).get(recipe.steps.at(-1)!.id) ?? [];
				const fields = fieldsThatWork(
					rungs,
					own.map(({status}) => status),
				);
				if (fields !== null) found.push({operation, fields});
			}
		} finally {
			for (const {testId} of trials) if (await hideTest(database, testId)) await purgeTest(database, testId);
		}
		return found;
	}

	/** The tests as they are planned with what works. */
	async function operationsFor(
		projectId: string,
		found: ReadonlyArray<{operation: Trial['operation']; fields: string[]}>,
	): Promise<ChangeOperation[]> {
		const plan = await latestPlan(database, projectId);
		if (!plan || found.length === 0) return [];
		for (const {operation, fields} of found)
			await store.saveSettledFields(database, projectId, operation, fields, parts.now());
		const {api, endpoints} = await parts.load(projectId);
		const made = planRows({
			api,
			endpoints,
			planId: plan.id,
			seed: plan.seed,
			environment: await environmentKeys(database, projectId),
			hasCredential: await hasCredential(database, projectId),
		});
		const rows = new Map(
			made.rows.map(row => [row.endpointId === null ? row.key : `${row.endpointId} ${row.template}`, row.recipe]),
		);
		const names = found.map(({operation}) => nameOf(operation)).join(', ');
		return (await store.listPlannedTests(database, projectId)).flatMap(({key, test_id, recipe: stored}) => {
			const recipe = JSON.parse(stored) as Recipe;
			const next = rows.get(key);
			if (!next || sameSteps(recipe, next)) return [];
			return [
				{
					op: 'recipe.set' as const,
					target: test_id,
					recipe: {...next, id: recipe.id, source: recipe.source},
					reason: `${names} accepts this body`,
				},
			];
		});
	}

	return {
		async settle(accountId, projectId, {apply}): Promise<ChangeSet> {
			if (running.has(projectId)) throw inFlight(projectId);
			const opened = await changeSets.open({projectId, testId: null, text: 'settle what the API refuses'});
			const set = (await updateChangeSet(database, opened.id, ['drafting'], {source: 'settled'})) ?? opened;
			const work = round(accountId, projectId, set, apply)
				.catch(async (error: unknown) => {
					log.error({err: error, changeSetId: set.id}, 'settling has failed');
					const said =
						error instanceof ServiceError ? error.message : 'It could not be worked out: a fault of the service.';
					await changeSets.fail(set, said).catch(() => {});
				})
				.finally(() => running.delete(projectId));
			running.set(projectId, work);
			return changeSetView(set);
		},
		async stop() {
			await Promise.all(running.values());
		},
	};
}

const nameOf = ({method, path}: Recipe['endpoint']): string => `${method} ${path}`;
const sameSteps = (one: Recipe, other: Pick<Recipe, 'steps'>): boolean =>
	JSON.stringify(one.steps) === JSON.stringify(other.steps);

const needOf = ({operation, status, words}: RefusedRequest): string =>
	`${nameOf(operation)} needs your help: it answers ${status}${words === '' ? '' : ` "${words}"`}. Change what is sent in words: svc plan refine --text "use … as …".`;

const inFlight = (projectId: string): ServiceError =>
	new ServiceError('CONFLICT', 'The tests of this project are being settled.', {
		nextAction: `See what comes of it: svc plan changes --project ${projectId}`,
		details: {reason: 'settling_in_flight'},
	});
