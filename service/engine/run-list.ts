import type {BatchTicket} from '../../contract/batch.ts';
import type {AccountId, TestId} from '../../contract/ids.ts';
import {planFreshRun} from '../graph/plan-batch.ts';
import type {SnapshotRequest} from '../store/batches/project-snapshot.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {ListRequest} from './engine.ts';
import {
	advisoriesOf,
	conflictsOf,
	environmentWish,
	refuseFrontendOnly,
	queueLimit,
	runnable,
	select,
	ticketOf,
	type Here,
} from './selection.ts';
import {newBatch, type Triggered} from './trigger.ts';

/** Stores one batch of the tests of a list, which may belong to several projects. */
export async function runList(
	store: Pick<RunStore, 'createBatch' | 'findProjectsOf'>,
	accountId: AccountId,
	request: ListRequest,
	options: Here,
): Promise<Triggered<BatchTicket>> {
	const projects = await projectsOfTests(store, accountId, request.testIds, request.environments);
	const {stored, extra} = await store.createBatch({accountId, projects, forRerun: false}, snapshots => {
		let queued = snapshots[0]?.queued ?? 0;
		const parts = snapshots.map(snapshot => {
			const asked = projects.find(({projectId}) => projectId === snapshot.project.id);
			const selection = select(snapshot, asked?.testIds ?? [], {...options, rerun: false});
			const plan = planFreshRun(
				runnable(snapshot, selection.accepted),
				selection.accepted,
				Math.max(0, queueLimit - queued),
			);
			queued += plan.members.length;
			return {snapshot, plan, selection};
		});
		const frontend = parts.flatMap(({selection}) => selection.skippedFrontend);
		const conflicts = parts.flatMap(({selection, plan}) => conflictsOf(selection, plan));
		refuseFrontendOnly(
			parts.map(({selection}) => selection),
			options,
		);
		const advisories = advisoriesOf(
			parts.flatMap(({plan}) => plan.cycles),
			frontend,
		);
		return {
			parts,
			batch: newBatch(request, {trigger: 'test_list', advisories, testListId: request.testListId}),
			extra: {conflicts, advisories, deferred: parts.flatMap(({plan}) => plan.deferred)},
		};
	});
	return {stored, ticket: ticketOf(stored, extra)};
}

/** The projects of tests, each with its own of them and the environment that the list names for it. */
export async function projectsOfTests(
	store: Pick<RunStore, 'findProjectsOf'>,
	accountId: AccountId,
	testIds: readonly TestId[],
	environments: ListRequest['environments'],
): Promise<SnapshotRequest['projects']> {
	const projectOf = await store.findProjectsOf(accountId, testIds);
	return [...new Set(projectOf.values())].map(projectId => ({
		projectId,
		testIds: testIds.filter(id => projectOf.get(id) === projectId),
		environment: environmentWish(environments.find(one => one.projectId === projectId)?.environmentName, 'default'),
	}));
}
