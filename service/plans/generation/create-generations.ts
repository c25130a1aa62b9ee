import {type AcceptedPlan, type GenerationTicket, isGenerationOver} from '../../../contract/generation.ts';
import type {AccountId, GenerationId, PlanRowId, ProjectId, TestId} from '../../../contract/ids.ts';
import {ChangeWaiters} from '../../domain/change-waiters.ts';
import {alone, type Others, whenOwned} from '../../domain/ownership.ts';
import {toCredits} from '../../domain/credit-costs.ts';
import type {Generations} from '../../domain/generations.ts';
import {ServiceError} from '../../domain/service-error.ts';
import {timestamp} from '../../domain/timestamp.ts';
import type {Database} from '../../store/database.ts';
import type {GenerationTable} from '../../store/plans/generation-tables.ts';
import * as store from '../../store/plans/generations.ts';
import {type NotStarted, startGeneration, unselectAll} from '../../store/plans/start-generation.ts';
import {findTestRecipe} from '../../store/plans/generations.ts';
import type {NewId} from '../../store/ids.ts';
import {GateUnavailable, type GateSubject, type GateVerdict} from '../gate/gate.ts';
import {noPlan} from '../../domain/plans.ts';
import {generating, locked} from '../plan-errors.ts';
import type {Recipe} from '../recipe.ts';
import {generationView} from './generation-view.ts';
import {runGeneration} from './run-generation.ts';

export type GenerationParts = {
	database: Database;
	newId: NewId;
	now(): number;
	gate(subjects: readonly GateSubject[]): Promise<GateVerdict[]>;
	secretsOf(projectId: ProjectId): Promise<string[]>;
	merge(projectId: ProjectId, testIds: readonly TestId[]): Promise<void>;
	log: {error(fields: object, text: string): void};
	/** Other processes that make tests; absent: none. */
	others?: Others | undefined;
};

