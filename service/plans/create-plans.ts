import {faultWords} from '../domain/fault-words.ts';
import {ChangeWaiters} from '../domain/change-waiters.ts';
import type {ChangeSet} from '../../contract/change-set.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {Plan} from '../../contract/plan.ts';
import {alone, type Others, whenOwned} from '../domain/ownership.ts';
import type {Plans} from '../domain/plans.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {StoredEdgeChange} from '../store/plans/change-set-tables.ts';
import type {Database} from '../store/database.ts';
import {listEndpointNames} from '../store/plans/plans.ts';
import {environmentKeys} from '../store/projects/environments.ts';
import type {NewId} from '../store/ids.ts';
import {changedPlanRows, countPlanRows, listPlanRows} from '../store/plans/plan-rows.ts';
import type {PlanTable} from '../store/plans/plan-tables.ts';
import * as store from '../store/plans/plans.ts';
import {createApiLoader} from './load-api.ts';
import {makePlan} from './make-plan.ts';
import {generating, noEndpoints} from './plan-errors.ts';
import {createPlanRows} from './plan-rows-of-project.ts';
import {requirementRows} from './requirements/requirement-rows.ts';
import {planContext} from './templates/context.ts';
import {countSecureEndpoints, hasCredential} from '../store/projects/plan-credential.ts';
import {planless, planView, rowView} from './plan-view.ts';
import {createEdges} from './project-edges.ts';

export type PlanParts = {
	database: Database;
	newId: NewId;
	now(): number;
	log: {error(fields: object, text: string): void};
	/** A choice about an edge was stored, and tests were made of the plan: they change as one change set. */
	lockedEdge(projectId: ProjectId, edge: StoredEdgeChange): Promise<void>;
	/** Other processes that make plans; absent: none. */
	others?: Others | undefined;
	/** The same for whatever else planning reads. */
	lockedChange(plan: PlanTable, reason: string, write: () => Promise<void>): Promise<ChangeSet | null>;
};

