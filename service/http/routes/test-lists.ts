import type {AccountId, TestId, TestListId} from '../../../contract/ids.ts';
import {
	addTestListCases,
	createTestList,
	deleteTestList,
	getTestList,
	listTestLists,
	removeTestListCases,
	runTestList,
	updateTestList,
} from '../../../contract/routes/test-lists.ts';
import type {TestList, TestListDetail} from '../../../contract/test-list.ts';
import {unknownEnvironment} from '../../domain/environment-choice.ts';
import {featureGated, featuresOf} from '../../domain/plan-features.ts';
import {checkStoredTargets} from '../../auth/target-policy.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import {findEnvironment, listEnvironments} from '../../store/projects/environments.ts';
import {requireProject} from '../../store/projects/projects.ts';
import {namesOfProjects} from '../../store/projects/named-things.ts';
import {listTargetsOfList} from '../../store/runs/run-targets.ts';
import * as store from '../../store/tests/test-lists.ts';
import {findProjectsOf} from '../../store/runs/read-run.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import {defined} from '../json-body.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {nullableTimestamp, timestamp} from '../../domain/timestamp.ts';
import {requireSource} from '../trigger-input.ts';

const defaultPageSize = 25;

export function testListRoutes(on: On, services: Services): void {
	const {database, engine, checkTarget, newId, now} = services;

	async function find(accountId: AccountId, listId: TestListId): Promise<store.TestListRow> {
		const row = await store.findTestList(database, accountId, listId);
		if (!row) throw notFound('test_list', listId);
		return row;
	}

	/** Lists with what their projects are called. */
	async function answerOf(rows: readonly store.TestListRow[]): Promise<TestList[]> {
		const ids = rows.flatMap(environmentsOf).map(({projectId}) => projectId);
		const names = await namesOfProjects(database, [...new Set(ids)]);
		return rows.map(row => listAnswer(row, names));
	}

	async function detail(accountId: AccountId, row: store.TestListRow): Promise<TestListDetail> {
		const cases = await store.listCases(database, accountId, row.id);
		const count = (...statuses: string[]) => cases.filter(({status}) => statuses.includes(status)).length;
		const created = row.last_batch_id === null ? null : await store.findBatchCreation(database, row.last_batch_id);
		return {
			...(await answerOf([row]))[0]!,
			cases: cases.map(test => ({
				testId: test.id,
				type: test.type,
				projectId: test.project_id,
				projectName: test.project_name,
				title: test.name,
				category: test.category,
				priority: test.priority,
				modified: timestamp(test.updated_at),
				status: test.status,
			})),
			stats: {
				total: cases.length,
				passed: count('passed'),
				failed: count('failed'),
				blocked: count('blocked'),
				running: count('running', 'queued'),
			},
			lastExecutionCreated: nullableTimestamp(created),
		};
	}

	/** Splits ids into tests of the account, each once, and the rest. */
	async function known(accountId: AccountId, testIds: readonly TestId[]) {
		const ids = [...new Set(testIds)];
		const found = await findProjectsOf(database, accountId, ids);
		return {found: ids.filter(id => found.has(id)), notFound: ids.filter(id => !found.has(id))};
	}

	/** The projects must be the caller's and have the environments. */
	async function requireEnvironments(
		accountId: AccountId,
		environments: TestList['projectEnvironments'] = [],
	): Promise<void> {
		for (const {projectId, environmentName} of environments) {
			await requireProject(database, accountId, projectId);
			if (await findEnvironment(database, projectId, environmentName)) continue;
			const known = await listEnvironments(database, projectId);
			throw unknownEnvironment(projectId, known, environmentName, 'projectEnvironments');
		}
	}

	on(listTestLists, async ({caller, query}) => {
		const page = await store.listTestLists(database, caller.accountId, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor('test lists', query, now()),
		});
		return {
			items: await answerOf(page.rows),
			nextToken: page.next && writeCursor('test lists', query, page.next, now()),
		};
	});

	on(createTestList, async ({caller, body}) => {
		const {plan} = caller.account;
		const slots = featuresOf(plan).testListSlots;
		const {found, notFound: missing} = await known(caller.accountId, body.testIds ?? []);
		if (missing[0] !== undefined) throw notFound('test', missing[0]);
		await requireEnvironments(caller.accountId, body.projectEnvironments);
		const at = now();
		const id = newId('lst');
		const row = {
			id,
			account_id: caller.accountId,
			name: body.name,
			project_environments: JSON.stringify(body.projectEnvironments ?? []),
			last_batch_id: null,
			created_at: at,
			updated_at: at,
		};
		const stored = await store.insertTestList(database, row, found, slots);
		if (stored === 'name_taken') throw nameTaken(body.name);
		if (stored === 'slots') throw featureGated('test_lists', plan, slots ?? 0);
		return detail(caller.accountId, await find(caller.accountId, id));
	});

	on(getTestList, async ({caller, params}) => detail(caller.accountId, await find(caller.accountId, params.listId)));

	on(updateTestList, async ({caller, params, body}) => {
		const {id} = await find(caller.accountId, params.listId);
		await requireEnvironments(caller.accountId, body.projectEnvironments);
		if (Object.keys(defined(body)).length === 0) throw invalid('body', 'empty', 'The request changes nothing.');
		const columns = defined({
			name: body.name,
			project_environments: body.projectEnvironments && JSON.stringify(body.projectEnvironments),
			updated_at: now(),
		});
		if ((await store.updateTestList(database, caller.accountId, id, columns)) === 'name_taken')
			throw nameTaken(body.name ?? '');
		return (await answerOf([await find(caller.accountId, id)]))[0]!;
	});

	on(deleteTestList, async ({caller, params}) => {
		const deleted = await store.deleteTestList(database, caller.accountId, params.listId);
		if (deleted === false) throw notFound('test_list', params.listId);
		if (deleted !== true) throw isScheduled(deleted.schedule);
		return {listId: params.listId};
	});

	on(addTestListCases, async ({caller, params, body}) => {
		const {id} = await find(caller.accountId, params.listId);
		const {found, notFound: missing} = await known(caller.accountId, body.testIds);
		const added = await store.addCases(database, id, found, now());
		if (added === null) throw invalid('testIds', 'too_many', `A list holds at most ${store.maxCases} tests.`);
		const {case_count} = await find(caller.accountId, id);
		return {
			listId: id,
			caseCount: case_count,
			changed: added.changed.length,
			unchanged: added.unchanged,
			notFound: missing,
		};
	});

	on(removeTestListCases, async ({caller, params, body}) => {
		const {id} = await find(caller.accountId, params.listId);
		const removed = await store.removeCases(database, id, [...new Set(body.testIds)], now());
		const {found, notFound: missing} = await known(caller.accountId, removed.unchanged);
		const {case_count} = await find(caller.accountId, id);
		return {
			listId: id,
			caseCount: case_count,
			changed: removed.changed.length,
			unchanged: found,
			notFound: missing,
		};
	});

	on(runTestList, async ({caller, params, body}) => {
		const source = requireSource(body.source);
		const {id, project_environments} = await find(caller.accountId, params.listId);
		const environments = environmentsOf({project_environments});
		const cases = (await store.listCases(database, caller.accountId, id)).map(test => test.id);
		const wanted = body.testIds === undefined ? null : new Set(body.testIds);
		const testIds = wanted === null ? cases : cases.filter(testId => wanted.has(testId));
		const missing = wanted === null ? [] : [...wanted].filter(testId => !cases.includes(testId));
		if (testIds.length === 0) {
			const reason = cases.length === 0 ? 'empty_list' : 'no_matching_cases';
			return {batchId: null, accepted: [], conflicts: [], deferred: [], notFound: missing, reason};
		}
		await checkStoredTargets(checkTarget, await listTargetsOfList(database, caller.accountId, testIds, environments));
		const ticket = await engine.runList(caller.accountId, {source, testListId: id, testIds, environments});
		if (ticket.batchId !== null) await store.recordExecution(database, id, ticket.batchId);
		return {...ticket, notFound: missing};
	});
}

const environmentsOf = ({project_environments}: Pick<store.TestListRow, 'project_environments'>) =>
	JSON.parse(project_environments) as TestList['projectEnvironments'];

const listAnswer = (row: store.TestListRow, names: ReadonlyMap<string, string>): TestList => ({
	id: row.id,
	name: row.name,
	caseCount: row.case_count,
	projectEnvironments: environmentsOf(row).map(({projectId, environmentName}) => ({
		projectId,
		projectName: names.get(projectId) ?? null,
		environmentName,
	})),
	lastExecutionId: row.last_batch_id,
	createdAt: timestamp(row.created_at),
	updatedAt: timestamp(row.updated_at),
});

const isScheduled = ({id, name}: {id: string; name: string}) =>
	new ServiceError('CONFLICT', `The schedule "${name}" runs this list.`, {
		nextAction: `Delete the schedule first: svc schedule delete ${id} --confirm`,
		details: {reason: 'schedule_target', scheduleId: id},
	});

const nameTaken = (name: string) =>
	new ServiceError('CONFLICT', `Another test list is called "${name}".`, {
		nextAction: 'Choose another name.',
		details: {reason: 'name_taken', name},
	});