/** Generations of projects: the store holds their state, this process makes the tests. */
export function createGenerations(parts: GenerationParts): Generations {
	const {database, newId, now, log, others} = parts;
	const stopping = new AbortController();
	const running = new Map<string, Promise<void>>();
	const waiters = new ChangeWaiters(others && {...others, topic: 'generations'});
	const isOpen = async ({id}: GenerationTable) =>
		(await store.listOpenGenerations(database)).some(one => one.id === id);
	function run(generation: GenerationTable): void {
		const {id} = generation;
		const work = whenOwned(others?.ownership ?? alone, `generation ${id}`, async lost => {
			// The process that had it may just have ended it.
			if (others && !(await isOpen(generation))) return;
			const signal = AbortSignal.any([stopping.signal, lost]);
			await runGeneration(generation, {...parts, signal, changed: () => waiters.wake(id)});
		})
			.then(() => undefined)
			.catch(async (error: unknown) => {
				if (stopping.signal.aborted) return;
				const isGate = error instanceof GateUnavailable;
				log.error({err: error, generationId: id}, isGate ? 'tests cannot be looked at' : 'a generation broke');
				await store.endGeneration(database, id, 'done', now());
			})
			.catch((error: unknown) => log.error({err: error, generationId: id}, 'a generation stays open'))
			.finally(() => {
				running.delete(id);
				waiters.wake(id);
			});
		running.set(id, work);
	}

	async function begin(accountId: AccountId, projectId: ProjectId, rowIds: PlanRowId[] | null, only: boolean) {
		const started = await startGeneration(database, {newId, now: now()}, {accountId, projectId, rowIds, only});
		if ('refused' in started) throw refusal(started, projectId);
		run(started.generation);
		return started;
	}

	async function balanceOf(accountId: AccountId): Promise<number | null> {
		const account = await database
			.selectFrom('accounts')
			.select(['metered', 'balance', 'held'])
			.where('id', '=', accountId)
			.executeTakeFirst();
		return account?.metered ? toCredits(Math.max(0, account.balance - account.held)) : null;
	}

	async function view(accountId: AccountId | null, generationId: GenerationId, since: number) {
		const row = await store.findGeneration(database, accountId, generationId);
		if (!row) return null;
		return generationView(row, await store.listItems(database, generationId), since);
	}

	return {
		async start(accountId, projectId, rowIds): Promise<GenerationTicket> {
			const {generation, rowIds: chosen, lockedAt, chains} = await begin(accountId, projectId, rowIds, false);
			const held = toCredits(generation.credits_held);
			return {
				generationId: generation.id,
				planId: generation.plan_id,
				lockedAt: timestamp(lockedAt),
				acceptedCount: chosen.length,
				rowIds: chosen,
				estimate: {rows: chosen.length - chains, chains, cleanupTests: 0, credits: held},
				credits: {held, balance: await balanceOf(accountId)},
			};
		},

		async accept(accountId, projectId, only): Promise<AcceptedPlan> {
			if (only?.length === 0) {
				const refused = await unselectAll(database, projectId);
				if (refused) throw refusal(refused, projectId);
				const credits = {charged: [], balance: await balanceOf(accountId)};
				return {acceptedCount: 0, caseKeys: [], testIds: [], generationId: null, credits};
			}
			const {generation, testIds} = await begin(accountId, projectId, only, only !== null);
			return {
				acceptedCount: testIds.length,
				caseKeys: testIds,
				testIds,
				generationId: generation.id,
				credits: {
					charged: [{action: 'generation', amount: toCredits(generation.credits_held)}],
					balance: await balanceOf(accountId),
				},
			};
		},

		view,

		async list(projectId, page) {
			const {rows, next} = await store.listGenerationsOf(database, projectId, page);
			return {items: rows.map(row => generationView(row, [], 0)), next};
		},

		waitForChange: (generationId, since, waitMs, signal) =>
			waiters.wait(
				generationId,
				async () => {
					const found = await view(null, generationId, since);
					return !found || found.version > since || isGenerationOver(found.status);
				},
				waitMs,
				signal,
			),

		async cancel(accountId, generationId) {
			const row = await store.findGeneration(database, accountId, generationId);
			const ended = row && (await store.endGeneration(database, generationId, 'cancelled', now()));
			if (!ended) throw finished(row?.status ?? 'unknown');
			waiters.wake(generationId);
			return (await view(accountId, generationId, 0))!;
		},

		async recipeOf(testId) {
			const row = await findTestRecipe(database, testId);
			return row ? (JSON.parse(row.recipe) as Recipe) : null;
		},

		async resume() {
			for (const generation of await store.listOpenGenerations(database))
				if (!running.has(generation.id)) run(generation);
		},

		async stop() {
			stopping.abort();
			await Promise.all(running.values());
			waiters.wakeAll();
		},
	};
}

function refusal({refused, currentId}: NotStarted, projectId: ProjectId): ServiceError {
	const project = `--project ${projectId}`;
	switch (refused) {
		case 'nothing_selected':
			return new ServiceError('VALIDATION_ERROR', 'No row of the plan is selected.', {
				nextAction: `Tick rows: svc plan tick --all ${project}`,
				details: {field: 'rowIds', reason: 'nothing_selected'},
			});
		case 'no_plan':
			return noPlan(projectId);
		case 'plan_generating':
			return generating(projectId);
		case 'plan_locked':
			return locked(projectId);
		case 'generation_in_flight':
			return new ServiceError('CONFLICT', 'Tests of this project are being made.', {
				nextAction: 'Wait for them.',
				details: {reason: 'generation_in_flight', currentId: currentId ?? null},
			});
	}
}

const finished = (status: string) =>
	new ServiceError('CONFLICT', `The generation has ended: ${status}.`, {
		nextAction: 'There is nothing to cancel.',
		details: {reason: 'generation_finished', status},
	});