/** Plans of projects: the store holds their state, this process makes them. */
export function createPlans({database, newId, now, log, lockedEdge, lockedChange, others}: PlanParts): Plans {
	const load = createApiLoader(database);
	const stopping = new AbortController();
	const running = new Map<string, Promise<void>>();
	const waiters = new ChangeWaiters(others && {...others, topic: 'plans'});

	const isOpen = async ({id}: PlanTable) => (await store.listOpenPlans(database)).some(plan => plan.id === id);

	function run(plan: PlanTable): void {
		const work = whenOwned(others?.ownership ?? alone, `plan ${plan.id}`, async lost => {
			// The process that had it may just have made it.
			if (others && !(await isOpen(plan))) return;
			await makePlan(plan, {
				database,
				load,
				newId,
				now,
				signal: AbortSignal.any([stopping.signal, lost]),
				changed: () => waiters.wake(plan.project_id),
			});
		})
			.then(() => undefined)
			.catch(async (error: unknown) => {
				if (stopping.signal.aborted) return;
				log.error({err: error, planId: plan.id}, 'a plan could not be made');
				await store.progressPlan(database, plan.id, {
					status: 'failed',
					stage: null,
					error_code: 'proposal_generation_aborted',
					error: faultWords(error, 'The plan could not be made'),
				});
			})
			.catch((error: unknown) => log.error({err: error, planId: plan.id}, 'a plan stays open'))
			.finally(() => {
				running.delete(plan.id);
				waiters.wake(plan.project_id);
			});
		running.set(plan.id, work);
	}

	/** Starts the making of a plan; the draft that is there is made again in its place. */
	async function begin(
		projectId: ProjectId,
		latest: PlanTable | null,
		input: object,
		isNew: boolean,
	): Promise<PlanTable> {
		const id = latest && !isNew ? latest.id : newId('pln');
		const plan: PlanTable = {
			id,
			project_id: projectId,
			status: 'generating',
			version: (latest?.version ?? 0) + 1,
			// The seed stays: values of rows that did not change do not, either.
			seed: latest?.seed ?? projectId.slice(-8),
			input: JSON.stringify(input),
			sub_plans: '[]',
			environment: '[]',
			stage: 'exploration',
			ready: 0,
			total: 0,
			error_code: null,
			error: null,
			enqueued_at: now(),
			made_at: null,
			locked_at: null,
		};
		if (!(await store.beginPlan(database, plan))) throw generating(projectId);
		run(plan);
		waiters.wake(projectId);
		return plan;
	}

	/** Makes the rows of a draft again, and waits for them. */
	async function makeAgain(draft: PlanTable): Promise<void> {
		const plan = await begin(draft.project_id, draft, JSON.parse(draft.input), false);
		await running.get(plan.id);
	}

	/** A value that the plan was missing has been given to an environment since. */
	async function hasNewValues({project_id, environment}: PlanTable): Promise<boolean> {
		const needed = JSON.parse(environment) as Plan['environment'];
		if (needed.length === 0) return false;
		const given = await environmentKeys(database, project_id);
		return needed.some(({key}) => given.has(key));
	}

	return {
		...createPlanRows({database, newId, changed: projectId => waiters.wake(projectId)}),
		...createEdges({
			database,
			load,
			now,
			async chosen(projectId, edge) {
				const latest = await store.latestPlan(database, projectId);
				if (latest?.status === 'locked') return lockedEdge(projectId, edge);
				if (latest?.status === 'draft') await makeAgain(latest);
			},
		}),

		async carry(projectId, reason, write) {
			const latest = await store.latestPlan(database, projectId);
			if (latest?.status === 'generating') throw generating(projectId);
			if (latest?.status === 'locked') return lockedChange(latest, reason, write);
			await write();
			if (latest?.status === 'draft') await makeAgain(latest);
			return null;
		},

		async demands(projectId) {
			const {api, requirements} = await load(projectId);
			const context = planContext(api, {
				planId: '',
				seed: '',
				environment: await environmentKeys(database, projectId),
				hasCredential: await hasCredential(database, projectId),
			});
			const {told, words} = requirementRows(requirements, context);
			return {rows: told, words: words.length};
		},

		async generate(project, input) {
			const latest = await store.latestPlan(database, project.id);
			if (latest?.status === 'generating') throw generating(project.id);
			const endpoints = await listEndpointNames(database, project.id);
			if (endpoints.length === 0) throw noEndpoints(project.id);
			const isDraft = latest?.status === 'draft';
			const isAsked =
				input.restart === true ||
				input.instructions !== undefined ||
				input.endpointIds !== undefined ||
				input.documentIds !== undefined;
			const isCurrent =
				isDraft &&
				latest.made_at !== null &&
				endpoints.every(({updated_at}) => updated_at <= latest.made_at!) &&
				!(await hasNewValues(latest));
			if (isCurrent && !isAsked)
				return {
					status: 'nothing_to_start',
					projectId: project.id,
					planId: latest.id,
					stage: null,
					stagesRemaining: 0,
					enqueuedAt: null,
				};
			const plan = await begin(project.id, latest, input, !isDraft || input.restart === true);
			return {
				status: 'accepted',
				projectId: project.id,
				planId: plan.id,
				stage: 'exploration',
				stagesRemaining: 3,
				enqueuedAt: timestamp(plan.enqueued_at),
			};
		},

		async view(projectId, since) {
			const plan = await store.latestPlan(database, projectId);
			if (!plan) return planless(projectId);
			const [rows, counts, endpoints] = await Promise.all([
				since > 0
					? changedPlanRows(database, projectId, since)
					: listPlanRows(database, projectId, {}).then(({rows: all}) => all),
				countPlanRows(database, projectId),
				listEndpointNames(database, projectId),
			]);
			const shown = planView({plan, rows, counts, endpoints, since});
			const wanted = (await hasCredential(database, projectId)) ? 0 : await countSecureEndpoints(database, projectId);
			return wanted === 0 ? shown : {...shown, credentialWanted: wanted};
		},

		async rows(projectId, query, page) {
			const [plan, {rows, hasMore}] = await Promise.all([
				store.latestPlan(database, projectId),
				listPlanRows(database, projectId, query, page),
			]);
			const last = rows.at(-1);
			return {
				items: rows.map(rowView),
				next: hasMore && last ? {place: last.place, id: last.id} : null,
				version: plan?.version ?? 0,
			};
		},

		waitForChange: (projectId, since, waitMs, signal) =>
			waiters.wait(
				projectId,
				async () => ((await store.latestPlan(database, projectId))?.version ?? 0) > since,
				waitMs,
				signal,
			),

		touched: projectId => waiters.wake(projectId),

		async resume() {
			for (const plan of await store.listOpenPlans(database)) if (!running.has(plan.id)) run(plan);
		},

		async stop() {
			stopping.abort();
			await Promise.all(running.values());
			waiters.wakeAll();
		},
	};
}
